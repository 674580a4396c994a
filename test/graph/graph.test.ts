/** Nodes, edges and boxes, in accounts, states and configurations. */

import { graphFromConfiguration } from '../../src/graph/build/from-configuration';
import { graphFromAccount, graphFromStates } from '../../src/graph/build/from-objects';
import type { Graph } from '../../src/graph/graph';
import { collapseGraph } from '../../src/graph/layout/collapse';
import { selectGraph } from '../../src/graph/select';
import type { ConfiguredResource, StateResource } from '../../src/model/inventory';
import { isSensitive } from '../../src/model/marks';
import { fromStates, type StateObject } from '../../src/objects/from-states';
import type { Json, JsonObject } from '../../src/values/json';
import { createInventory } from '../support/account';
import { expression } from '../support/expression';
import { SPEC_KINDS } from '../support/kinds';
import { configuredResource, stateResource } from '../support/state-resource';
import { sampleAccount } from './account';

/** The references among the attributes of the specification's kinds, with their targets. */
const references = SPEC_KINDS.flatMap((kind) =>
  Object.entries(kind.attributes).flatMap(([name, attribute]) =>
    'ref' in attribute && attribute.ref ? [{ kind: kind.name, name, attribute, target: attribute.ref.kind }] : [],
  ),
);
const prefixOf = (kind: string): string => SPEC_KINDS.find(({ name }) => name === kind)?.idPrefix ?? '';

const inState = (
  kind: string,
  name: string,
  values: JsonObject,
  sensitive: StateResource['sensitive'] = [],
): StateObject => fromStates([stateResource(`netingress_${kind}.${name}`, values, { sensitive })])[0] as StateObject;

const configured = (kind: string, name: string, values: JsonObject, more: Partial<ConfiguredResource> = {}) =>
  configuredResource(`netingress_${kind}.${name}`, values, more);

const ends = ({ edges }: Graph): string[] => edges.map(({ from, to, path }) => `${from} -${path}> ${to}`);
const noteOf = (graph: Graph, label: string): string | undefined =>
  collapseGraph(graph, { collapse: true }).items.find((item) => item.label === label)?.note;

test.each(references)(
  '$kind: $name has an edge to $target in an account, a state and a configuration',
  ({ kind, name, attribute, target }) => {
    const id = `${prefixOf(target)}_1`;
    const value = (text: string): Json => (attribute.type === 'set' ? [text] : text);
    const account = createInventory({
      [target]: [{ id, values: { id } }],
      [kind]: [{ id: 'x_1', values: { [name]: value(id) } }],
    });
    expect(ends(graphFromAccount(account))).toEqual([`${kind} x_1 -${name}> ${target} ${id}`]);
    const state = [inState(target, 'one', { id }), inState(kind, 'two', { id: 'x_1', [name]: value(id) })];
    expect(ends(graphFromStates(state))).toEqual([`${kind} x_1 -${name}> ${target} ${id}`]);
    const id1 = expression(`netingress_${target}.one.id`);
    const resources = [configured(target, 'one', {}), configured(kind, 'two', { [name]: value(id1) })];
    expect(ends(graphFromConfiguration([{ name: 'a', resources }]))).toEqual([
      `a/netingress_${kind}.two -${name}> a/netingress_${target}.one`,
    ]);
  },
);

test('a policy that is an expression refers to what the expression names', () => {
  const values = { url: 'https://app.example.com' };
  const ids = '[netingress_ip_policy.office.id, lower(data.netingress_ip_policy.other.id)]';
  const action = `{ type = "restrict-ips", config = { enforce = true, ip_policies = ${ids} } }`;
  const traffic_policy = expression(`jsonencode({ on_http_request = [{ actions = [${action}] }] })`);
  const resources = [
    configured('ip_policy', 'office', { description: 'Office' }),
    configured('cloud_endpoint', 'app', { ...values, traffic_policy }),
    configured('cloud_endpoint', 'literal', { ...values, traffic_policy: expression('file("policy.yaml")') }),
  ];
  expect(ends(graphFromConfiguration([{ name: 'a', resources }]))).toEqual([
    'a/netingress_cloud_endpoint.app -traffic_policy> a/netingress_ip_policy.office',
    'a/netingress_cloud_endpoint.app -traffic_policy> external ip_policy data.netingress_ip_policy.other',
  ]);
});

test('a reference of the service has an edge only if its target was read', () => {
  const domain = (id: string) =>
    inState('domain', 'd', { id: 'rd_1', domain: 'a.example', certificate: { id, uri: '' } });
  const certificate = inState('tls_certificate', 'c', { id: 'cert_1' });
  const edge = 'domain rd_1 -certificate> tls_certificate cert_1';
  expect(ends(graphFromStates([certificate, domain('cert_1')]))).toEqual([edge]);
  expect(graphFromStates([domain('cert_2')])).toMatchObject({ nodes: [{ label: 'a.example' }], edges: [] });
});

