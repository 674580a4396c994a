/**
 * Makes the input of {@link findMoves} of states and synthesized stacks that were read before. `read-plan.ts` makes it of
 * a plan.
 */
import type { ConfiguredResource, StateResource } from '../model/inventory';
import { isUnknown, type KnownJson, type KnownObject } from '../model/known';
import { parseKindName } from '../model/naming';
import { formatAddress, stripInstanceKeys } from '../terraform/configuration/address';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { expandInstances, listImports } from '../terraform/configuration/resolve';
import { instanceKey, type MovesInput } from './find-moves';
import { type Instance, replaceReferences } from './instances';

/** The input of {@link findMoves}, and what it lacks. */
export interface MovesSource extends MovesInput {
  /** Resources whose `count` or `for_each` only Terraform can evaluate. Their instances are neither moved nor moved to. */
  readonly notEvaluated: readonly ConfiguredResource[];
  /** Instances of states in modules, whose configuration only a plan contains. Absent without states. */
  readonly inModules?: readonly { readonly stack: string; readonly address: string }[];
}

/** Before: the states; after: a new configuration. `stackOf` returns the stack of a state; undefined skips the resource. */
export function fromStates(
  resources: readonly StateResource[],
  stacks: readonly SynthesizedStack[],
  stackOf: (resource: StateResource) => string | undefined,
): MovesSource {
  const before = resources.flatMap((resource): Instance[] => {
    const { address, type, values, module, deposed } = resource;
    const stack = stackOf(resource);
    if (stack === undefined || module !== undefined || deposed !== undefined) return [];
    if (parseKindName(type) === undefined) return [];
    const { id } = values;
    return [{ stack, address, type, values: values as KnownObject, ...(typeof id === 'string' && { id }) }];
  });
  const inModules = resources.flatMap((resource) => {
    const stack = stackOf(resource);
    const isNetingress = resource.module !== undefined && parseKindName(resource.type) !== undefined;
    return isNetingress && stack !== undefined ? [{ stack, address: resource.address }] : [];
  });
  return { ...withConfiguration(before, stacks), inModules };
}

/** Before: an earlier configuration; after: a new one. No ids of objects are known, so no `import` block matches. */
export function fromConfigurations(
  earlier: readonly SynthesizedStack[],
  stacks: readonly SynthesizedStack[],
): MovesSource {
  const instances = earlier.flatMap((stack) => expandStack(stack, earlier).instances);
  const byKey = new Map(instances.map((instance) => [instanceKey(instance), instance]));
  const findAttribute = (stack: string, address: string, attribute: string): KnownJson | undefined => {
    const found = byKey.get(instanceKey({ stack, address }));
    // An object without a known id is identified by its address.
    return found && attribute === 'id' ? instanceKey(found) : found?.values[attribute];
  };
  const before = instances.map((instance): Instance => {
    const values = replaceReferences(instance.values, findAttribute);
    return { ...instance, values: { ...values, id: instanceKey(instance) } };
  });
  return withConfiguration(before, stacks);
}

function withConfiguration(before: readonly Instance[], stacks: readonly SynthesizedStack[]): MovesSource {
  const expanded = stacks.map((stack) => expandStack(stack, stacks));
  const notEvaluated = expanded.flatMap((stack) => stack.notEvaluated);
  const notEvaluatedKeys = new Set(notEvaluated.map(instanceKey));
  // Instances of a resource that was not evaluated are assumed to stay: they are before and after the change.
  const staying = before.filter(({ stack, address }) =>
    notEvaluatedKeys.has(instanceKey({ stack, address: stripInstanceKeys(address) })),
  );
  // `knownMoves` has the moved ones. Instances of `removed` blocks that keep the object are nowhere afterwards.
  const leaving = new Set(
    stacks.flatMap(({ name: stack, movedOrRemoved }) =>
      movedOrRemoved.map((address) => instanceKey({ stack, address })),
    ),
  );
  return {
    before: before.filter(
      ({ stack, address }) =>
        !leaving.has(instanceKey({ stack, address })) &&
        !leaving.has(instanceKey({ stack, address: stripInstanceKeys(address) })),
    ),
    after: [...expanded.flatMap(({ instances }) => instances), ...staying],
    known: knownMoves(before, stacks),
    notEvaluated,
  };
}

function expandStack(
  { resources }: SynthesizedStack,
  stacks: readonly SynthesizedStack[],
): {
  readonly instances: readonly Instance[];
  readonly notEvaluated: readonly ConfiguredResource[];
} {
  const own = resources.filter(({ type }) => parseKindName(type) !== undefined);
  const expanded = own.map((resource) => ({ resource, instances: expandInstances(stacks, resource) }));
  return {
    instances: expanded.flatMap(({ resource: { stack, type }, instances }) =>
      isUnknown(instances) ? [] : instances.map(({ address, values }): Instance => ({ stack, type, address, values })),
    ),
    notEvaluated: expanded.flatMap(({ resource, instances }) => (isUnknown(instances) ? [resource] : [])),
  };
}

/** What existing `moved` and `import` blocks already say. */
function knownMoves(before: readonly Instance[], stacks: readonly SynthesizedStack[]): ReadonlyMap<string, Instance> {
  const byKey = new Map(before.map((instance) => [instanceKey(instance), instance]));
  const known = new Map<string, Instance>();
  for (const each of stacks) {
    const { name: stack } = each;
    for (const { from, to } of each.moved) {
      const instance = byKey.get(instanceKey({ stack, address: from }));
      if (instance) known.set(instanceKey({ stack, address: to }), instance);
    }
    for (const { to, id } of listImports(stacks, each)) {
      const instance = isUnknown(id) ? undefined : before.find((candidate) => candidate.id === id);
      const imported = {
        stack,
        address: formatAddress(to),
        type: to.type,
        values: { id },
        ...(!isUnknown(id) && { id }),
      };
      known.set(instanceKey(imported), instance ?? imported);
    }
  }
  return known;
}
