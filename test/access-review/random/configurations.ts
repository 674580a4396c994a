import { act, always, DENY, OK, requests, when } from '../../access/random/parts';
import { oneOf, type Pick, some } from '../../access/random/pick';
import type { JsonObject } from '../../access/reference/account';
import { expression } from '../../support/expression';

interface List {
  readonly isSet: boolean;
  readonly rules: Readonly<Record<string, string>>;
}

interface Restricted {
  readonly enforced: boolean;
  readonly lists: readonly string[];
  readonly mustAdmit: readonly string[] | undefined;
}

export interface Configuration {
  readonly lists: Readonly<Record<string, List>>;
  /** A rule that allows, whose list may change: Terraform replaces it at its address. */
  readonly moving: { readonly list: string; readonly cidr: string } | undefined;
  readonly restrictions: Readonly<Record<string, Restricted>>;
  /** The number of one of {@link POLICIES}, by the URL of the endpoint. */
  readonly endpoints: Readonly<Record<string, number>>;
}

type Block = Record<string, unknown>;
/** By type and name. */
type Blocks = Record<string, Record<string, Block>>;

export interface Rendered {
  readonly resource: Blocks;
  readonly data: Blocks;
  /** Operations of the service that it refuses. */
  readonly refused: string[];
  /** A rule that somebody else creates, in the list of this name, before the plan is made. */
  foreign: { readonly list: string; readonly cidr: string } | undefined;
}

export const NETWORKS = ['203.0.113.0/24', '203.0.113.64/26', '198.51.100.0/24', '192.0.2.0/24', '10.0.0.0/8'];
export const ADDRESSES = ['203.0.113.1', '203.0.113.65', '198.51.100.1', '192.0.2.1', '10.0.0.1', '8.8.8.8'];
export const URLS = ['https://a.example.com', 'https://b.example.com'];
const NAMES = ['hq', 'office', 'depot', 'berlin'];
const TYPES = ['api', 'dashboard'];

const POLICIES: readonly ((list: string) => JsonObject)[] = [
  (list) => requests(always(act('restrict-ips', { ip_policies: [list] }), OK)),
  () => requests(always(act('restrict-ips', { allow: ['203.0.113.0/24'] }), OK)),
  () => requests(when("req.url.path.startsWith('/admin')", DENY), always(OK)),
  () => requests(when("inCidrRange(conn.client_ip, '10.0.0.0/8')", DENY), always(OK)),
];

const address = (type: string, name: string): string => `netingress_${type}.${name}`;

function makeList(pick: Pick): List {
  const rules = some(1 + pick(3), () => [oneOf(pick, NETWORKS), pick(5) === 0 ? 'deny' : 'allow'] as const);
  return { isSet: pick(2) === 0, rules: Object.fromEntries(rules) };
}

/** In a list without a set, which would delete it, and beside no rule for its network. */
function makeMoving(pick: Pick, lists: Configuration['lists']): Configuration['moving'] {
  const places = Object.entries(lists).flatMap(([list, { isSet, rules }]) =>
    isSet ? [] : NETWORKS.filter((cidr) => !(cidr in rules)).map((cidr) => ({ list, cidr })),
  );
  return places.length === 0 ? undefined : oneOf(pick, places);
}

function makeRestriction(pick: Pick, lists: readonly string[]): Restricted {
  return {
    enforced: pick(6) > 0,
    lists: [...new Set(some(1 + pick(2), () => oneOf(pick, lists)))],
    mustAdmit: pick(6) === 0 ? [oneOf(pick, ADDRESSES)] : undefined,
  };
}

export function makeConfiguration(pick: Pick): Configuration {
  const lists = Object.fromEntries(NAMES.slice(0, 2 + pick(2)).map((name) => [name, makeList(pick)]));
  return {
    lists,
    moving: makeMoving(pick, lists),
    restrictions: { api: makeRestriction(pick, Object.keys(lists)) },
    endpoints: { 'https://a.example.com': pick(POLICIES.length) },
  };
}

/** One to three edits, as a pull request has them. An edit may change nothing. */
export function changeConfiguration(pick: Pick, before: Configuration): Configuration {
  return some(1 + pick(3), () => oneOf(pick, EDITS)).reduce((now, edit) => edit(pick, now), before);
}

type Edit = (pick: Pick, now: Configuration) => Configuration;

const editRules =
  (edit: (pick: Pick, rules: Record<string, string>) => void): Edit =>
  (pick, now) => {
    const name = oneOf(pick, Object.keys(now.lists));
    const list = now.lists[name] as List;
    const rules = { ...list.rules };
    edit(pick, rules);
    return { ...now, lists: { ...now.lists, [name]: { ...list, rules } } };
  };

