/**
 * Instances of a plan, as the input of {@link findMoves}. A plan also contains the resources of modules, and those whose
 * `count` or `for_each` only Terraform can evaluate.
 */
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import { parseKindName } from '../model/naming';
import { ROTATION } from '../model/variants/sealed-attributes';
import type { ConfiguredExpression, ConfiguredModule, PlanJson, ResourceChange } from '../terraform/plan-json';
import { escapeTemplates, hasExpression } from './evaluate';
import type { Instance } from './instances';
import type { ReadMoves } from './read-instances';
import { IDENTITIES } from './same-object';

/** Compares the objects before and after a plan, which `terraform show -json` prints. */
export function fromPlan(plan: PlanJson, stack: string): ReadMoves {
  const changes = (plan.resource_changes ?? []).filter(
    ({ mode, type, deposed }) => mode !== 'data' && deposed === undefined && parseKindName(type) !== undefined,
  );
  const before = changes.flatMap(({ address, type, change }): Instance[] => {
    // A `removed` block keeps the object, so no other address may get it.
    if (change.before === null || change.actions.includes('forget')) return [];
    const values = escapeTemplates(change.before as JsonObject) as JsonObject;
    const { id } = values;
    return [{ stack, address, type, values, ...(typeof id === 'string' && { id }) }];
  });
  const after = changes.flatMap((resource): Instance[] => {
    const { address, type, change } = resource;
    if (change.after === null) return [];
    return [{ stack, address, type, values: plannedValues(resource, plan.configuration?.root_module) }];
  });
  return { before, after, stacks: [], notEvaluated: [] };
}

/** An expression that cannot be evaluated. */
const UNKNOWN = `\${unknown}`;

/** The planned values; an argument that is known after apply is its reference, or an unknown expression. */
function plannedValues(
  { address, name, type, change }: ResourceChange,
  root: ConfiguredModule | undefined,
): JsonObject {
  const path = parseModulePath(address);
  const module = path.reduce<ConfiguredModule | undefined>((parent, step) => callOf(parent, step)?.module, root);
  const { expressions = {} } =
    module?.resources?.find((each) => each.mode === 'managed' && each.type === type && each.name === name) ?? {};
  const after = { ...(escapeTemplates(change.after as JsonObject) as JsonObject) };
  const slot = resolveOnly(expressions[ROTATION], path, root, 0);
  // The planned value is that of a new rotation, if the rotation has a new address.
  if (slot !== undefined && ROTATION_SLOT.test(slot)) after[ROTATION] = slot;
  const filled = Object.entries(change.after_unknown).flatMap(([attribute, mark]): [string, Json][] => {
    const expression = expressions[attribute];
    // An argument that is not configured is computed, and so are the unknown members of a constant.
    if (expression === undefined || isConstant(expression) || !isUnknown(mark)) return [];
    const references = findReferences(expression).map((each) => resolveReference(each, path, root) ?? UNKNOWN);
    // A plan does not contain the expression itself: a description may only contain the reference.
    if (!IS_REFERENCE.test(attribute)) return [[attribute, UNKNOWN]];
    return [[attribute, fillUnknown(after[attribute] ?? null, mark, references, isStringList(type, attribute))]];
  });
  return { ...after, ...Object.fromEntries(filled) };
}

