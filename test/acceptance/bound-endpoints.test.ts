/** Row 19 of the matrix of docs/internals/terraform-protocol-rules.md, 5.4, for the data source of the endpoints that are bound to a Kubernetes operator. */
import type { Emulator } from '../../src/emulator';
import { boundEndpoints } from '../../src/model/data-sources';
import type { ObjectsAttribute } from '../../src/model/kind';
import { getKind } from '../../src/model/kinds';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { fullConfig } from '../support/acceptance/samples';
import { type Service, serviceAt } from '../support/acceptance/service';
import { failureOf, type Workspace } from '../support/acceptance/workspace';
import { connectApi } from '../support/emulator/api';

const type = `netingress_${boundEndpoints.name}`;

let account: AttachedAccount;
let emulator: Emulator;
let service: Service;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, workspace } = account);
  service = serviceAt(account.url);
});
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
afterAll(() => account?.close());

/** Adds a cloud endpoint with the binding of Kubernetes, as somebody does who uses the API without Terraform. */
async function addEndpoint(url: string): Promise<void> {
  const endpoint = { url, bindings: ['kubernetes'], description: 'bound' };
  const { status } = await connectApi(emulator).sendAsUser('POST', '/endpoints', endpoint, { source: 'API' });
  expect(status).toBe(201);
}

async function addOperator(selectors: readonly string[]): Promise<string> {
  const { binding } = fullConfig(getKind('kubernetes_operator'), 0, { object: 0 }) as { binding: object };
  const body = { enabled_features: ['bindings'], binding: { ...binding, endpoint_selectors: selectors } };
  const made = await service.request('POST', '/kubernetes_operators', body);
  expect(made.status).toBe(201);
  return String(made.body['id']);
}

/** A configuration that reads the endpoints of an operator, and shows them. */
function reading(operatorId: string) {
  return {
    data: { [type]: { bound: { kubernetes_operator_id: operatorId } } },
    output: { bound: { value: `\${data.${type}.bound.endpoints}` } },
  };
}

const readBound = async () => (await workspace.outputs())['bound'] as Record<string, unknown>[];

test('reads the endpoints of an existing operator with every attribute, or an empty list', async () => {
  const id = await addOperator(['endpoint.url.contains(".team")']);
  await addEndpoint('https://one.team');
  await addEndpoint('https://two.other');
  await workspace.configure({}, reading(id));
  await workspace.apply();
  const [bound, ...others] = await readBound();
  expect(others).toEqual([]);
  expect(Object.keys(bound ?? {}).sort()).toEqual(
    Object.keys((boundEndpoints.attributes['endpoints'] as ObjectsAttribute).elements).sort(),
  );
  expect(bound).toMatchObject({
    url: 'https://one.team',
    host: 'one.team',
    scheme: 'https',
    port: 443,
    bindings: ['kubernetes'],
    description: 'bound',
    pooling_enabled: expect.any(Boolean),
  });
  await emulator.reset();
  await workspace.configure({}, reading(await addOperator(['true'])));
  await workspace.apply();
  expect(await readBound()).toEqual([]);
});

test('for an operator that does not exist is one error that names it', async () => {
  const id = 'k8sop_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
  await workspace.configure({}, reading(id));
  const failure = await failureOf(workspace, 'plan', '-no-color');
  expect(failure.match(/Error: /g)).toHaveLength(1);
  expect(failure).toContain(`The service has no Kubernetes operator '${id}'. Check kubernetes_operator_id`);
  expect(failure).toMatch(/main\.tf\.json line \d+, in data\.netingress_kubernetes_operator_bound_endpoints\.bound/);
});
