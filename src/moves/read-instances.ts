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

export interface MovesSource extends MovesInput {
  /**
   * Resources whose `count` or `for_each` only Terraform can evaluate. Their instances are neither moved nor moved to.
   */
  readonly notEvaluated: readonly ConfiguredResource[];
  /** Instances of states in modules, whose configuration only a plan contains. Absent without states. */
  readonly inModules?: readonly ObjectInModule[];
}

/** Skips objects of no known stack, and those that are deposed or in a module. `inModules` has the ones in modules. */
export function movesFromStates(inState: readonly StateObject[], stacks: readonly SynthesizedStack[]): MovesSource {
  const before = inState.filter(
    ({ isDeposed, place: { stack, address } }) =>
      !isDeposed && stack !== undefined && outerModule(address) === undefined,
  );
  return { ...withConfiguration(before, stacks), inModules: listInModules(inState, stacks) };
}

/** The id of an object is known only if the earlier configuration has it in an `import` block. */
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
  // An object whose id is not known has a placeholder as id. With it, references to the object are equal before and
  // after.
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
  // The instances of `moved` blocks, whose new addresses `listMoved` finds, and of `removed` blocks that keep the
  // object.
  const leaving = new Set(
    stacks.flatMap(({ name: stack, movedOrRemoved }) =>
      movedOrRemoved.map((address) => formatPlace({ stack, address })),
    ),
  );
  const after = [...objects, ...staying];
  const moved = listMoved(before, stacks, new Set(after.map(instanceKey)));
  return {
    before: before.filter((object) => !leaving.has(instanceKey(object)) && !leaving.has(resourceKey(object))),
    after,
    known: new Map([
      ...moved.flatMap(({ to, object }): [string, Obj][] => (to === undefined ? [] : [[to, object]])),
      ...listImported(before, stacks),
    ]),
    movedAway: moved.flatMap(({ to, resource, object }) =>
      to === undefined && !notEvaluatedKeys.has(resource) ? [object] : [],
    ),
    notEvaluated,
  };
}

function resourceKey({ place }: Placed): string {
  return formatPlace({ ...place, address: stripInstanceKeys(place.address) });
}

interface Moved {
  readonly object: Placed;
  /** The key of the resource to which the blocks move it. */
  readonly resource: string;
  /** Its new key; undefined if the resource has no such instance. */
  readonly to: string | undefined;
}

/** `after`: the keys of the instances of the new configuration. */
function listMoved(
  before: readonly Placed[],
  stacks: readonly SynthesizedStack[],
  after: ReadonlySet<string>,
): Moved[] {
  const byStack = groupBy(before, ({ place }) => place.stack);
  return stacks.flatMap(({ name: stack, moved }) => {
    if (moved.length === 0) return [];
    const follow = createFollower(moved);
    return (byStack.get(stack) ?? []).flatMap((object): Moved[] => {
      const address = follow(object.place.address);
      if (address === object.place.address) return [];
      const [resource, exact] = [stripInstanceKeys(address), address].map((each) =>
        formatPlace({ stack, address: each }),
      ) as [string, string];
      // Terraform moves an instance without a key to `[0]` of a resource with `count`, and back.
      const to = [exact, ...(exact === resource ? [`${resource}[0]`] : exact === `${resource}[0]` ? [resource] : [])];
      // Of resources in modules only a plan has the instances.
      const isInModule = outerModule(address) !== undefined;
      return [{ object, resource, to: isInModule ? exact : to.find((each) => after.has(each)) }];
    });
  });
}

/** With the blocks `a -> b` and `b -> c` the function returns `c` for `a`, and `d`, which no block moves, for `d`. */
function createFollower(moved: readonly MovedBlock[]): (address: string) => string {
  const targets = new Map(moved.map(({ from, to }) => [from, to]));
  // A block of resources moves all instances with their keys: `p["x"]` -> `q["x"]`.
  const followResource = (address: string): string | undefined => {
    const resource = stripInstanceKeys(address);
    const target = address.startsWith(`${resource}[`) ? targets.get(resource) : undefined;
    return target === undefined || target.endsWith(']') ? undefined : `${target}${address.slice(resource.length)}`;
  };
  return (address) => {
    let last = address;
    // The limit ends a cycle of blocks, which only Terraform refuses.
    for (let steps = 0; steps <= targets.size; steps++) {
      const next = targets.get(last) ?? followResource(last);
      if (next === undefined) break;
      last = next;
    }
    return last;
  };
}

/** Objects by the address that an existing `import` block gives them. */
function listImported(before: readonly Placed[], stacks: readonly SynthesizedStack[]): [string, Obj][] {
  const findAccount = createAccountFinder(stacks);
  return stacks.flatMap((each) =>
    listImports(stacks, each).flatMap(({ to, id }): [string, Obj][] => {
      const kind = parseKindName(to.type);
      if (kind === undefined) return [];
      const place = { stack: each.name, address: formatAddress(to), account: findAccount(each.name, undefined) };
      // The id of an object with `isNew` is a placeholder. A rule set has the id of its policy, so the kind is compared
      // too. Ids are KSUIDs, so objects of two accounts have no id in common.
      const found = before.find((object) => !object.isNew && object.kind === kind && object.id === id);
      const imported = { kind, ...identify(kind, { id, ip_policy_id: id }, place), values: { id }, place };
      return [[formatPlace(place), found ?? imported]];
    }),
  );
}
