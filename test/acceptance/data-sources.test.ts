/**
 * Data sources with the real terraform binary: every kind by id and as a list, and most by key (row 19 of
 * docs/internals/terraform-protocol-rules.md); the types of events; the endpoints that are bound to an operator.
 */
import { boundEndpoints } from '../../src/model/data-sources';
import { CONNECTION_CLOSED, eventTypesIn } from '../../src/model/events/event-types';
import type { Kind, ObjectsAttribute } from '../../src/model/kind';
import { PROFILES } from '../../src/model/profiles';
import { parseMessages } from '../../src/terraform/ui-json';
import type { JsonObject } from '../../src/values/json';
import { type AllKinds, labelOf, merged, TESTED_PROFILES } from '../support/acceptance/all-kinds';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { dependencies, minimalConfig } from '../support/acceptance/samples';
import { type Api, connectApi } from '../support/emulator/api';
import { expression } from '../support/expression';
import { testRows } from '../support/requirements';

let account: AttachedAccount;
afterEach(() => account?.close());

/** Whether objects of the kind are looked up by their description, which several may have. */
const isUnkeyed = ({ naturalKey }: Kind): boolean => !naturalKey;
/** An id behind its prefix, of which no object exists. */
const ABSENT = '2Xr7ZBPCMGkuWuUKLwXnCPrhmGF';
const BOUND = `netingress_${boundEndpoints.name}`;

/** An object of the kind with what it refers to, its data sources, and outputs of what they find. */
function everythingOf(kind: Kind, index: number) {
  const { name, plural } = kind;
  const type = `netingress_${name}`;
  const label = labelOf(kind);
  const it: JsonObject = { ...minimalConfig(kind, { object: index }), [label]: `the ${name}` };
  const from = (path: string): string => expression(`${type}.it.${path}`);
  const key: Record<string, JsonObject | string> = {};
  for (const path of kind.naturalKey?.attributes ?? [label]) {
    const [first, member] = path.split('.') as [string, string?];
    key[first] = member === undefined ? from(path) : { ...(key[first] as JsonObject), [member]: from(path) };
  }
  // The key of an operator is its deployment, which a minimal one does not have. The key of a TLS certificate is its PEM
  // text, and the dependencies of other kinds are certificates with the same text.
  const hasKey = !['kubernetes_operator', 'tls_certificate'].includes(name);
  const filter = label === 'description' ? `obj.description == "the ${name}"` : `obj.id == "${from('id')}"`;
  const depends_on = [`${type}.it`];
  const found = {
    id: `data.${type}.id.${label}`,
    ...(hasKey && { key: `data.${type}.key.id == ${type}.it.id` }),
    all: `contains(data.netingress_${plural}.all.${plural}[*].id, ${type}.it.id)`,
    some: `data.netingress_${plural}.some.${plural}[*].${label}`,
  };
  // Numbers above `index`, the number of `it` of each kind, so that texts that must be unique differ.
  const duplicate = (n: number): JsonObject => ({
    ...minimalConfig(kind, { object: 60 + 2 * index + n }),
    description: `duplicate ${name}`,
  });
  const value = Object.fromEntries(Object.entries(found).map(([how, each]) => [how, expression(each)]));
  return {
    resources: merged(dependencies(kind), {
      [type]: { it, ...(isUnkeyed(kind) && { duplicate0: duplicate(0), duplicate1: duplicate(1) }) },
    }),
    data: {
      [type]: { id: { id: from('id') }, ...(hasKey && { key }) },
      [`netingress_${plural}`]: { all: { depends_on }, some: { filter, depends_on } },
    },
    output: { [name]: { value } },
    expected: { id: `the ${name}`, ...(hasKey && { key: true }), all: true, some: [`the ${name}`] },
    absent: {
      absent: { id: `${kind.idPrefix}_${ABSENT}` },
      ...(isUnkeyed(kind) && { several: { description: `duplicate ${name}` } }),
    },
  };
}

const reading = (operators: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(operators).map(([name, id]) => [name, { kubernetes_operator_id: id }]));