const ROTATION_SLOT = /netingress_rotation\.[\w-]+(?:\[(?:"[^"\\]*"|\d+)\])?\.[ab]\}$/;

/** The configuration in JSON has expressions as constants too. */
function isConstant({ constant_value: constant, references = [] }: ConfiguredExpression): boolean {
  return constant !== undefined && references.length === 0 && !hasExpression(constant as Json);
}

/** Arguments whose values are ids, which configurations pass on unchanged. */
const IS_REFERENCE = /_ids?$/;

function isStringList(type: string, attribute: string): boolean {
  const found = IDENTITIES.find((identity) => identity.type === type)?.attributes[attribute];
  return found !== undefined && 'elements' in found && found.elements === 'string';
}

/** Replaces the unknown parts of a value by references, as far as it is certain which reference belongs where. */
function fillUnknown(value: Json, mark: unknown, references: readonly string[], isList: boolean): Json {
  const [only] = references;
  const single = references.length === 1 && only !== undefined ? only : UNKNOWN;
  if (mark === true) return isList && references.length > 0 ? [...references] : single;
  if (Array.isArray(mark)) {
    const items: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [];
    if (isList && mark.length === references.length && mark.every((part) => part === true)) return [...references];
    return mark.map((part: unknown, index) => fillUnknown(items[index] ?? null, part, [single], false));
  }
  if (typeof mark !== 'object' || mark === null) return value;
  const members = isJsonObject(value) ? value : {};
  const filled = Object.entries(mark).map(([name, part]): [string, Json] => [
    name,
    fillUnknown(members[name] ?? null, part, references, false),
  ]);
  return { ...members, ...Object.fromEntries(filled) };
}

/** `after_unknown` repeats the structure of a value, with true for each unknown part. */
function isUnknown(mark: unknown): boolean {
  if (mark === true) return true;
  return typeof mark === 'object' && mark !== null && Object.values(mark).some(isUnknown);
}

type ModulePath = readonly string[];

/** The steps of a module address with their instance keys: `['a["x"]', 'b']` for `module.a["x"].module.b.type.name`. */
function parseModulePath(address: string): ModulePath {
  const steps: string[] = [];
  let rest = address;
  for (;;) {
    const match = /^module\.([\w-]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?)\./.exec(rest);
    if (!match) return steps;
    steps.push(match[1] as string);
    rest = rest.slice(match[0].length);
  }
}

function callOf(module: ConfiguredModule | undefined, step: string) {
  return module?.module_calls?.[step.replace(/\[.*$/s, '')];
}

/** The references of an expression. Terraform lists each with its prefixes: the attribute, the resource. */
function findReferences({ references = [] }: ConfiguredExpression): string[] {
  return references.filter((each) => !references.some((other) => other !== each && isPrefix(each, other)));
}

/** Follows the only reference of an expression. */
function resolveOnly(
  expression: ConfiguredExpression | undefined,
  path: ModulePath,
  root: ConfiguredModule | undefined,
  depth: number,
): string | undefined {
  const [reference, ...others] = expression ? findReferences(expression) : [];
  return reference !== undefined && others.length === 0 ? resolveReference(reference, path, root, depth) : undefined;
}

/** Follows a reference through variables and outputs of modules to an attribute of a resource. */
function resolveReference(
  reference: string,
  path: ModulePath,
  root: ConfiguredModule | undefined,
  depth = 0,
): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const attribute = /^(netingress_\w+\.[\w-]+(?:\[(?:"[^"\\]*"|\d+)\])?)\.([a-z_]+)$/.exec(reference);
  if (attribute) return `\${${path.map((step) => `module.${step}.`).join('')}${attribute[0]}}`;
  const moduleAt = (steps: ModulePath): ConfiguredModule | undefined =>
    steps.reduce<ConfiguredModule | undefined>((parent, step) => callOf(parent, step)?.module, root);
  const variable = /^var\.([\w-]+)$/.exec(reference)?.[1];
  if (variable !== undefined) {
    const parent = path.slice(0, -1);
    const argument = callOf(moduleAt(parent), path.at(-1) ?? '')?.expressions?.[variable];
    return resolveOnly(argument, parent, root, depth + 1);
  }
  const [, call, output] = /^module\.([\w-]+(?:\[(?:"[^"\\]*"|\d+)\])?)\.([\w-]+)$/.exec(reference) ?? [];
  if (call === undefined || output === undefined) return undefined;
  const child = [...path, call];
  return resolveOnly(moduleAt(child)?.outputs?.[output]?.expression, child, root, depth + 1);
}

/** Modules may be nested this deep. */
const MAX_DEPTH = 20;

function isPrefix(shorter: string, longer: string): boolean {
  return longer.startsWith(shorter) && /^[.[]/.test(longer.slice(shorter.length));
}

/** Whether a value is a plan that `terraform show -json` printed. */
export function isPlan(value: Json | undefined): boolean {
  return isJsonObject(value) && 'resource_changes' in value && 'planned_values' in value;
}
