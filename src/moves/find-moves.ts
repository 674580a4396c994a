/**
 * Pairs resource instances that disappear from the configuration with those that appear in it. An equal unique key
 * makes a pair, and without such a key equal content. Names are no evidence, and of several candidates none is chosen.
 */
import { groupBy } from '../model/arrays';
import { type FindAttribute, type Instance, replaceReferences } from './instances';
import { compareRotations, ROTATION_TYPE } from './rotations';
import { type Comparison, compareContent, IDENTITIES, type Identity } from './same-object';

export interface MovesInput {
  /** Instances of the states, or of the earlier configuration. */
  readonly before: readonly Instance[];
  /** Instances of the new configuration. */
  readonly after: readonly Instance[];
  /** Instances that existing `moved` and `import` blocks give to addresses of the new configuration, by {@link instanceKey}. */
  readonly known?: ReadonlyMap<string, Instance>;
}

/** An object whose address changes. */
export interface Move {
  readonly from: Instance;
  readonly to: Instance;
}

/** Objects and addresses of one resource type that could be pairs in several ways. */
export interface Ambiguity {
  readonly type: string;
  readonly from: readonly Instance[];
  readonly to: readonly Instance[];
}

export interface Moves {
  readonly moves: readonly Move[];
  readonly ambiguous: readonly Ambiguity[];
  /** Only Terraform can evaluate the natural keys of the new addresses. */
  readonly undecided: readonly Ambiguity[];
  /** Instances that disappear without a candidate; the next apply destroys their objects. */
  readonly destroyed: readonly Instance[];
  /** Instances that appear without a candidate; the next apply creates their objects. */
  readonly created: readonly Instance[];
}

export function instanceKey({ stack, address }: Pick<Instance, 'stack' | 'address'>): string {
  return `${stack}/${address}`;
}

export function findMoves({ before, after, known = new Map() }: MovesInput): Moves {
  const byAddress = new Map(before.map((instance) => [instanceKey(instance), instance]));
  const afterByAddress = new Map(after.map((instance) => [instanceKey(instance), instance]));
  /** The earlier instance of an object by its new address. Types are paired after the types that they refer to. */
  const earlier = new Map(known);
  for (const key of afterByAddress.keys()) {
    const same = byAddress.get(key);
    if (same) earlier.set(key, same);
  }
  const moved = new Set([...known.values()].map(instanceKey));
  const findAttribute: FindAttribute = (stack, address, attribute) => {
    const key = instanceKey({ stack, address });
    const value = earlier.get(key)?.values[attribute];
    return value ?? (attribute === 'id' ? undefined : afterByAddress.get(key)?.values[attribute]);
  };

  const found = IDENTITIES.map((identity): Moves => {
    const disappearing = before.filter(
      (instance) =>
        instance.type === identity.type &&
        !afterByAddress.has(instanceKey(instance)) &&
        !moved.has(instanceKey(instance)),
    );
    const appearing = after
      .filter((instance) => instance.type === identity.type && !earlier.has(instanceKey(instance)))
      .map((instance) => ({ ...instance, values: replaceReferences(instance.values, findAttribute) }));
    const credentials = { before, after, findEarlier: (instance: Instance) => earlier.get(instanceKey(instance)) };
    const compare: Compare = (old, candidate) =>
      (identity.type === ROTATION_TYPE ? compareRotations(old, candidate, credentials) : undefined) ??
      compareContent(identity, old.values, candidate.values);
    const result = pairInstances(identity, disappearing, appearing, compare);
    for (const { from, to } of result.moves) earlier.set(instanceKey(to), from);
    return result;
  });
  return {
    moves: found.flatMap(({ moves }) => moves),
    ambiguous: found.flatMap(({ ambiguous }) => ambiguous),
    undecided: found.flatMap(({ undecided }) => undecided),
    destroyed: found.flatMap(({ destroyed }) => destroyed),
    created: found.flatMap(({ created }) => created),
  };
}

type Compare = (old: Instance, candidate: Instance) => Comparison;

function pairInstances(
  identity: Identity,
  from: readonly Instance[],
  to: readonly Instance[],
  compare: Compare,
): Moves {
  const { groups, certain } = identity.hasUniqueKey
    ? groupByUniqueKey(identity, from, to)
    : groupByContent(compare, from, to);
  const moves = groups.flatMap((group): Move[] => {
    const [[first], [second]] = [group.from, group.to];
    const isPair = first && second && group.from.length === 1 && group.to.length === 1 && certain(first, second);
    return isPair ? [{ from: first, to: second }] : [];
  });
  const moved = new Set(moves.flatMap((move) => [move.from, move.to]));
  const ambiguous = groups.filter(
    (group) => group.from.length > 0 && group.to.length > 0 && !moved.has(group.from[0] as Instance),
  );
  const unclear = new Set(ambiguous.flatMap((group) => [...group.from, ...group.to]));
  const isAlone = (instance: Instance): boolean => !moved.has(instance) && !unclear.has(instance);
  const [destroyed, created] = [from.filter(isAlone), to.filter(isAlone)];
  const unknown = created.filter(({ values }) => identity.isKeyUnknown(values));
  const isUndecided = destroyed.length > 0 && unknown.length > 0;
  return {
    moves,
    ambiguous: ambiguous.map((group) => ({ type: identity.type, ...group })),
    undecided: isUndecided ? [{ type: identity.type, from: destroyed, to: unknown }] : [],
    destroyed: isUndecided ? [] : destroyed,
    created: isUndecided ? created.filter((instance) => !unknown.includes(instance)) : created,
  };
}

interface Group {
  readonly from: readonly Instance[];
  readonly to: readonly Instance[];
}

interface Grouping {
  /** Instances that may be one object; every instance is in at most one group. */
  readonly groups: readonly Group[];
  readonly certain: (from: Instance, to: Instance) => boolean;
}

function groupByUniqueKey({ uniqueKey }: Identity, from: readonly Instance[], to: readonly Instance[]): Grouping {
  const keyed = (instances: readonly Instance[]): Map<string, Instance[]> =>
    groupBy(
      instances.filter(({ values }) => uniqueKey(values) !== undefined),
      ({ values }) => uniqueKey(values) as string,
    );
  const appearing = keyed(to);
  const groups = [...keyed(from)].map(([key, instances]) => ({ from: instances, to: appearing.get(key) ?? [] }));
  return { groups, certain: () => true };
}

/** Groups the connected components of the relation "may be the same object". */
function groupByContent(compare: Compare, from: readonly Instance[], to: readonly Instance[]): Grouping {
  const groups: { from: Instance[]; to: Instance[] }[] = [];
  for (const old of from) {
    const candidates = to.filter((candidate) => compare(old, candidate) !== 'different');
    const joined = groups.filter((group) => candidates.some((candidate) => group.to.includes(candidate)));
    const rest = groups.filter((group) => !joined.includes(group));
    const merged = {
      from: [...joined.flatMap((group) => group.from), old],
      to: [...new Set([...joined.flatMap((group) => group.to), ...candidates])],
    };
    groups.splice(0, groups.length, ...rest, merged);
  }
  const certain = (old: Instance, candidate: Instance): boolean => compare(old, candidate) === 'equal';
  return { groups, certain };
}