test('a value of more than 300 characters is shortened; characters count, not bytes', () => {
  const detailOf = (text: string) => {
    const values = { id: 'ipp_1', description: text };
    const { nodes } = graphFromAccount(createInventory({ ip_policy: [{ id: 'ipp_1', values }] }));
    return new Map(nodes[0]?.details).get('description');
  };
  expect(detailOf('ä'.repeat(300))).toBe('ä'.repeat(300));
  expect(detailOf('ä'.repeat(301))).toBe(`${'ä'.repeat(300)}…`);
});

test('an endpoint of several operators is drawn once', () => {
  const { account } = sampleAccount(20);
  const ids = ['k8sop_1', 'k8sop_2'];
  const kinds = account.kinds.map((each) =>
    each.kind === 'kubernetes_operator' ? { ...each, objects: ids.map((id) => ({ id, values: { id } })) } : each,
  );
  const bound = ids.map((operator) => ({ operator, endpoints: [{ id: 'ep_1', url: 'https://a.example' }] }));
  const graph = graphFromAccount({ kinds }, bound);
  expect(ends(graph).filter((each) => each.endsWith('ep_1'))).toHaveLength(2);
  const drawn = graph.nodes.filter(({ kind }) => kind === 'bound_endpoint');
  expect(drawn.map(({ label }) => label)).toEqual(['https://a.example']);
});

test('the box of a policy counts single rules and those of a set', () => {
  const rules = { '10.0.0.0/8': { action: 'allow' }, '10.1.0.0/16': { action: 'deny' }, '10.2.0.0/16': null };
  const set = graphFromStates([
    inState('ip_policy', 'p', { id: 'ipp_1', description: 'Office' }),
    inState('ip_policy_rules', 'r', { id: 'ipp_1', ip_policy_id: 'ipp_1', rules }),
  ]);
  expect(noteOf(set, 'Office')).toBe('IP policy · 1 allow, 1 deny');
  const rule = (name: string, action: string, cidr = '10.1.0.0/16', more: Partial<ConfiguredResource> = {}) => {
    const ip_policy_id = expression('netingress_ip_policy.p.id');
    return configured('ip_policy_rule', name, { ip_policy_id, cidr, action }, more);
  };
  const policy = configured('ip_policy', 'p', { description: 'Office' });
  const single = (...more: ConfiguredResource[]): Graph =>
    graphFromConfiguration([{ name: 'a', resources: [policy, ...more] }]);
  const rulesOf = (...more: ConfiguredResource[]) => noteOf(single(...more), 'Office')?.replace('IP policy · ', '');
  expect(rulesOf(rule('a', 'deny'), rule('b', 'allow'), rule('c', 'allow'))).toBe('2 allow, 1 deny');
  expect(rulesOf()).toBe('no IP policy rules');
  expect(rulesOf(rule('each', 'allow', expression('each.key'), { repetition: {} }))).toBe('at least 1 allow');
  const { items } = collapseGraph(single(rule('a', 'deny')), { collapse: false });
  expect(items.map(({ label }) => label)).toEqual(['Office', '10.1.0.0/16']);
});

test('a rule of a set that only Terraform can evaluate is drawn with its network', () => {
  const rules = { '10.0.0.0/8': { action: 'allow' }, '10.1.0.0/16': expression('var.rule') };
  const set = configured('ip_policy_rules', 'r', { ip_policy_id: expression('netingress_ip_policy.p.id'), rules });
  const { nodes } = graphFromConfiguration([{ name: 'a', resources: [set] }]);
  const drawn = nodes.filter(({ external }) => !external).map(({ kind, label }) => `${kind} ${label}`);
  expect(drawn).toEqual(['ip_policy_rule 10.0.0.0/8', 'ip_policy_rule 10.1.0.0/16']);
});

test('no badge mentions rules that could not be read', () => {
  const kinds = [
    { kind: 'ip_policy', pages: 1, objects: [{ id: 'ipp_1', values: { id: 'ipp_1', description: 'Office' } }] },
    { kind: 'ip_policy_rule', pages: 0, objects: [], failure: { reason: 'forbidden', message: 'No.' } as const },
  ];
  expect(noteOf(graphFromAccount({ kinds }), 'Office')).toBe('IP policy');
});

