import { combineRules, deniesEveryAddress } from '../access-review/combined-policies';
import { groupBy } from '../model/arrays';
import { ipPolicyRules } from '../model/composites';
import { auditEventTypes, COMMON_EVENT_GROUPS, PROFILE_EVENT_GROUPS } from '../model/events/event-groups';
import { aggregateRules, type DescribedRule } from '../model/ip/aggregate-rules';
import { parseCidr } from '../model/ip/cidr';
import { objectKey } from '../model/object-key';
import type { Declaration, DeclaredValue, KindDeclarations, ObjectEntry } from './expression';

export interface Pattern {
  readonly className: 'IpAllowList' | 'AccessRestriction' | 'AuditTrail';
  readonly props: readonly ObjectEntry[];
  /** Members of the pattern, with the ids of the objects to import. */
  readonly imports: readonly (readonly [member: string, id: string])[];
}

/**
 * The pattern of each declaration, by its key. Undefined if the pattern of another declaration contains it. A
 * declaration that is no key stays a resource.
 */
export type Patterns = ReadonlyMap<string, Pattern | undefined>;

export function findPatterns(sections: readonly KindDeclarations[]): Patterns {
  const declarations = sections.flatMap((section) => section.declarations);
  const ruleSets = new Map(
    declarations.flatMap((each) => (each.type === ipPolicyRules.name ? [[each.importId, each] as const] : [])),
  );
  const patterns = new Map<string, Pattern | undefined>();
  const allowLists = new Map<string, readonly DescribedRule[]>();
  for (const policy of declarations.filter(({ type }) => type === 'ip_policy')) {
    const ruleSet = ruleSets.get(policy.importId);
    const rules = ruleSet && toRules(findMember(ruleSet.body, 'rules'));
    const networks = rules && listNetworks(rules);
    if (!networks) continue;
    allowLists.set(keyOf(policy), rules);
    patterns.set(keyOf(policy), {
      className: 'IpAllowList',
      props: [...policy.body, ...networks],
      imports: [
        ['policy', policy.importId],
        ['rules', policy.importId],
      ],
    });
    patterns.set(keyOf(ruleSet), undefined);
  }
  const findRules = (item: DeclaredValue) => (item.type === 'reference' ? allowLists.get(keyOf(item.to)) : undefined);
  for (const declaration of declarations) {
    const pattern =
      declaration.type === 'ip_restriction'
        ? toRestriction(declaration, findRules)
        : declaration.type === 'event_subscription'
          ? toTrail(declaration)
          : undefined;
    if (pattern) patterns.set(keyOf(declaration), pattern);
  }
  return patterns;
}

function keyOf({ type, name }: Pick<Declaration, 'type' | 'name'>): string {
  return objectKey(type, name);
}

/**
 * The networks of rules by action and name; undefined if an allow list would merge them, or refuse them because they
 * deny every address, or if one has metadata and no name.
 */
function listNetworks(rules: readonly DescribedRule[]): ObjectEntry[] | undefined {
  if (!isKept(rules) || deniesEveryAddress(combineRules(rules))) return undefined;
  const groups = [
    ...groupBy(rules, ({ action, description, metadata }) => JSON.stringify([action, description, metadata])).values(),
  ];
  if (groups.some(([first]) => first?.metadata !== undefined && !first.description)) return undefined;
  return (['allow', 'deny'] as const).flatMap((action): ObjectEntry[] => {
    const items = groups.filter(([first]) => first?.action === action).flatMap(toNetworks);
    return items.length > 0 ? [[action, { type: 'list', items }]] : [];
  });
}

function toRules(rules: DeclaredValue | undefined): DescribedRule[] | undefined {
  if (rules?.type !== 'map') return undefined;
  const all = rules.members.map(([network, rule]): DescribedRule | undefined => {
    const cidr = parseCidr(network);
    const [action, description, metadata] = ['action', 'description', 'metadata'].map((name) =>
      rule.type === 'object' ? literalOf(findMember(rule.members, name)) : undefined,
    );
    if ('problem' in cidr || (action !== 'allow' && action !== 'deny')) return undefined;
    return { cidr, action, ...(description && { description }), ...(metadata && { metadata }) };
  });
  return all.every((rule) => rule !== undefined) ? all : undefined;
}

