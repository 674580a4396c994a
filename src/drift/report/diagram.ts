import { findReferences } from '../../graph/build/references';
import type { LayoutLink } from '../../graph/layout/box';
import { tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { ipPolicy } from '../../model/resources/ip-policy';
import { ipPolicyRule } from '../../model/resources/ip-policy-rule';
import type { Finding, FindingType } from '../compare/finding';
import type { DriftInput } from '../compare/input';
import { findObjectId, RULE_SET } from '../compare/match-state-to-account';
import { createSensitivePathFinder, findDisplayName } from '../compare/redact';

export interface DiagramNode {
  /** `kind id`, unique. */
  readonly key: string;
  readonly kind: string;
  /** The label of {@link labelObject}. */
  readonly name: string;
  readonly address: string | null;
  /** The first finding about the object. */
  readonly finding: FindingType | 'in_sync' | 'not_checked';
}

export interface Diagram {
  readonly nodes: readonly DiagramNode[];
  readonly edges: readonly LayoutLink[];
  /** Number of objects without findings that are not drawn, because there are more than {@link MAX_NODES}. */
  readonly omitted: number;
}

/** Larger diagrams take more than a second to lay out, and are not readable. */
const MAX_NODES = 250;

/** Builds the diagram of the account and the states. Objects with findings come first if not all can be drawn. */
export function buildDiagram({ account, stateResources }: DriftInput, findings: readonly Finding[]): Diagram {
  const firstFindings = new Map<string, Finding>();
  for (const finding of findings)
    if (!firstFindings.has(nodeKey(finding))) firstFindings.set(nodeKey(finding), finding);
  const resources = new Map(
    stateResources.map((resource) => [`${parseKindName(resource.type)} ${findObjectId(resource)}`, resource]),
  );
  const remote = account.kinds.flatMap(({ kind, objects }) => objects.map(({ id, values }) => ({ kind, id, values })));
  const remoteKeys = new Set(remote.map(({ kind, id }) => `${kind} ${id}`));
  const missing = [...resources].flatMap(([key, resource]) => {
    const [kind, id] = [parseKindName(resource.type), findObjectId(resource)];
    if (kind === undefined || id === undefined || remoteKeys.has(key)) return [];
    // A composite is not an object of the account, so it is drawn only if a finding names it.
    return tryFindKind(kind) || firstFindings.has(key) ? [{ kind, id, values: resource.values }] : [];
  });
  const objects = [...remote, ...missing];
  const findSensitivePaths = createSensitivePathFinder(stateResources);
  const names = new Map(
    objects.map(({ kind, id, values }) => [
      `${kind} ${id}`,
      findDisplayName(kind, values, findSensitivePaths(kind, id, values)) ?? id,
    ]),
  );
  const unreadKinds = new Set(account.kinds.flatMap(({ kind, failure }) => (failure ? [kind] : [])));
  const nodes = objects.map(({ kind, id }): DiagramNode => {
    const key = `${kind} ${id}`;
    const address = resources.get(key)?.address ?? null;
    const name = labelObject({ kind, id, name: names.get(key) ?? null, address }, names);
    const unread = unreadKinds.has(kind) && !remoteKeys.has(key);
    return { key, kind, name, address, finding: firstFindings.get(key)?.type ?? (unread ? 'not_checked' : 'in_sync') };
  });
  const nodeKeys = new Set(nodes.map(({ key }) => key));
  // Findings about configuration that is not deployed; most have an address and no id.
  const undeployed = [...firstFindings].flatMap(([key, { kind, id, name, address, type }]): DiagramNode[] => {
    if (nodeKeys.has(key)) return [];
    return [{ key, kind, name: labelObject({ kind, id, name, address }, names), address, finding: type }];
  });
  const edges = objects.flatMap(({ kind, id, values }) =>
    findReferences(kind, values).map((reference) => ({
      from: `${kind} ${id}`,
      to: `${reference.kind} ${reference.value}`,
      belongs: reference.belongs,
    })),
  );
  return limitNodes([...nodes, ...undeployed], edges);
}

/**
 * The label of an object: CIDR and policy of a rule, the policy of a rule set, or else its name. `names` contains the
 * names of policies by `ip_policy <id>`.
 */
export function labelObject(
  { kind, id, name, address }: Pick<Finding, 'kind' | 'id' | 'name' | 'address'>,
  names: ReadonlyMap<string, string>,
): string {
  const policyName = (policy: string): string => names.get(`${ipPolicy.name} ${policy}`) ?? policy;
  if (kind === RULE_SET && id !== null) return `rules of ${policyName(id)}`;
  // The name of a rule is its natural key, `<policy id>/<cidr>`.
  const [, policy, cidr] = (kind === ipPolicyRule.name && /^([^/]+)\/(.+)$/.exec(name ?? '')) || [];
  if (policy !== undefined) return `${cidr} of ${policyName(policy)}`;
  return name ?? address ?? id ?? kind;
}

function nodeKey({ kind, id, address }: Finding): string {
  return `${kind} ${id ?? address}`;
}

/** Keeps objects with findings, then their neighbors, then others. */
function limitNodes(all: readonly DiagramNode[], edges: readonly LayoutLink[]): Diagram {
  const withFinding = new Set(all.flatMap(({ key, finding }) => (finding === 'in_sync' ? [] : [key])));
  const related = new Set(
    edges.flatMap(({ from, to }) => (withFinding.has(from) || withFinding.has(to) ? [from, to] : [])),
  );
  const rank = ({ key }: DiagramNode): number => (withFinding.has(key) ? 0 : related.has(key) ? 1 : 2);
  const nodes = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_NODES);
  const keys = new Set(nodes.map(({ key }) => key));
  return {
    nodes,
    edges: edges.filter(({ from, to }) => keys.has(from) && keys.has(to)),
    omitted: all.length - nodes.length,
  };
}