const addRule = editRules((pick, rules) => {
  rules[oneOf(pick, NETWORKS)] = pick(5) === 0 ? 'deny' : 'allow';
});
const removeRule = editRules((pick, rules) => {
  const networks = Object.keys(rules);
  if (networks.length > 1) delete rules[oneOf(pick, networks)];
});
const flipRule = editRules((pick, rules) => {
  const network = oneOf(pick, Object.keys(rules));
  rules[network] = rules[network] === 'allow' ? 'deny' : 'allow';
});
const narrowRule = editRules((_, rules) => {
  if (!('203.0.113.0/24' in rules)) return;
  delete rules['203.0.113.0/24'];
  rules['203.0.113.64/26'] = 'allow';
});

const moveRule: Edit = (pick, now) => ({ ...now, moving: makeMoving(pick, now.lists) });

const changeRestriction: Edit = (pick, now) => ({
  ...now,
  restrictions: { ...now.restrictions, [oneOf(pick, TYPES)]: makeRestriction(pick, Object.keys(now.lists)) },
});
const removeRestriction: Edit = (pick, now) => {
  const { [oneOf(pick, TYPES)]: _, ...restrictions } = now.restrictions;
  return { ...now, restrictions };
};
const addList: Edit = (pick, now) => {
  const name = NAMES.find((each) => !(each in now.lists));
  return name === undefined ? now : { ...now, lists: { ...now.lists, [name]: makeList(pick) } };
};
const removeList: Edit = (pick, now) => {
  const names = Object.keys(now.lists);
  if (names.length < 2) return now;
  const { [oneOf(pick, names)]: _, ...lists } = now.lists;
  const restrictions = Object.entries(now.restrictions).flatMap(([type, each]) => {
    const kept = each.lists.filter((name) => name in lists);
    return kept.length === 0 ? [] : [[type, { ...each, lists: kept }] as const];
  });
  const moving = now.moving && now.moving.list in lists ? now.moving : makeMoving(pick, lists);
  return { ...now, lists, moving, restrictions: Object.fromEntries(restrictions) };
};
const changeEndpoint: Edit = (pick, now) => ({
  ...now,
  endpoints: { ...now.endpoints, [oneOf(pick, URLS)]: pick(POLICIES.length) },
});
const removeEndpoint: Edit = (pick, now) => {
  const { [oneOf(pick, URLS)]: _, ...endpoints } = now.endpoints;
  return { ...now, endpoints };
};

/** Rules change more often than what names them. */
const EDITS: readonly Edit[] = [
  ...[addRule, addRule, addRule, removeRule, removeRule, flipRule, narrowRule, moveRule, moveRule],
  ...[changeRestriction, changeRestriction, removeRestriction, addList, removeList, changeEndpoint, removeEndpoint],
];

/** `risks`: how many of {@link RISKS} are added; some change nothing. `number` is one that no other change has. */
export function renderConfiguration(
  pick: Pick,
  { lists, moving, restrictions, endpoints }: Configuration,
  { risks, number, existing }: { readonly risks: number; readonly number: number; readonly existing: string },
): Rendered {
  const lifecycle = { create_before_destroy: true };
  const resource: Blocks = {
    netingress_ip_policy: Object.fromEntries(
      Object.keys(lists).map((name) => [name, { description: name, lifecycle }]),
    ),
    netingress_ip_policy_rules: {},
    netingress_ip_policy_rule: {},
    netingress_ip_restriction: {},
    netingress_cloud_endpoint: {},
    netingress_domain: {},
    terraform_data: {},
  };
  const of = (type: string): Record<string, Block> => resource[type] ?? {};
  const idOf = (list: string): string =>
    lists[list]?.isSet
      ? expression(`${address('ip_policy_rules', list)}.ip_policy_id`)
      : expression(`${address('ip_policy', list)}.id`);
  const rulesOf = (list: string): string[] =>
    lists[list]?.isSet
      ? []
      : [
          ...Object.keys(lists[list]?.rules ?? {}).map((cidr) => address('ip_policy_rule', ruleName(list, cidr))),
          ...(moving?.list === list ? [address('ip_policy_rule', 'moving')] : []),
        ];
  for (const [name, { isSet, rules }] of Object.entries(lists)) {
    const id = expression(`${address('ip_policy', name)}.id`);
    const set = Object.fromEntries(Object.entries(rules).map(([cidr, action]) => [cidr, { action }]));
    if (isSet) of('netingress_ip_policy_rules')[name] = { ip_policy_id: id, rules: set, lifecycle };
    else
      for (const [cidr, action] of Object.entries(rules))
        of('netingress_ip_policy_rule')[ruleName(name, cidr)] = { ip_policy_id: id, cidr, action };
  }
  if (moving)
    of('netingress_ip_policy_rule')['moving'] = {
      ...{ ip_policy_id: expression(`${address('ip_policy', moving.list)}.id`), cidr: moving.cidr, action: 'allow' },
    };
  for (const [type, { enforced, lists: names, mustAdmit }] of Object.entries(restrictions))
    of('netingress_ip_restriction')[type] = {
      ...{ type, enforced, ip_policy_ids: names.map(idOf), depends_on: names.flatMap(rulesOf) },
      ...(mustAdmit && { must_admit: mustAdmit }),
    };
  const [first = ''] = Object.keys(lists);
  for (const [url, policy] of Object.entries(endpoints))
    of('netingress_cloud_endpoint')[new URL(url).hostname[0] ?? ''] = {
      ...{ url, traffic_policy: JSON.stringify(POLICIES[policy]?.(idOf(first))) },
    };
  const rendered: Rendered = { resource, data: {}, refused: [], foreign: undefined };
  for (let index = 0; index < risks; index++)
    oneOf(pick, RISKS)({ pick, rendered, lists, name: `x${number}_${index}`, existing });
  return rendered;
}

