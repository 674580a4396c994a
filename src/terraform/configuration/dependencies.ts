/** What a resource surely waits for, as far as its own block says it. It may wait for more. */

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
 * Returns the addresses of planned resources that `depends_on` of the resource at the address `text` names, or one of
 * its arguments `args`. Locals and variables are not followed.
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
  return listPlannedAddresses(plan)
    .filter(({ plain }) => named.some((each) => plain === each || plain.startsWith(`${each}.`)))
    .map(({ address }) => address);
}

/** Also with the action `no-op`; `plain` lacks instance keys. */
const listPlannedAddresses = memoizeObject(({ resource_changes: changes = [] }: PlanJson) =>
  changes.map(({ address }) => ({ address, plain: stripInstanceKeys(address) })),
);

/** An output of a called module stands for what it names, and not for other resources of that module. */
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
