/** A state of which no object is in the account, while the account has others: the report is incomplete. */
import { holdsObjects } from '../../src/model/other-account';
import { createInventory } from '../support/account';
import { type DeployedAccount, useDeployedAccount } from '../support/drift/inventory';

const deployed = useDeployedAccount();

const findHints = async (more: Parameters<DeployedAccount['drift']>[0] = {}) =>
  (await deployed.drift(more)).report.incomplete.filter(({ reason }) => reason === 'other_account');

/** Deploys this many policies, and creates one that no state has. Returns the ids of the deployed ones. */
async function deploy(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { values } = await deployed.deploy('netingress_ip_policy', `p${n}`, { description: `policy ${n}` });
    ids.push(String(values['id']));
  }
  await deployed.changeDirectly('POST', '/ip_policies', { description: 'of the other account' });
  return ids;
}

const remove = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids) await deployed.remove(id);
};

test('the report names the state if all of three objects are gone', async () => {
  const ids = await deploy(3);
  expect(await findHints()).toEqual([]);
  await remove(ids.slice(1));
  expect(await findHints()).toEqual([]);
  await remove(ids.slice(0, 1));
  const said = /^None of the 3 objects of stack test is in the account, which has other objects.* set account_object /;
  expect(await findHints()).toMatchObject([{ kind: 'account', message: expect.stringMatching(said) }]);
  expect((await deployed.drift()).report.result).toBe('incomplete');
});

test('there is no hint for two objects, for an account without others, and if the account was confirmed', async () => {
  await remove(await deploy(3));
  expect(await findHints({ isBound: true })).toEqual([]);
  expect(await findHints({ stateResources: deployed.stateResources.slice(1) })).toEqual([]);
  await remove(deployed.harness.emulator.objects('ip_policy').map(({ id }) => String(id)));
  expect(await findHints()).toEqual([]);
});

test('there is no hint if a list was not read, because then no object is known to be gone', async () => {
  await remove(await deploy(3));
  deployed.harness.emulator.faults.add({ match: { method: 'GET', path: '/ip_policies' }, do: { status: 403 } });
  expect(await findHints()).toEqual([]);
});

test('a hint is about one state: of two, that whose three objects are gone', async () => {
  const ids = await deploy(4);
  const [first, ...rest] = deployed.stateResources;
  await remove(ids.slice(1));
  const stateResources = [{ ...(first as (typeof rest)[number]), state: { stack: 'kept' } }, ...rest];
  const said = /^None of the 3 objects of stack test .* with --stack, or give all accounts with --accounts\./;
  expect(await findHints({ stateResources })).toMatchObject([{ message: expect.stringMatching(said) }]);
});

test('the resources of another provider configuration are one check', async () => {
  const place = { kind: 'ip_policy', source: 'stack prod', provider: 'netingress' };
  const unchecked = ['a', 'b'].map((name) => ({ ...place, address: `netingress_ip_policy.${name}` }));
  const { incomplete } = (await deployed.drift({ unchecked })).report;
  const said = /^netingress_ip_policy\.a, netingress_ip_policy\.b \(stack prod\) were not checked: /;
  expect(incomplete.filter(({ reason }) => reason === 'other_provider_configuration')).toMatchObject([
    { kind: 'account', message: expect.stringMatching(said) },
  ]);
});

test('neither an API key nor the development domain, which each account has, is an object of the account', () => {
  const domains = [false, true].map((is_dev) => ({ id: 'rd_1', values: { is_dev } }));
  const held = domains.map((domain) =>
    holdsObjects(createInventory({ api_key: [{ id: 'ak_1', values: {} }], domain: [domain] })),
  );
  expect(held).toEqual([true, false]);
});
