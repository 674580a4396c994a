/**
 * Finds what a resource waits for, as far as its own block says it: Terraform may write any other resource before or
 * after it. Pure.
 */

import { memoizeObject } from '../../model/memoize';
import {
  formatAddress,
  formatModulePath,
  type ModuleStep,
  stripInstanceKeys,
  toReference,
  withoutKeys,
} from '../../values/address';
import type { PlanJson } from '../plan-json';
import { type ConfiguredModule, type Expression, findModule, listReferences, MAX_DEPTH, parseCall } from './evaluate';
import { findConfigured } from './planned-values';

/**
 * Lists the changed addresses that `depends_on` of the resource, or one of these arguments, names: each as a resource or by
 * a module that contains it.
 */
export function listAwaited(plan: PlanJson, text: string, args: readonly string[] = []): string[] {
  const { evaluation, resource } = findConfigured(plan, text);
  const path = evaluation.path.map(({ name }) => ({ name }));
  const prefix = path.length > 0 ? `${formatModulePath(path)}.` : '';
  const named = [
    // `x.a[0]` and `x.a.id` name the resource `x.a`; what is neither a resource nor an output is a module.
    ...(resource?.dependsOn ?? []).flatMap((each) => {
      const resources = listResources(evaluation.root, path, { references: [each] });
      return resources.length > 0 ? resources : [`${prefix}${stripInstanceKeys(each)}`];
    }),
    ...args.flatMap((name) => listResources(evaluation.root, path, resource?.arguments[name])),
  ];
  if (named.length === 0) return [];
  return listChangedAddresses(plan)
    .filter(({ plain }) => named.some((each) => plain === each || plain.startsWith(`${each}.`)))
    .map(({ address }) => address);
}

/** The addresses that the plan changes, each with its text without instance keys. */
const listChangedAddresses = memoizeObject(({ resource_changes: changes = [] }: PlanJson) =>
  changes.map(({ address }) => ({ address, plain: stripInstanceKeys(address) })),
);

/**
 * Lists the resources that an expression of a module waits for. One that names an output of a called module waits for what
 * the output names, and not for other resources of that module.
 */
function listResources(
  root: ConfiguredModule | undefined,
  path: readonly ModuleStep[],
  expression: Expression | undefined,
): string[] {
  if (!expression || path.length > MAX_DEPTH) return [];
  return listReferences(expression).flatMap((steps) => {
    const called = parseCall(steps);
    const [output] = called?.output ?? [];
    if (called && output && 'name' in output) {
      const inside = [...path, { name: called.call.name }];
      return listResources(root, inside, findModule(root, inside)?.outputs[output.name]);
    }
    const reference = toReference(steps);
    return reference ? [formatAddress(withoutKeys({ ...reference.address, module: path }))] : [];
  });
}
