/**
 * Values of planned objects. Terraform has evaluated what it can; the rest is known after apply, and a plan names only the
 * references of such an expression, not the expression. A configuration in JSON is the exception: its strings are in the
 * plan. Pure.
 */
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import {
  type ConfiguredExpression,
  type ConfiguredModule,
  type ConfiguredResource,
  hasTrue,
  type PlanJson,
  type ResourceChange,
} from '../plan-json';
import { formatSteps, type ModuleStep, parseAddress, parseSteps, type Step, toReference } from './address';
import { describeUnknown, hasExpression, Reference, resolve } from './expressions';

/** Returns the planned values. An unknown one is a {@link Reference} if that is certain. `stack` is that of references. */
export function readPlannedValues(
  plan: PlanJson,
  { address: text, change }: ResourceChange,
  stack?: string,
): KnownObject {
  const { context, resource } = findConfigured(plan, text, stack);
  const { after, after_unknown: unknown } = change;
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(unknown)])];
  return Object.fromEntries(
    names.map((name) => {
      const value = ((after ?? {}) as JsonObject)[name] ?? null;
      const mark = unknown[name] as Json | undefined;
      const place = `${text}.${name}`;
      const configured = hasTrue(mark)
        ? resolveArgument(context, resource?.expressions?.[name], name, mark)
        : undefined;
      return [name, fillUnknown(value, mark, configured, place)];
    }),
  );
}

/** Returns the reference that is the whole argument of an object, also if its value is known. */
export function findReference(
  plan: PlanJson,
  { address: text }: ResourceChange,
  attribute: string,
  stack: string | undefined,
): Reference | undefined {
  const { context, resource } = findConfigured(plan, text, stack);
  const expression = resource?.expressions?.[attribute];
  const found = expression && resolveExpression(context, expression);
  return found instanceof Reference ? found : undefined;
}

/** Returns whether the configuration has an argument for the attribute of an object. */
export function isConfigured(plan: PlanJson, text: string, attribute: string): boolean {
  return findConfigured(plan, text).resource?.expressions?.[attribute] !== undefined;
}

interface Context {
  readonly root: ConfiguredModule | undefined;
  /** The module that evaluates the expression. */
  readonly path: readonly ModuleStep[];
  readonly stack: string | undefined;
  readonly depth: number;
}

/** Modules may be nested this deep. */
const MAX_DEPTH = 20;

/** Returns the value with its unknown parts, each of which is what the configuration says if that has the same structure. */
function fillUnknown(value: Json, mark: Json | undefined, configured: KnownJson | undefined, place: string): KnownJson {
  if (!hasTrue(mark)) return value as KnownJson;
  if (mark === true) return certainValue(configured) ?? new Unknown(describeUnknown(place, undefined));
  if (Array.isArray(mark)) {
    const items: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [];
    const from = Array.isArray(configured) && configured.length === mark.length ? configured : [];
    return mark.map((part: Json, index) =>
      fillUnknown(items[index] ?? null, part, from[index] as KnownJson | undefined, `${place}[${index}]`),
    );
  }
  const members: JsonObject = isJsonObject(value) ? value : {};
  const from = isJsonObject(configured) && !isUnknown(configured) ? (configured as KnownObject) : {};
  const names = [...new Set([...Object.keys(members), ...Object.keys(mark as JsonObject)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      fillUnknown(members[name] ?? null, (mark as JsonObject)[name], from[name], `${place}[${JSON.stringify(name)}]`),
    ]),
  );
}

/** Terraform says that the value is not known, so its literal form in the configuration is not all of it. */
function certainValue(configured: KnownJson | undefined): KnownJson | undefined {
  if (configured instanceof Reference) return configured;
  if (!Array.isArray(configured)) return undefined;
  const items = configured as readonly KnownJson[];
  return items.every((item) => typeof item === 'string' || isUnknown(item)) ? items : undefined;
}

/** Arguments whose values are ids, which configurations pass on unchanged. */
const IS_ID = /_id$/;
const IS_LIST_OF_IDS = /_ids$/;

/**
 * An expression in JSON is in the plan. Of one in HCL only the references are: if an id is unknown and refers to one
 * attribute, it is that attribute. A list is certain if it has as many unknown elements as references.
 */
function resolveArgument(
  context: Context,
  expression: ConfiguredExpression | undefined,
  name: string,
  mark: Json | undefined,
): KnownJson | undefined {
  if (!expression) return undefined;
  const isList = IS_LIST_OF_IDS.test(name);
  if (isTemplate(expression) || IS_ID.test(name)) {
    const found = resolveExpression(context, expression);
    if (!isList) return found;
    // A variable or output in HCL may be a list of which only one reference is known.
    const items = Array.isArray(found) ? (found as readonly KnownJson[]) : undefined;
    return items && Array.isArray(mark) ? alignUnknown(mark, items.filter(isUnknown)) : items;
  }
  if (!isList || !Array.isArray(mark)) return undefined;
  return alignUnknown(
    mark,
    listReferences(expression).map((reference) => follow(context, reference)),
  );
}

