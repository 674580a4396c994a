/** The documents contain ids of service users with three prefixes. Each works everywhere, if the service user exists. */
import { readAccount } from '../../src/account/read-account';
import { createClient } from '../../src/client';
import { createEmulator, type Snapshot } from '../../src/emulator';
import { graphFromAccount } from '../../src/graph/build/from-objects';
import { copyAccount } from '../../src/preview/copy-account';
import { createHarness, type Harness, plain } from '../support/provider/harness';

const type = 'netingress_service_user';
const NOW = 0;
const PREFIXES = ['service', 'bot', 'usr'];
const KSUID = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
const OWNED_TYPES = ['api_key', 'tunnel_credential', 'ssh_public_key'];

/** A provider for an account whose only service user has the id. */
async function createHarnessWith(id: string): Promise<Harness> {
  const harness = await createHarness('ngrok');
  const made = await harness.applied(type, { name: 'ci' });
  const text = JSON.stringify(await harness.emulator.snapshot({ secrets: true }));
  await harness.emulator.restore(JSON.parse(text.replaceAll(String(made['id']), id)) as Snapshot);
  return harness;
}

describe.each(PREFIXES)('a service user whose id has the prefix %s_', (prefix) => {
  const id = `${prefix}_${KSUID}`;
  let harness: Harness;
  beforeEach(async () => {
    harness = await createHarnessWith(id);
  });
  afterEach(() => harness.emulator.close());

  test('is imported by id and by name, and planned empty', async () => {
    for (const importId of [id, 'ci']) {
      const state = await harness.imported(type, importId);
      expect(state).toMatchObject({ id, name: 'ci' });
      expect(plain((await harness.plan(type, { name: 'ci' }, state)).planned)).toEqual(plain(state));
    }
  });

  test('is found by the data source', async () => {
    const config = harness.config(type, { id });
    const { state, diagnostics } = await harness.provider.readDataSource({ type, config, deferralAllowed: false });
    expect(diagnostics).toEqual([]);
    expect(plain(state)).toMatchObject({ id, name: 'ci', active: true });
  });

  test.each(OWNED_TYPES)('owns a new %s, without a warning', async (kind) => {
    const ownedType = `netingress_${kind}`;
    const given = kind === 'ssh_public_key' ? { public_key: PUBLIC_KEY, owner_id: id } : { owner_id: id };
    expect(await harness.validate(ownedType, given)).toEqual([]);
    const state = await harness.applied(ownedType, given);
    expect(state['owner_id']).toBe(id);
    expect(plain(await harness.read(ownedType, state))).toEqual(plain(state));
  });

  test('is drawn with its API key, and is in the account copy of preview', async () => {
    await harness.applied('netingress_api_key', { owner_id: id });
    const client = createClient({
      baseUrl: 'http://emulator.localhost',
      apiKey: harness.emulator.apiKey,
      fetch: harness.emulator.fetch,
      profile: 'ngrok',
    });
    const account = await readAccount(client);
    expect(graphFromAccount(account).edges).toEqual([
      expect.objectContaining({ to: `service_user ${id}`, path: 'owner_id' }),
    ]);
    const copy = createEmulator({ profile: 'ngrok' });
    const { snapshot, problems } = copyAccount(account, await copy.snapshot(), { sshAuthorityKey: '' }, NOW);
    expect(problems).toEqual([]);
    await copy.restore(snapshot);
    expect(copy.objects('service_user').map((object) => object['id'])).toEqual([id]);
    await Promise.all([client.close(), copy.close()]);
  });
});

const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBl8bvX5QhhDlUyXyBzXaJ7W+WHdUQR6X7MY3GnK9oQn ci';

test('an owner whose id has the prefix usr_ may also be a person, who is not drawn', async () => {
  const harness = await createHarness('ngrok');
  const person = `usr_${KSUID}`;
  const key = await harness.applied('netingress_api_key', { owner_id: person });
  expect(key['owner_id']).toBe(person);
  const values = plain(key) as Record<string, string>;
  const { nodes, edges } = graphFromAccount({
    kinds: [{ kind: 'api_key', objects: [{ id: String(key['id']), values }], pages: 1 }],
  });
  expect([nodes.map(({ kind }) => kind), edges]).toEqual([['api_key'], []]);
});

test('an owner with another prefix that the account does not have is refused (634)', async () => {
  const harness = await createHarness('ngrok');
  const unknown = await harness.apply('netingress_api_key', { owner_id: `bot_${KSUID}` });
  expect(unknown.diagnostics[0]?.detail).toContain('ERR_NGROK_634');
});
