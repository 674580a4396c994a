/** `account_object` in the operations that only newer versions of Terraform have. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getKind } from '../../src/model/kinds';
import { make } from '../adopt/seed';
import { verifyActions } from '../support/engines/actions';
import { type Engine, failureOf, testFeature } from '../support/engines/feature';

/** An account that has lost the object, as another account never had it. */
async function configureDeleted({ emulator, workspace }: Engine, more: object = {}): Promise<string> {
  const id = await make(emulator, getKind('ip_policy'), { description: 'bound' });
  await emulator.fetch(
    new Request(`http://127.0.0.1/ip_policies/${id}`, { method: 'DELETE', headers: { authorization: 'Bearer any' } }),
  );
  await workspace.configure({}, { provider: { netingress: { account_object: id } }, ...more } as never);
  return id;
}

const REFUSED = 'Another account, or the object of account_object was deleted';

testFeature('query', {
  claim: 'a list is not read from an account without the object of account_object',
  async works(engine) {
    const { emulator, workspace } = engine;
    const id = await configureDeleted(engine);
    const list = 'list "netingress_ip_policy" "all" {\n  provider = netingress\n}\n';
    await writeFile(join(workspace.folder, 'account.tfquery.hcl'), list);
    const sent = emulator.requests().length;
    expect(await failureOf(workspace, 'query', '-no-color')).toContain(REFUSED);
    const requests = emulator.requests().slice(sent);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /ip_policies/${id}`]);
  },
});

testFeature('actions', {
  claim: 'an action is not run in an account without the object of account_object',
  async works(engine) {
    const { emulator, workspace } = engine;
    const check = { config: { ip_policy_ids: ['ipp_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF'], must_deny: ['192.0.2.0/24'] } };
    const id = await configureDeleted(engine, verifyActions({ check }));
    const sent = emulator.requests().length;
    const invoked = ['apply', '-no-color', '-auto-approve', '-invoke=action.netingress_verify_access.check'];
    expect(await failureOf(workspace, ...invoked)).toContain(REFUSED);
    const requests = emulator.requests().slice(sent);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /ip_policies/${id}`]);
  },
});