const ruleName = (list: string, cidr: string): string => `${list}_${cidr.replace(/\W/g, '_')}`;

interface Risk {
  readonly pick: Pick;
  readonly rendered: Rendered;
  readonly lists: Configuration['lists'];
  readonly name: string;
  /** Id of a policy of the account. */
  readonly existing: string;
}

const MISSING = 'ipp_2w8QTlUYZS3QFCs0FqC9Ujpd2rh';

/** A resource that is to wait for what may fail: no domain and no `terraform_data`. */
function pickWaiting({ pick, rendered: { resource } }: Risk, types?: readonly string[]): Block | undefined {
  const blocks = Object.entries(resource).flatMap(([type, byName]) =>
    type !== 'netingress_domain' && type !== 'terraform_data' && (types?.includes(type) ?? true)
      ? Object.values(byName)
      : [],
  );
  return blocks.length === 0 ? undefined : oneOf(pick, blocks);
}

function wait(block: Block | undefined, awaited: string): void {
  if (block) block['depends_on'] = [...((block['depends_on'] ?? []) as readonly string[]), awaited];
}

/** A value that Terraform has during the apply only. */
function makeLate({ rendered: { resource }, name }: Risk, input: string): string {
  (resource['terraform_data'] as Record<string, Block>)[name] = { input };
  return `terraform_data.${name}.output`;
}

/** A condition that Terraform evaluates during the apply only, and that may not hold. */
const addCondition =
  (kind: 'precondition' | 'postcondition') =>
  (risk: Risk): void => {
    const block = pickWaiting(risk);
    const late = makeLate(risk, oneOf(risk.pick, ['go', 'stop', 'stop']));
    if (!block) return;
    const condition = { condition: expression(`${late} == "go"`), error_message: 'It is not.' };
    block['lifecycle'] = { ...((block['lifecycle'] ?? {}) as Block), [kind]: [condition] };
  };

/** A member has one of the values, or without them its own or a wrong one, during the apply only. */
const makeMemberLate =
  (type: string, member: string, ...values: readonly string[]) =>
  (risk: Risk): void => {
    const block = pickWaiting(risk, [type]);
    if (!block) return;
    const options = values.length > 0 ? values : [String(block[member]), 'nowhere'];
    block[member] = expression(makeLate(risk, oneOf(risk.pick, options)));
  };

function addDomain({ name, rendered: { resource } }: Risk, more: Block = {}): void {
  (resource['netingress_domain'] as Record<string, Block>)[name] = {
    ...{ domain: `${name.replace('_', '-')}.example.com`, ...more },
  };
}

const RISKS: readonly ((risk: Risk) => void)[] = [
  (risk) => {
    addDomain(risk);
    wait(pickWaiting(risk), address('domain', risk.name));
    if (risk.pick(3) > 0) risk.rendered.refused.push('domain.create');
  },
  // The next change removes the domain, and Terraform deletes what it waited for only after it.
  (risk) => {
    const rules = Object.keys(risk.rendered.resource['netingress_ip_policy_rule'] ?? {});
    addDomain(risk, rules.length > 0 ? { depends_on: [address('ip_policy_rule', oneOf(risk.pick, rules))] } : {});
  },
  addCondition('precondition'),
  addCondition('postcondition'),
  makeMemberLate('netingress_ip_policy_rule', 'cidr'),
  makeMemberLate('netingress_ip_policy_rule', 'action', 'allow', 'deny', 'maybe'),
  makeMemberLate('netingress_ip_restriction', 'enforced', 'true', 'false', 'maybe'),
  (risk) => {
    const { pick, name, rendered, existing } = risk;
    const id = expression(makeLate(risk, pick(2) === 0 ? existing : MISSING));
    rendered.data['netingress_ip_policy'] = { ...rendered.data['netingress_ip_policy'], [name]: { id } };
    wait(pickWaiting(risk), `data.netingress_ip_policy.${name}`);
  },
  (risk) => {
    const { name, rendered } = risk;
    const waiting = pickWaiting(risk);
    (rendered.resource['netingress_ip_policy_rule'] as Record<string, Block>)[name] = {
      ...{ ip_policy_id: MISSING, cidr: '192.0.2.0/24', action: 'allow' },
    };
    wait(waiting, address('ip_policy_rule', name));
  },
  ({ pick, lists, rendered }) => {
    const single = Object.entries(lists).filter(([, { isSet }]) => !isSet);
    if (single.length === 0) return;
    const [list, { rules }] = oneOf(pick, single);
    rendered.foreign = { list, cidr: oneOf(pick, Object.keys(rules)) };
  },
];
