/**
 * Finds stacks whose order may make a difference although none depends on the other: the deployment may apply either
 * first, and the preview shows one of the results. Pure.
 */
import { findSharedObjects, findUsedObjects } from '../../access-review/plan-refusals';
import { groupBy } from '../../model/arrays';
import { KINDS, READ_ONLY_KINDS } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { fromPlan, type PlannedObjects } from '../../objects/from-plan';
import { isKept } from '../../objects/objects';
import { listModules } from '../../terraform/configuration/plan-gaps';
import { findChanges, type PlanJson } from '../../terraform/plan-json';
import { describeRisk } from '../../values/describe-cause';
import { listDependencies, type PreviewStack } from './prepare-stack';
import { listChangedKinds } from './races';

/** A stack with a plan, which may have an error. */
export interface PlannedStack {
  readonly stack: PreviewStack;
  readonly plan: PlanJson;
  /** Positions, among the copied accounts, of those that contain objects of the stack. */
  readonly accounts: readonly number[];
}

/** Returns sentences by the name of the stack. */
export function findOrderedByChance(stacksWithPlan: readonly PlannedStack[]): ReadonlyMap<string, string[]> {
  const stacks = stacksWithPlan.map(({ stack }) => stack);
  const planned = stacksWithPlan.map((each): Planned => ({ ...each, objects: fromPlan(each.plan) }));
  const found = new Map<string, string[]>();
  for (const [index, first] of planned.entries())
    for (const second of planned.slice(index + 1)) {
      if (isOrdered(first.stack, second.stack, stacks) || !mayShareAccount(first, second)) continue;
      const problems = [...findShared(first, second), ...findEffects(first, second), ...findEffects(second, first)];
      const subject = `Neither of the stacks ${first.stack.name} and ${second.stack.name} depends on the other, and their order decides:`;
      for (const { stack } of problems.length > 0 ? [first, second] : [])
        found.set(stack.name, [...(found.get(stack.name) ?? []), ...problems.map((each) => `${subject} ${each}`)]);
    }
  return found;
}

interface Planned extends PlannedStack {
  readonly objects: PlannedObjects;
}

/** Demands that the dependencies have no cycle: `sortStacks` throws for one. */
function isOrdered(a: PreviewStack, b: PreviewStack, stacks: readonly PreviewStack[]): boolean {
  const dependsOn = (from: PreviewStack, on: PreviewStack): boolean =>
    listDependencies(from, stacks).some(
      (name) => name === on.name || stacks.some((each) => each.name === name && dependsOn(each, on)),
    );
  return dependsOn(a, b) || dependsOn(b, a);
}

/** A stack of which no object is known may belong to each account. */
function mayShareAccount({ accounts: a }: PlannedStack, { accounts: b }: PlannedStack): boolean {
  return a.length === 0 || b.length === 0 || a.some((each) => b.includes(each));
}

function findShared(first: Planned, second: Planned): string[] {
  return findSharedObjects(first.objects, second.objects).map(
    ([a, b]) => `${a} and ${b} are one object. Declare the dependency, or keep the object in one stack.`,
  );
}

/** The writer deletes what the reader names, or changes what a data source of the reader reads. */
function findEffects(writer: Planned, reader: Planned): string[] {
  const lists = groupBy(reader.objects.before, ({ kind }) => kind);
  const used = findUsedObjects(
    [...lists].map(([kind, objects]) => ({ kind, objects })),
    writer.objects,
  );
  return [
    ...used.map((risk) => `${describeRisk(risk)}. Declare the dependency.`),
    ...findReads(writer, reader).map(
      (address) => `${address} reads what the stack ${writer.stack.name} changes. Declare the dependency.`,
    ),
  ];
}

/** A literal id (`ipp_1`) names one object; any other argument may find every object of the kind. */
function findReads({ plan: writing, objects }: Planned, { plan }: Planned): string[] {
  const kinds = new Set(findChanges(writing).flatMap(listChangedKinds));
  const kept = new Set(objects.after.filter(isKept).map(({ id }) => id));
  const changed = new Set(objects.before.map(({ id }) => id).filter((id) => !kept.has(id)));
  return listModules(plan.configuration?.root_module).flatMap(({ prefix, module }) =>
    (module.resources ?? [])
      .filter(({ mode, type, expressions }) => {
        const name = parseKindName(type);
        const kind = [...KINDS, ...READ_ONLY_KINDS].find((each) => each.name === name || each.plural === name);
        const id = expressions?.['id']?.constant_value;
        const isOther = typeof id === 'string' && /^[a-z0-9]+_\w+$/.test(id) && !changed.has(id);
        return mode === 'data' && kind !== undefined && kinds.has(kind.name) && !isOther;
      })
      .map(({ type, name }) => `${prefix}data.${type}.${name}`),
  );
}
