/**
 * Pairs resource instances that disappear from the configuration with those that appear in it. An equal unique key
 * makes a pair, and without such a key equal content. Names are no evidence, and of several candidates none is chosen.
 */
import { groupBy } from '../model/arrays';
import type { Attributes } from '../model/kind';
import { DEFAULT_ACCOUNT } from '../objects/accounts';
import { type AccountRef, formatPlace, type Obj, type Placed } from '../objects/objects';
import { isUnknown, type Known } from '../values/known';
import { type FindAttribute, instanceKey, replaceReferences } from './instances';
import { compareRotations, ROTATION_TYPE } from './rotations';
import { type ContentComparison, compareContent, RECOGNIZED_TYPES, type RecognizedType } from './same-object';

export interface MovesInput {
  /** The objects of the states, of the earlier configuration or before a plan; with `--live` also those in no state. */
  readonly before: readonly Obj[];
  /**
   * The objects of the new configuration. Their ids are not read: an address that appears has no object yet. A value
   * that another one of them provides, such as the id of its policy, is a `Reference` until that object is paired.
   */
  readonly after: readonly Placed[];
  /** Instances that `moved` and `import` blocks give to new addresses, by {@link formatPlace}. */
  readonly known?: ReadonlyMap<string, Obj>;
  /** Instances moved to an address that the new configuration lacks: `a[2]` to `b[2]`, whose `count` is 2. */
  readonly movedAway?: readonly Placed[];
}

export interface Move {
  readonly from: Obj;
  readonly to: Placed;
}

/**
 * Objects and addresses of one resource type of which it is not certain which are pairs: two equal objects and two
 * addresses, or one of each with a value that is not known, such as the URL `${var.url}`.
 */
export interface Ambiguity {
  readonly type: string;
  readonly from: readonly Obj[];
  readonly to: readonly Placed[];
}

export interface Moves {
  readonly moves: readonly Move[];
  readonly ambiguous: readonly Ambiguity[];
  /** Only Terraform can evaluate the natural keys of the new addresses. */
  readonly undecided: readonly Ambiguity[];
  /**
   * Objects without a unique key that differ only in what may be written for all objects: in metadata or description.
   */
  readonly likely: readonly Ambiguity[];
  /**
   * Instances that disappear without a candidate, and {@link MovesInput.movedAway}: the next apply destroys their
   * objects.
   */
  readonly destroyed: readonly Placed[];
  /** Instances that appear without a candidate; the next apply creates their objects. */
  readonly created: readonly Placed[];
}

export function findMoves({ before, after, known = new Map(), movedAway = [] }: MovesInput): Moves {
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
    const key = formatPlace({ stack, address });
    const value = earlier.get(key)?.values[attribute];
    if (value !== undefined && value !== null) return value;
    // The object is not paired, but its argument may refer to one that is: a restriction names a policy by the argument
    // `ip_policy_id` of its rule set.
    const configured = attribute === 'id' ? undefined : afterByAddress.get(key)?.values;
    return configured && replaceReferences({ value: configured[attribute] ?? null }, findId)['value'];
  };
  const findId: FindAttribute = (stack, address, attribute) =>
    attribute === 'id' ? earlier.get(formatPlace({ stack, address }))?.values['id'] : undefined;

  const found = RECOGNIZED_TYPES.map((recognized): Moves => {
    const disappearing = before.filter(
      (instance) =>
        instance.kind === recognized.kind &&
        !afterByAddress.has(instanceKey(instance)) &&
        !moved.has(instanceKey(instance)),
    );
    const appearing = after
      .filter((instance) => instance.kind === recognized.kind && !earlier.has(instanceKey(instance)))
      .map((instance) => ({ ...instance, values: replaceReferences(instance.values, findAttribute) }));
    const objects = { before, after, findEarlier: (instance: Obj) => earlier.get(instanceKey(instance)) };
    const compare = withinAccount(
      (old, candidate) =>
        (recognized.type === ROTATION_TYPE ? compareRotations(old, candidate, objects) : undefined) ??
        compareContent({ attributes: attributesOf(recognized, old) }, old.values, candidate.values),
    );
    const result = pairInstances(recognized, disappearing, appearing, compare);
    for (const { from, to } of result.moves) earlier.set(instanceKey(to), from);
    return result;
  });
  return {
    moves: found.flatMap(({ moves }) => moves),
    ambiguous: found.flatMap(({ ambiguous }) => ambiguous),
    undecided: found.flatMap(({ undecided }) => undecided),
    likely: found.flatMap(({ likely }) => likely),
    destroyed: [...found.flatMap(({ destroyed }) => destroyed), ...movedAway],
    created: found.flatMap(({ created }) => created),
  };
}

type Compare = (old: Obj, candidate: Placed) => ContentComparison;

/**
 * Compares objects of one account only: those of two accounts are different, however equal. While an account is not
 * known, equal objects are candidates (`unknown`) and no certain pair.
 */
function withinAccount(compare: Compare): Compare {
  return (old, candidate) => {
    const [before, after] = [accountOf(old), accountOf(candidate)];
    const isKnown = !isUnknown(before) && !isUnknown(after);
    if (isKnown && before !== after) return 'different';
    const result = compare(old, candidate);
    return result === 'equal' && !isKnown ? 'unknown' : result;
  };
}