/** Creates an operator without Terraform, and returns its id. */
async function createOperator(api: Api, selector: string): Promise<string> {
  const binding = { endpoint_selectors: [selector] };
  return (await api.create('/kubernetes_operators', { enabled_features: ['bindings'], binding })).id;
}

const EVENT_TYPES = 'data.netingress_event_types.all.event_types';

testRows(TESTED_PROFILES, { plain: 1 })(
  'profile $profile, row 19: every kind is read by id and as a list, and by key unless it is an operator or a TLS certificate, in the apply that creates it; no match, or several, are one error that names the kind; bound endpoints are those of the operator',
  async ({ profile, kinds }) => {
    account = await openAttachedAccount({ profile });
    const { emulator, workspace } = account;
    const api = connectApi(emulator, PROFILES[profile].headers);
    for (const url of ['https://one.team', 'https://two.other'])
      await api.sendAsUser('POST', '/endpoints', { url, bindings: ['kubernetes'] }, { source: 'API' });
    const operators = {
      bound: await createOperator(api, 'endpoint.url.contains(".team")'),
      none: await createOperator(api, 'false'),
    };
    const each = kinds.map((kind, index) => ({ kind, ...everythingOf(kind, index) }));
    const resources: AllKinds = merged(...each.map((one) => one.resources));
    await workspace.configure(resources, {
      data: {
        ...Object.assign({}, ...each.map(({ data }) => data)),
        netingress_event_types: { all: {} },
        [BOUND]: reading(operators),
      },
      output: {
        ...Object.assign({}, ...each.map(({ output }) => output)),
        types: { value: expression(`${EVENT_TYPES}[*].type`) },
        bound: { value: expression(`data.${BOUND}.bound.endpoints`) },
        unbound: { value: expression(`data.${BOUND}.none.endpoints`) },
        filterable: {
          value: expression(
            `flatten([for t in ${EVENT_TYPES} : [for f in t.fields : f.name if f.filterable] if t.type == "${CONNECTION_CLOSED}"])`,
          ),
        },
      },
    });
    await workspace.apply();
    const { bound, ...found } = await workspace.outputs();
    expect(bound).toMatchObject([
      {
        url: 'https://one.team',
        host: 'one.team',
        scheme: 'https',
        port: 443,
        bindings: ['kubernetes'],
        pooling_enabled: false,
      },
    ]);
    const { elements } = boundEndpoints.attributes['endpoints'] as ObjectsAttribute;
    expect(Object.keys((bound as readonly [object])[0]).sort()).toEqual(Object.keys(elements).sort());
    expect(found).toEqual({
      unbound: [],
      ...Object.fromEntries(each.map(({ kind, expected }) => [kind.name, expected])),
      types: eventTypesIn(profile),
      filterable: ['conn.client_ip', 'conn.server_ip', 'conn.server_name', 'conn.server_port'],
    });

    await workspace.configure(resources, {
      data: {
        ...Object.fromEntries(each.map(({ kind, absent }) => [`netingress_${kind.name}`, absent])),
        [BOUND]: reading({ absent: `k8sop_${ABSENT}` }),
      },
    });
    const { diagnostics } = parseMessages((await workspace.terraform('plan', '-json')).stdout);
    const errors = diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`);
    const count = (start: string): number => errors.filter((error) => error.startsWith(start)).length;
    const noOperator = `The service has no Kubernetes operator 'k8sop_${ABSENT}'. Check kubernetes_operator_id`;
    expect(errors.filter((error) => error.includes(noOperator))).toHaveLength(1);
    const counts = kinds.map(({ title, name, idPrefix }) => [
      name,
      count(`No such ${title}: The service has no ${title} with id '${idPrefix}_${ABSENT}'`),
      count(`More than one ${title}: The service has 2 objects with description 'duplicate ${name}'`),
    ]);
    expect(counts).toEqual(kinds.map((kind) => [kind.name, 1, isUnkeyed(kind) ? 1 : 0]));
  },
);