/** A plan sorts the elements of a set. Returns the unknown ones where `mark` is true; undefined if there are others. */
function alignUnknown(mark: readonly Json[], unknown: readonly KnownJson[]): KnownJson[] | undefined {
  if (mark.filter((part) => part === true).length !== unknown.length) return undefined;
  const rest = [...unknown];
  return mark.map((part) => (part === true ? (rest.shift() ?? null) : null));
}

/** Terraform prints the arguments of a configuration in JSON as constants, with their expressions. */
function isTemplate({ constant_value: constant }: ConfiguredExpression): boolean {
  return hasExpression(constant as Json | undefined);
}

function resolveExpression(context: Context, expression: ConfiguredExpression): KnownJson {
  if (expression.constant_value !== undefined) {
    return resolve(expression.constant_value as Json, {
      place: 'the configuration',
      findValue: (steps) => followSteps(context, steps),
    });
  }
  const [reference, ...others] = listReferences(expression);
  if (reference === undefined || others.length > 0) return new Unknown('the expression is not in the plan');
  return follow(context, reference);
}

/** Terraform lists each reference with its prefixes: the attribute, the resource. */
export function listReferences({ references = [] }: ConfiguredExpression): string[] {
  const isPrefix = (shorter: string, longer: string): boolean =>
    longer.length > shorter.length && longer.startsWith(shorter) && /^[.[]/.test(longer.slice(shorter.length));
  return references.filter((each) => !references.some((other) => isPrefix(each, other)));
}

function follow(context: Context, reference: string): KnownJson {
  const steps = parseSteps(reference);
  return steps ? followSteps(context, steps) : new Unknown(describeUnknown(reference, context.stack));
}

/** Follows a reference through variables and outputs of modules to an attribute of a resource. */
function followSteps(context: Context, steps: readonly Step[]): KnownJson {
  const unknown = new Unknown(describeUnknown(formatSteps(steps), context.stack));
  if (context.depth > MAX_DEPTH) return unknown;
  const [root] = steps;
  const name = root && 'name' in root ? root.name : '';
  if (name === 'var') return followVariable(context, steps) ?? unknown;
  if (name === 'module') return followOutput(context, steps) ?? unknown;
  const reference = toReference(steps);
  const address = reference && { ...reference.address, module: context.path };
  return reference && address ? new Reference(context.stack, { ...reference, address }) : unknown;
}

/** `var.a` is the argument `a` of the call of the module. */
function followVariable(context: Context, [, variable, ...more]: readonly Step[]): KnownJson | undefined {
  const call = context.path.at(-1);
  const parent = { ...context, path: context.path.slice(0, -1), depth: context.depth + 1 };
  if (!call || !variable || !('name' in variable) || more.length > 0) return undefined;
  const argument = findModule(parent.root, parent.path)?.module_calls?.[call.name]?.expressions?.[variable.name];
  return argument && resolveExpression(parent, argument);
}

/** `module.a.output`, or `module.a["key"].output`. */
function followOutput(context: Context, [, called, ...steps]: readonly Step[]): KnownJson | undefined {
  const [first] = steps;
  const key = first && 'key' in first ? first.key : undefined;
  const [output, ...more] = key === undefined ? steps : steps.slice(1);
  if (!called || !('name' in called) || !output || !('name' in output) || more.length > 0) return undefined;
  const call: ModuleStep = { name: called.name, ...(key !== undefined && { key }) };
  const child = { ...context, path: [...context.path, call], depth: context.depth + 1 };
  const expression = findModule(child.root, child.path)?.outputs?.[output.name]?.expression;
  return expression && resolveExpression(child, expression);
}

/** Returns the configuration of a called module. */
export function findModule(
  root: ConfiguredModule | undefined,
  path: readonly ModuleStep[],
): ConfiguredModule | undefined {
  return path.reduce<ConfiguredModule | undefined>((parent, { name }) => parent?.module_calls?.[name]?.module, root);
}

/** Returns what the configuration says of an object, and the module that evaluates it. */
export function findConfigured(
  { configuration }: PlanJson,
  text: string,
  stack?: string,
): { readonly context: Context; readonly resource: ConfiguredResource | undefined } {
  const address = parseAddress(text);
  const context = { root: configuration?.root_module, path: address?.module ?? [], stack, depth: 0 };
  const resource = findModule(context.root, context.path)?.resources?.find(
    ({ mode, type, name }) => mode === address?.mode && type === address.type && name === address.name,
  );
  return { context, resource };
}
