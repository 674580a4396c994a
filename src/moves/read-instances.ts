/**
 * Makes the input of {@link findMoves} of states and synthesized stacks that were read before. `read-plan.ts` makes it of
 * a plan.
 */
import type { ConfiguredResource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import { createAccountFinder } from '../objects/accounts';
import { listConfigured } from '../objects/from-stacks';
import type { StateObject } from '../objects/from-states';
import { formatPlace, identify, type Obj, type Placed } from '../objects/objects';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
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

/** Before: the states; after: a new configuration. Objects of no known stack are skipped. */
export function movesFromStates(inState: readonly StateObject[], stacks: readonly SynthesizedStack[]): MovesSource {
  const before = inState.filter(
    ({ isDeposed, place: { stack, address } }) =>
      !isDeposed && stack !== undefined && outerModule(address) === undefined,
  );
  return { ...withConfiguration(before, stacks), inModules: listInModules(inState, stacks) };
}

/** Before: an earlier configuration; after: a new one. No ids of objects are known, so no `import` block matches. */
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
  const before = objects.map((object) => ({
    ...object,
    values: { ...replaceReferences(object.values, findAttribute), id: object.id },
  }));
  return withConfiguration(before, stacks);
}

function withConfiguration(before: readonly Placed[], stacks: readonly SynthesizedStack[]): MovesSource {
  const { objects, notEvaluated } = listConfigured(stacks);
  const notEvaluatedKeys = new Set(notEvaluated.map(formatPlace));
  const resourceKey = ({ place }: Placed): string =>
    formatPlace({ ...place, address: stripInstanceKeys(place.address) });
  // Instances of a resource that was not evaluated are assumed to stay: they are before and after the change.
  const staying = before.filter((object) => notEvaluatedKeys.has(resourceKey(object)));
  // `knownMoves` has the moved ones. Instances of `removed` blocks that keep the object are nowhere afterwards.
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

/** What existing `moved` and `import` blocks already say. */
function knownMoves(before: readonly Placed[], stacks: readonly SynthesizedStack[]): ReadonlyMap<string, Obj> {
  const byKey = new Map(before.map((object) => [instanceKey(object), object]));
  const findAccount = createAccountFinder(stacks);
  const known = new Map<string, Obj>();
  for (const each of stacks) {
    const { name: stack } = each;
    for (const { from, to } of each.moved) {
      const object = byKey.get(formatPlace({ stack, address: from }));
      if (object) known.set(formatPlace({ stack, address: to }), object);
    }
    for (const { to, id } of listImports(stacks, each)) {
      const kind = parseKindName(to.type);
      if (kind === undefined) continue;
      const place = { stack, address: formatAddress(to), account: findAccount(stack, undefined) };
      const found = before.find((object) => !object.isNew && object.id === id);
      known.set(
        formatPlace(place),
        found ?? { kind, ...identify(kind, { id, ip_policy_id: id }, place), values: { id }, place },
      );
    }
  }
  return known;
}
