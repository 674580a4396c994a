/** Drift and adoption of the kinds that only the public service has. */

import { readAccount } from '../../src/account/read-account';
import { buildAdoption } from '../../src/adopt/build-adoption';
import { derivedReason } from '../../src/drift/compare/derived-objects';
import { graphFromAccount } from '../../src/graph/build/from-objects';
import { getKind } from '../../src/model/kinds';
import { createDeployedAccount, type DeployedAccount } from '../support/drift/inventory';
import { SPEC_KINDS } from '../support/kinds';

let deployed: DeployedAccount;
beforeEach(async () => {
  deployed = await createDeployedAccount('ngrok');
});
afterEach(() => deployed.close());

test('the development domain needs no configuration, and is not adopted', async () => {
  const { report } = await deployed.drift();
  expect(report.findings).toEqual([]);
  const account = await readAccount(deployed.client);
  const adoption = buildAdoption(
    { account, stateResources: [] },
    { derivedReason: (kind, object) => derivedReason(kind, object, { readerKeyId: undefined, now: Date.now() }) },
  );
  expect(adoption.objects).toEqual([]);
  expect(adoption.skippedDerived).toMatchObject([
    { kind: 'domain', reason: 'is the development domain of the account' },
  ]);
});

test('objects without a state are adopted, and the graph draws what they refer to', async () => {
  const vault = await deployed.deploy('netingress_vault', 'v', { name: 'edge' });
  await deployed.deploy('netingress_secret', 's', { vault_id: String(vault.values['id']), name: 'x', value: 'hush' });
  const user = await deployed.deploy('netingress_service_user', 'u', { name: 'ci' });
  await deployed.deploy('netingress_api_key', 'k', { owner_id: String(user.values['id']) });
  const account = await readAccount(deployed.client);
  const { objects, sections } = buildAdoption(
    { account, stateResources: [] },
    { derivedReason: (kind, object) => derivedReason(kind, object, { readerKeyId: undefined, now: Date.now() }) },
  );
  expect(objects.map(({ resource }) => resource).sort()).toEqual(['api_key', 'secret', 'service_user', 'vault']);
  expect(JSON.stringify(sections)).not.toContain('hush');
  const graph = graphFromAccount(account);
  expect(JSON.stringify(graph)).toContain('vault');
  expect(graph.edges).toHaveLength(2);
});

test('an account of the profile spec is read without the other kinds', async () => {
  const spec = await createDeployedAccount('spec');
  const { kinds } = await readAccount(spec.client);
  expect(kinds.map(({ kind }) => getKind(kind).name)).toEqual(SPEC_KINDS.map(({ name }) => name));
  expect(kinds.filter(({ failure }) => failure)).toEqual([]);
  await spec.close();
});