test('references to another stack are resolved, and others have external targets', () => {
  const output = 'cross-stack-output-netingress_ip_policyofficeid';
  const outputs = { [output]: expression('netingress_ip_policy.office.id') };
  const ip_policy_ids = [
    expression(`data.terraform_remote_state.cross-stack-reference-input-base.outputs.${output}`),
    ...['ipp_1', expression('data.netingress_ip_policy.found.id'), expression('var.policy')],
  ];
  const graph = graphFromConfiguration([
    { name: 'base', resources: [configured('ip_policy', 'office', { description: 'Office' })], outputs },
    { name: 'edge', resources: [configured('ip_restriction', 'r', { type: 'api', ip_policy_ids })] },
  ]);
  const others = graph.nodes.filter(({ external }) => external).map(({ label, badges }) => `${label}: ${badges}`);
  expect(ends(graph)[0]).toBe('edge/netingress_ip_restriction.r -ip_policy_ids> base/netingress_ip_policy.office');
  expect(others.toSorted()).toEqual(['found: looked up', 'ipp_1: by id', 'var.policy: expression']);
});

test('similar objects are one box, and similar pairs of objects are two', () => {
  const view = collapseGraph(graphFromAccount(sampleAccount(500).account), { collapse: true });
  const labels = view.items.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['15 API keys', '16 domains', '16 TLS certificates', '9 domains']));
  expect(view.items.length).toBeLessThan(100);
});

test('collapsing keeps all objects, and links connect existing boxes', () => {
  const { account, bound, size } = sampleAccount(300);
  const graph = graphFromAccount(account, bound);
  expect(graph.nodes).toHaveLength(size);
  for (const fold of [true, false]) {
    const { items, links } = collapseGraph(graph, { collapse: fold });
    const keys = items.flatMap(({ nodes, parts }) => [...nodes, ...parts].map(({ key }) => key));
    expect(keys.toSorted()).toEqual(graph.nodes.map(({ key }) => key).toSorted());
    const known = new Set(items.map(({ key }) => key));
    expect(links.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
  }
});

test('a selection by names includes connected objects, one by kinds none of other kinds', () => {
  const graph = graphFromAccount(sampleAccount(20).account);
  const kindsOf = (part: Graph): string[] => [...new Set(part.nodes.map(({ kind }) => kind))];
  expect(kindsOf(selectGraph(graph, { kinds: ['ip_policy', 'domain'] }))).toEqual(['ip_policy', 'domain']);
  expect(kindsOf(selectGraph(graph, { objects: ['DASH'] }))).toEqual(['ip_policy', 'ip_policy_rule', 'ip_restriction']);
  expect(selectGraph(graph, { objects: ['dash'] }).nodes.map(({ label }) => label)).not.toContain('api');
  expect(selectGraph(graph, { objects: ['das*d'] }).nodes.length).toBeGreaterThan(2);
  const both = selectGraph(graph, { objects: ['das*'], kinds: ['ip_restriction'] });
  expect(both.nodes.map(({ label }) => label)).toEqual(['dashboard']);
  expect(selectGraph(graph, { objects: ['[nothing'] }).nodes).toEqual([]);
});

test('a graph contains no sensitive values of any kind', () => {
  const secrets = SPEC_KINDS.map(({ name, attributes, idPrefix }) => {
    const hidden = Object.entries(attributes).filter(([key, each]) => isSensitive(each) || key === 'metadata');
    const values = Object.fromEntries(hidden.map(([key]) => [key, `SECRET ${name}`]));
    const own = { ...values, id: `${idPrefix}_1`, description: 'SECRET in state' };
    return inState(name, 'x', own, { description: true });
  });
  const creds = { cloud_access_key_id: 'AK', cloud_secret_access_key: 'SECRET' };
  const key = { private_key_pem: 'SECRET', private_key_pem_wo: 'SECRET', certificate_pem: '-----BEGIN X-----' };
  const resources = [
    configured('event_destination', 'd', { target: { data_stream: { stream_rn: 'crn:x', auth: { creds } } } }),
    configured('tls_certificate', 'c', key),
  ];
  const text = JSON.stringify([graphFromStates(secrets), graphFromConfiguration([{ name: 'a', resources }])]);
  expect(text).toContain('data stream');
  expect(text).not.toMatch(/SECRET|BEGIN/);
});

test('a graph contains no sensitive values of maps in a state', () => {
  const rules = Object.fromEntries(
    ['eu', '203.0.113.0/24'].map((key) => [key, { action: 'allow', description: `SECRET ${key}` }]),
  );
  const set = { id: 'ipp_1', ip_policy_id: 'ipp_1', rules };
  const marks = { rules: Object.fromEntries(Object.keys(rules).map((key) => [key, { description: true }])) };
  const text = (sensitive?: StateResource['sensitive']): string =>
    JSON.stringify(graphFromStates([inState('ip_policy_rules', 'r', set, sensitive)]));
  expect(text()).toContain('SECRET 203.0.113.0/24');
  expect(text(marks)).toContain('203.0.113.0/24');
  expect(text(marks)).not.toContain('SECRET');
});