function accountOf({ place, account = DEFAULT_ACCOUNT }: Obj): Known<AccountRef> {
  return place?.account ?? account;
}

function pairInstances(
  recognized: RecognizedType,
  from: readonly Obj[],
  to: readonly Placed[],
  compare: Compare,
): Moves {
  const { uniqueKey } = recognized;
  const compareKeys = withinAccount((old, candidate) => {
    const key = uniqueKey(old.values);
    return key !== undefined && key === uniqueKey(candidate.values) ? 'equal' : 'different';
  });
  const isKnown = [...from, ...to].every((object) => !isUnknown(accountOf(object)));
  const { groups, certain } =
    recognized.hasUniqueKey && isKnown
      ? groupByUniqueKey(recognized, from, to)
      : groupByContent(recognized.hasUniqueKey ? compareKeys : compare, from, to);
  const moves = groups.flatMap((group): Move[] => {
    const [[first], [second]] = [group.from, group.to];
    const isPair = first && second && group.from.length === 1 && group.to.length === 1 && certain(first, second);
    return isPair ? [{ from: first, to: second }] : [];
  });
  const moved = new Set(moves.flatMap((move) => [move.from, move.to]));
  const ambiguous = groups.filter(
    (group) => group.from.length > 0 && group.to.length > 0 && !moved.has(group.from[0] as Obj),
  );
  const unclear = new Set(ambiguous.flatMap((group) => [...group.from, ...group.to]));
  const isAlone = (instance: Obj): boolean => !moved.has(instance) && !unclear.has(instance);
  const [destroyed, created] = [from.filter(isAlone), to.filter(isAlone)];
  const unknown = created.filter(({ values }) => recognized.isKeyUnknown(values));
  const isUndecided = destroyed.length > 0 && unknown.length > 0;
  const likely = findLikely(recognized, destroyed, created);
  const named = new Set(likely.flatMap((group) => [...group.from, ...group.to]));
  return {
    moves,
    ambiguous: ambiguous.map((group) => ({ type: recognized.type, ...group })),
    undecided: isUndecided ? [{ type: recognized.type, from: destroyed, to: unknown }] : [],
    likely: likely.map((group) => ({ type: recognized.type, ...group })),
    destroyed: isUndecided ? [] : destroyed.filter(isPlaced).filter((instance) => !named.has(instance)),
    created: isUndecided
      ? created.filter((instance) => !unknown.includes(instance))
      : created.filter((instance) => !named.has(instance)),
  };
}

/** False for an object of the account that no state has: no apply destroys it. */
function isPlaced(object: Obj): object is Placed {
  return object.place !== undefined;
}

/**
 * Pairs objects without a unique key that are equal but for metadata and description. An aspect or a commit writes
 * metadata for all objects, so it identifies none; a description may be reworded.
 */
function findLikely(recognized: RecognizedType, from: readonly Obj[], to: readonly Placed[]): Group[] {
  if (recognized.hasUniqueKey || recognized.type === ROTATION_TYPE) return [];
  const compare = withinAccount((old, candidate) =>
    compareContent({ attributes: identifyingAttributes(recognized, old) }, old.values, candidate.values),
  );
  return groupByContent(compare, from, to).groups.filter((group) => group.from.length > 0 && group.to.length > 0);
}

/**
 * The attributes without metadata and description. An object of the account that no state has must have the
 * description, too, because many objects of an account belong to other configurations.
 */
function identifyingAttributes(recognized: RecognizedType, old: Obj): Attributes {
  const { metadata: _, description, ...others } = attributesOf(recognized, old);
  return !old.place && description ? { ...others, description } : others;
}

/** Of an object of the account that no state has, only the attributes that the service returns are compared. */
function attributesOf({ attributes, readable }: RecognizedType, { place }: Obj): Attributes {
  return place ? attributes : readable;
}

interface Group {
  readonly from: readonly Obj[];
  readonly to: readonly Placed[];
}

interface Grouping {
  /** Instances that may be one object. Each instance is in at most one group. */
  readonly groups: readonly Group[];
  readonly certain: (from: Obj, to: Placed) => boolean;
}

function groupByUniqueKey({ uniqueKey }: RecognizedType, from: readonly Obj[], to: readonly Placed[]): Grouping {
  const keyed = <T extends Obj>(instances: readonly T[]): Map<string, T[]> =>
    groupBy(
      instances.filter(({ values }) => uniqueKey(values) !== undefined),
      (object) => `${String(accountOf(object))} ${uniqueKey(object.values)}`,
    );
  const appearing = keyed(to);
  const groups = [...keyed(from)].map(([key, instances]) => ({ from: instances, to: appearing.get(key) ?? [] }));
  return { groups, certain: () => true };
}

/** An object and all its candidates are in one group, and so are objects that share a candidate. */
function groupByContent(compare: Compare, from: readonly Obj[], to: readonly Placed[]): Grouping {
  const groups: { from: Obj[]; to: Placed[] }[] = [];
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
  const certain = (old: Obj, candidate: Placed): boolean => compare(old, candidate) === 'equal';
  return { groups, certain };
}
