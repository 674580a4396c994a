import { createEmulator } from '../../src/emulator';
import { getKind } from '../../src/model/kinds';
import { listChangedObjects } from '../../src/preview/objects';
import { minimalConfig } from '../support/acceptance/samples';
import { createObject } from '../support/emulator/create-object';

test('a report names a certificate by its subject, and a key by where it is configured', async () => {
  const emulator = createEmulator();
  const before = await emulator.snapshot();
  const create = (kind: string) =>
    createObject(emulator, getKind(kind).path, minimalConfig(getKind(kind), { object: 0 }));
  for (const kind of ['tls_certificate', 'certificate_authority']) await create(kind);
  const { id } = await create('ssh_public_key');
  const addressOf = (object: string) => (object === id ? 'netingress_ssh_public_key.deploy' : null);
  const locate = (object: string) => ({ stack: null, address: addressOf(object), path: null });
  const changed = listChangedObjects(before, await emulator.snapshot(), locate, () => undefined);
  const subjects = emulator.objects('tls_certificate').map((object) => object['subject_common_name']);
  expect(Object.fromEntries(changed.map(({ kind, name }) => [kind, name]))).toEqual({
    tls_certificate: subjects[0],
    certificate_authority: emulator.objects('certificate_authority')[0]?.['subject_common_name'],
    ssh_public_key: 'netingress_ssh_public_key.deploy',
  });
  expect(subjects).toEqual([expect.stringMatching(/\w/)]);
});
