/**
 * Makes the input of {@link findMoves} of states and synthesized stacks that were read before. `read-plan.ts` makes it of
 * a plan.
 */
import { groupBy } from '../model/arrays';
import type { ConfiguredResource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import { createAccountFinder } from '../objects/accounts';
import { listConfigured } from '../objects/from-stacks';
import type { StateObject } from '../objects/from-states';
import { formatPlace, identify, type Obj, type Placed } from '../objects/objects';
import type { MovedBlock, SynthesizedStack } from '../terraform/configuration/configuration';
import { listImports } from '../terraform/configuration/instances';
import { formatAddress, stripInstanceKeys } from '../values/address';
import type { KnownJson } from '../values/known';
import type { MovesInput } from './find-moves';
import { listInModules, type ObjectInModule, outerModule } from './in-modules';
import { instanceKey, replaceReferences } from './instances';

/** The input of {@link findMoves}, and what it lacks. */
export interface MovesSource extends MovesInput {
  /** Resources whose `count` or `for_each` only Terraform can evaluate. Their instances are neither moved nor moved to. */
  readonly notEvaluated: readonly ConfiguredResource[];
  /** Instances of states in modules, whose configuration only a plan contains. Absent without states. */
  readonly inModules?: readonly ObjectInModule[];
}

/**
 * Before: the states; after: a new configuration. Objects of no known stack and deposed objects are skipped. `inModules` has
 * those in modules.
 */
export function movesFromStates(inState: readonly StateObject[], stacks: readonly SynthesizedStack[]): MovesSource {
  const before = inState.filter(
    ({ isDeposed, place: { stack, address } }) =>
      !isDeposed && stack !== undefined && outerModule(address) === undefined,
  );
  return { ...withConfiguration(before, stacks), inModules: listInModules(inState, stacks) };
}

/** Before: an earlier configuration; after: a new one. The id of an object is known only if the earlier one has it in an `import` block. */
export function movesFromConfigurations(
  earlier: readonly SynthesizedStack[],
  stacks: readonly SynthesizedStack[],
): MovesSource {
  const { objects } = listConfigured(earlier);
  const byKey = new Map(objects.map((object) => [formatPlace(object.place), object]));
  const findAttribute = (stack: string, address: string, attribute: string): KnownJson | undefined => {
    const found = byKey.get(formatPlace({ stack, address }));
    return found && attribute === 'id' ? found.id : found?.values[attribute];
  };
  // An id that is not known is a placeholder. It serves as one: references to the object are equal before and after.
  const before = objects.map((object) => ({
    ...object,
    values: { ...replaceReferences(object.values, findAttribute), id: object.id },
  }));
  return withConfiguration(before, stacks);
}

function withConfiguration(before: readonly Placed[], stacks: readonly SynthesizedStack[]): MovesSource {
  const { objects, notEvaluated } = listConfigured(stacks);
  const notEvaluatedKeys = new Set(notEvaluated.map(formatPlace));
  // Instances of a resource that was not evaluated are assumed to stay: they are before and after the change.
  const staying = before.filter((object) => notEvaluatedKeys.has(resourceKey(object)));
  // `knownMoves` has the new addresses of those with a `moved` block. Those with a `removed` block that keeps the object have
  // no new address.
  const leaving = new Set(
    stacks.flatMap(({ name: stack, movedOrRemoved }) =>
      movedOrRemoved.map((address) => formatPlace({ stack, address })),
    ),
  );
  return {
    before: before.filter((object) => !leaving.has(instanceKey(object)) && !leaving.has(resourceKey(object))),
    after: [...objects, ...staying],
    known: knownMoves(before, stacks),
    notEvaluated,
  };
}

function resourceKey({ place }: Placed): string {
  return formatPlace({ ...place, address: stripInstanceKeys(place.address) });
}

/** The objects that existing `moved` and `import` blocks give to an address, by that address. */
function knownMoves(before: readonly Placed[], stacks: readonly SynthesizedStack[]): ReadonlyMap<string, Obj> {
  const findAccount = createAccountFinder(stacks);
  const known = new Map<string, Obj>();
  const findMovedBy = createMovedFinder(before);
  for (const each of stacks) {
    const { name: stack } = each;
    for (const block of each.moved)
      for (const [address, object] of findMovedBy(block, stack)) known.set(formatPlace({ stack, address }), object);
    for (const { to, id } of listImports(stacks, each)) {
      const kind = parseKindName(to.type);
      if (kind === undefined) continue;
      const place = { stack, address: formatAddress(to), account: findAccount(stack, undefined) };
      // An object whose id is not known has a placeholder instead, which `isNew` marks.
      const found = before.find((object) => !object.isNew && object.id === id);
      known.set(
        formatPlace(place),
        found ?? { kind, ...identify(kind, { id, ip_policy_id: id }, place), values: { id }, place },
      );
    }
  }
  return known;
}

/** Returns a function that lists the objects that a `moved` block moves, with their new addresses. */
function createMovedFinder(before: readonly Placed[]): (block: MovedBlock, stack: string) => [string, Placed][] {
  const byAddress = groupBy(before, instanceKey);
  const instancesOf = groupBy(
    before.filter(({ place }) => isInstance(place.address)),
    resourceKey,
  );
  return ({ from, to }, stack) => {
    const key = formatPlace({ stack, address: from });
    // A block of resources moves all instances with their keys: `p["x"]` -> `q["x"]`.
    const instances = isInstance(to) ? [] : (instancesOf.get(key) ?? []);
    return [
      ...(byAddress.get(key) ?? []).map((object): [string, Placed] => [to, object]),
      ...instances.map((object): [string, Placed] => [`${to}${object.place.address.slice(from.length)}`, object]),
    ];
  };
}

function isInstance(address: string): boolean {
  return address.endsWith(']');
}
