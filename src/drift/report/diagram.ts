/** Objects and their references as a graph, as plain data; laid out and drawn elsewhere. */
import { referencesOf } from '../../graph/build/references';
import type { StateResource } from '../../model/inventory';
import { tryFindKind } from '../../model/kinds';
import { kindNameOf } from '../../model/naming';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import { RULE_SET } from '../compare/match-state-to-account';
import type { DriftInput } from '../input';
import type { Finding, FindingType } from './finding';
import { marksFinder, shownName } from './redact-sensitive';

/** One object. */
export interface PictureNode {
  /** `kind id`, unique. */
  readonly key: string;
  readonly kind: string;
  /** For people: the name, or the identifier without one; of a rule its network and the name of its policy. */
  readonly name: string;
  readonly address: string | null;
  /** The worst that was found; `agrees` when nothing was, `derived` objects are left out. */
  readonly finding: FindingType | 'agrees';
}

/** A reference from one object to another. */
export interface PictureEdge {
  readonly from: string;
  readonly to: string;
  /** The object is a part of the other one. */
  readonly belongs: boolean;
}

/** Objects and references. */
export interface Picture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  /** Objects that are not drawn because there are too many: those that agree and that no finding is about. */
  readonly left_out: number;
}

/** More than this is neither laid out in a second nor read by anybody. */
export const MOST_DRAWN = 250;

/** The objects of the account and of the states. Those with findings come first when not all can be drawn. */
export function pictureOf({ account, stated }: DriftInput, findings: readonly Finding[]): Picture {
  const worst = new Map<string, Finding>();
  for (const finding of findings) if (!worst.has(keyOf(finding))) worst.set(keyOf(finding), finding);
  const addresses = new Map(stated.map((each) => [`${kindNameOf(each.type)} ${idOf(each)}`, each]));
  const live = account.kinds.flatMap(({ kind, objects }) => objects.map(({ id, values }) => ({ kind, id, values })));
  const known = new Set(live.map(({ kind, id }) => `${kind} ${id}`));
  const gone = [...addresses].flatMap(([key, each]) => {
    const [kind, id] = [kindNameOf(each.type), idOf(each)];
    if (kind === undefined || id === undefined || known.has(key)) return [];
    return tryFindKind(kind) || worst.has(key) ? [{ kind, id, values: each.values }] : [];
  });
  const objects = [...live, ...gone];
  const findMarks = marksFinder(stated);
  const names = new Map(
    objects.map(({ kind, id, values }) => [
      `${kind} ${id}`,
      shownName(kind, values, findMarks(kind, id, values)) ?? id,
    ]),
  );
  const nodes = objects.map(({ kind, id }): PictureNode => {
    const key = `${kind} ${id}`;
    const address = addresses.get(key)?.address ?? null;
    const name = labelOf({ kind, id, name: names.get(key) ?? null, address }, names);
    return { key, kind, name, address, finding: worst.get(key)?.type ?? 'agrees' };
  });
  const drawnKeys = new Set(nodes.map(({ key }) => key));
  const undeployed = [...worst].flatMap(([key, { kind, id, name, address, type }]): PictureNode[] =>
    drawnKeys.has(key)
      ? []
      : [{ key, kind, name: labelOf({ kind, id, name, address }, names), address, finding: type }],
  );
  const edges = objects.flatMap(({ kind, id, values }) =>
    referencesOf(kind, values).map((each): PictureEdge => {
      return { from: `${kind} ${id}`, to: `${each.kind} ${each.value}`, belongs: each.belongs };
    }),
  );
  return drawn([...nodes, ...undeployed], edges);
}

/**
 * What people call an object: a rule by its network and its policy, a set of rules by its policy, any other by its name.
 * `names` has the names of policies by `ip_policy <id>`.
 */
export function labelOf(
  { kind, id, name, address }: Pick<Finding, 'kind' | 'id' | 'name' | 'address'>,
  names: ReadonlyMap<string, string>,
): string {
  const policyName = (policy: string): string => names.get(`${ipPolicy.name} ${policy}`) ?? policy;
  if (kind === RULE_SET && id !== null) return `rules of ${policyName(id)}`;
  // The natural key of a rule is its policy's identifier and its network.
  const [, policy, network] = (kind === ipPolicyRule.name && /^([^/]+)\/(.+)$/.exec(name ?? '')) || [];
  if (policy !== undefined) return `${network} of ${policyName(policy)}`;
  return name ?? address ?? id ?? kind;
}

function keyOf({ kind, id, address }: Finding): string {
  return `${kind} ${id ?? address}`;
}

function drawn(all: readonly PictureNode[], edges: readonly PictureEdge[]): Picture {
  const found = all.filter(({ finding }) => finding !== 'agrees');
  const near = new Set(found.map(({ key }) => key));
  const related = new Set(edges.flatMap(({ from, to }) => (near.has(from) || near.has(to) ? [from, to] : [])));
  const rank = ({ key, finding }: PictureNode): number => (finding !== 'agrees' ? 0 : related.has(key) ? 1 : 2);
  const nodes = all
    .map((node, index) => ({ node, index, rank: rank(node) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, MOST_DRAWN)
    .map(({ node }) => node);
  const keys = new Set(nodes.map(({ key }) => key));
  return {
    nodes,
    edges: edges.filter(({ from, to }) => keys.has(from) && keys.has(to)),
    left_out: all.length - nodes.length,
  };
}

function idOf({ values, type }: StateResource): string | undefined {
  const id = values[kindNameOf(type) === 'ip_policy_rules' ? 'ip_policy_id' : 'id'];
  return typeof id === 'string' ? id : undefined;
}
