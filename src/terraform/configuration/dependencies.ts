/** What a resource waits for, as far as its own block says: another one may be written before or after it. Pure. */
import type { Json } from '../../model/json';
import type { ConfiguredExpression, ConfiguredModule, PlanJson } from '../plan-json';
import {
  formatAddress,
  formatModulePath,
  type ModuleStep,
  parseSteps,
  type Step,
  stripInstanceKeys,
  toReference,
  withoutKeys,
} from './address';
import { findReferences } from './expressions';
import { findConfigured, findModule, listReferences } from './planned-values';

/** Returns whether `depends_on` of the resource, or one of these arguments, names a resource or a module that contains it. */
export function createWaitsFor(plan: PlanJson, text: string, args: readonly string[] = []): (other: string) => boolean {
  const { context, resource } = findConfigured(plan, text);
  const path = context.path.map(({ name }) => ({ name }));
  const prefix = path.length > 0 ? `${formatModulePath(path)}.` : '';
  const named = [
    ...(resource?.depends_on ?? []).map((each) => `${prefix}${each}`),
    ...args.flatMap((name) => listResources(context.root, path, resource?.expressions?.[name])),
  ];
  return (other) => {
    const plain = stripInstanceKeys(other);
    return named.some((each) => plain === each || plain.startsWith(`${each}.`));
  };
}

/** Modules may be nested this deep. */
const MAX_DEPTH = 20;

/**
 * Lists the resources that an expression of a module waits for. One that names an output of a called module waits for what
 * the output names, and not for other resources of that module.
 */
function listResources(
  root: ConfiguredModule | undefined,
  path: readonly ModuleStep[],
  expression: ConfiguredExpression | undefined,
): string[] {
  if (!expression || path.length > MAX_DEPTH) return [];
  const references = [
    ...listReferences(expression).map((reference) => parseSteps(reference) ?? []),
    ...findReferences(expression.constant_value as Json | undefined),
  ];
  return references.flatMap((steps) => {
    const called = findCalledOutput(steps);
    if (called) {
      const inside = [...path, { name: called.module }];
      return listResources(root, inside, findModule(root, inside)?.outputs?.[called.output]?.expression);
    }
    const reference = toReference(steps);
    return reference ? [formatAddress(withoutKeys({ ...reference.address, module: path }))] : [];
  });
}

/** `module.a.output`, or `module.a["key"].output`. */
function findCalledOutput(steps: readonly Step[]): { readonly module: string; readonly output: string } | undefined {
  const [root, module, output] = steps.flatMap((step) => ('name' in step ? [step.name] : []));
  return root === 'module' && module !== undefined && output !== undefined ? { module, output } : undefined;
}