/** Whether an allow list of these networks would have exactly these rules: it merges some networks and omits others. */
function isKept(rules: readonly DescribedRule[]): boolean {
  const format = ({ cidr, action, description, metadata }: DescribedRule): string =>
    JSON.stringify([cidr.canonical, action, description, metadata]);
  const kept = new Set(aggregateRules(rules).map(format));
  return kept.size === rules.length && rules.every((rule) => kept.has(format(rule)));
}

function toNetworks(group: readonly DescribedRule[]): DeclaredValue[] {
  const cidrs = group.map(({ cidr }) => toLiteral(cidr.canonical));
  const { description, metadata } = group[0] ?? {};
  if (description === undefined) return cidrs;
  const members: ObjectEntry[] = [
    ['name', toLiteral(description)],
    ['cidrs', { type: 'list', items: cidrs }],
    ...(metadata === undefined ? [] : [['metadata', toLiteral(metadata)] as const]),
  ];
  return [{ type: 'object', members }];
}

/**
 * An access restriction checks the rules of its policies, so each of them must be that of an allow list. An enforced
 * one is an error at synth if these together deny every address.
 */
function toRestriction(
  { body, importId }: Declaration,
  findRules: (item: DeclaredValue) => readonly DescribedRule[] | undefined,
): Pattern | undefined {
  const policies = findMember(body, 'ip_policy_ids');
  if (policies?.type !== 'list' || policies.items.length === 0) return undefined;
  const rules = policies.items.map(findRules);
  if (!rules.every((each) => each !== undefined)) return undefined;
  const enforced = findMember(body, 'enforced');
  const isEnforced = enforced?.type === 'literal' && enforced.value === true;
  if (isEnforced && rules.length > 1 && deniesEveryAddress(combineRules(rules.flat()))) return undefined;
  const props = body.map(([name, value]): ObjectEntry => {
    if (name === 'ip_policy_ids') return ['policies', toConstructs(policies.items)];
    return [name === 'type' ? 'restricts' : name, value];
  });
  return { className: 'AccessRestriction', props, imports: [['restriction', importId]] };
}

function toTrail({ body, importId }: Declaration): Pattern | undefined {
  const sources = findMember(body, 'sources');
  const destinations = findMember(body, 'destination_ids');
  if (sources?.type !== 'list' || destinations?.type !== 'list') return undefined;
  if (!destinations.items.every(({ type }) => type === 'reference')) return undefined;
  // A source with fields or a filter becomes undefined, which is in no group: so the sizes below differ.
  const types = sources.items.map((item) =>
    item.type === 'object' && item.members.length === 1 ? literalOf(findMember(item.members, 'type')) : undefined,
  );
  const delivered = new Set(types);
  const groups = [...COMMON_EVENT_GROUPS, ...PROFILE_EVENT_GROUPS].filter((group) =>
    auditEventTypes([group]).every((type) => delivered.has(type)),
  );
  if (groups.length === 0 || auditEventTypes(groups).length !== delivered.size) return undefined;
  const props = body.flatMap(([name, value]): ObjectEntry[] => {
    if (name === 'destination_ids') return [['destinations', toConstructs(destinations.items)]];
    if (name !== 'sources') return [[name, value]];
    return groups.join() === COMMON_EVENT_GROUPS.join()
      ? []
      : [['event_groups', { type: 'list', items: groups.map(toLiteral) }]];
  });
  return { className: 'AuditTrail', props, imports: [['subscription', importId]] };
}

function toLiteral(value: string): DeclaredValue {
  return { type: 'literal', value };
}

function toConstructs(items: readonly DeclaredValue[]): DeclaredValue {
  const constructs = items.flatMap((item): DeclaredValue[] =>
    item.type === 'reference' ? [{ type: 'reference', to: item.to }] : [],
  );
  return { type: 'list', items: constructs };
}

function findMember(members: readonly ObjectEntry[], name: string): DeclaredValue | undefined {
  return members.find(([each]) => each === name)?.[1];
}

function literalOf(value: DeclaredValue | undefined): string | undefined {
  return value?.type === 'literal' && typeof value.value === 'string' ? value.value : undefined;
}
