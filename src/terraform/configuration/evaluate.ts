/**
 * What is certain without Terraform: locals, the arguments of a call for the variables of its module, outputs of called
 * modules and of other stacks, `each` and `count`. A variable of the root module, and one that a call leaves to its
 * default, is unknown.
 */
import { isDeepStrictEqual } from 'node:util';
import { memoizeObject } from '../../model/memoize';
import {
  formatModulePath,
  formatSteps,
  type InstanceKey,
  type ModuleStep,
  parseSteps,
  type Step,
  toReference,
} from '../../values/address';
import type { Json, JsonObject } from '../../values/json';
import { type Identities, isUnknown, type KnownJson, Unknown } from '../../values/known';
import type { ConfiguredExpression, PlanModule } from '../plan-json';
import { type Backend, remoteStateBackend, type SynthesizedStack } from './configuration';
import { findReferences, hasExpression, Reference, resolve } from './expressions';

/** A value as written in JSON; or what it refers to, which is all that a plan says of an expression in HCL. */
export type Expression = { readonly template: Json | undefined } | { readonly references: readonly string[] };

type Expressions = Readonly<Record<string, Expression>>;

export interface ConfiguredBlock {
  /** Of a plan, a nested block is one without references. */
  readonly arguments: Expressions;
  /** It has a block inside, of which {@link arguments} lack the references. */
  readonly hasNestedBlock: boolean;
  readonly dependsOn: readonly string[];
  /** Of a plan, the key of the provider configuration; of files, the argument `provider`. */
  readonly provider: string | undefined;
}

/** A plan has no locals; files in JSON have no contents of the modules that they call. */
export interface ConfiguredModule {
  /** The resources by their address in the module, without instance key. */
  readonly resources: Readonly<Record<string, ConfiguredBlock>>;
  readonly locals: Expressions;
  readonly outputs: Expressions;
  readonly calls: Readonly<Record<string, { readonly arguments: Expressions; readonly module?: ConfiguredModule }>>;
}

/** Terraform prints the arguments of a configuration in JSON as constants. */
export function readExpression({ constant_value: constant, references = [] }: ConfiguredExpression): Expression {
  if (constant !== undefined) return { template: constant as Json };
  return { references: omitPrefixes(references) };
}

/** Terraform lists a reference with its prefixes: `["var.a.url", "var.a"]` -> `["var.a.url"]`. */
export function omitPrefixes(references: readonly string[]): readonly string[] {
  const isPrefix = (shorter: string, longer: string): boolean =>
    longer.length > shorter.length && longer.startsWith(shorter) && /^[.[]/.test(longer.slice(shorter.length));
  return references.filter((each) => !references.some((other) => isPrefix(each, other)));
}

/** A block has its arguments as members, or is a list of such: `{ port: { constant_value: 443 } }`. */
export function isNestedBlock(expression: object): boolean {
  const names = Object.keys(expression);
  return Array.isArray(expression) || names.some((name) => name !== 'constant_value' && name !== 'references');
}

export function listReferences(expression: Expression): Step[][] {
  return 'template' in expression
    ? findReferences(expression.template)
    : expression.references.map((reference) => parseSteps(reference) ?? []);
}

export const fromPlanModule: (module: PlanModule) => ConfiguredModule = memoizeObject(
  ({ resources = [], outputs = {}, module_calls: calls = {} }: PlanModule) => ({
    resources: Object.fromEntries(
      resources.map(({ address, expressions = {}, depends_on: dependsOn = [], provider_config_key: provider }) => {
        const hasNestedBlock = Object.values(expressions).some(isNestedBlock);
        return [address, { arguments: mapValues(expressions, readExpression), hasNestedBlock, dependsOn, provider }];
      }),
    ),
    locals: {},
    outputs: mapValues(outputs, ({ expression = {} }) => readExpression(expression)),
    calls: mapValues(calls, ({ expressions = {}, module }) => ({
      arguments: mapValues(expressions, readExpression),
      ...(module && { module: fromPlanModule(module) }),
    })),
  }),
);

export interface ReferencedStack
  extends Partial<Pick<SynthesizedStack, 'outputs' | 'locals' | 'resources' | 'dataSources' | 'backend'>> {
  readonly name: string;
}

/** Without `depends_on` and the modules that it calls. */
export const fromStack = memoizeObject(
  ({ locals = {}, outputs = {}, resources = [], dataSources = [] }: ReferencedStack): ConfiguredModule => ({
    resources: Object.fromEntries(
      [...resources, ...dataSources].map(({ address, values, provider }) => {
        return [address, { arguments: toTemplates(values), hasNestedBlock: false, dependsOn: [], provider }];
      }),
    ),
    locals: toTemplates(locals),
    outputs: toTemplates(outputs),
    calls: {},
  }),
);

function toTemplates(values: JsonObject): Expressions {
  return mapValues(values, (template) => ({ template }));
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Returns the value of a reference, or the reference. */
export type Link = (reference: Reference) => KnownJson;

export interface Repeated {
  readonly key: InstanceKey;
  readonly value: KnownJson;
}

export interface Evaluation {
  /** Undefined for a plan without a configuration: everything is unknown then. */
  readonly root: ConfiguredModule | undefined;
  /** The calls from the root module to the module that evaluates the expression. */
  readonly path: readonly ModuleStep[];
  /** The stack of the root module, for references. */
  readonly stack: string | undefined;
  /** The stacks that the root module may read. */
  readonly stacks: readonly ReferencedStack[];
  /** The name of the place in causes: `netingress_ip_policy.a of the stack app`. */
  readonly place: string;
  readonly identities: Identities;
  readonly repeated?: Repeated;
  /** Replaces references; by default they stay. */
  readonly link?: Link;
  /** How many named values led here. */
  readonly depth?: number;
}

/**
 * Chains of named values are short; a longer one is taken for a cycle, which Terraform refuses, and is unknown. 20 is
 * chosen.
 */
export const MAX_DEPTH = 20;

/**
 * Of an expression in HCL a plan has only the references. If it is a single one, the result is the value of the
 * reference, also of `upper(var.x)`. So the caller may use it only where expressions pass a value on unchanged, such as
 * an id.
 */
export function evaluate(evaluation: Evaluation, expression: Expression): KnownJson {
  const { place, identities } = evaluation;
  if ('template' in expression)
    return resolve(expression.template, { place, identities, findValue: (steps) => findValue(evaluation, steps) });
  const [reference, ...others] = expression.references;
  if (reference === undefined || others.length > 0) return new Unknown({ kind: 'not_in_plan' });
  const steps = parseSteps(reference);
  return steps ? findValue(evaluation, steps) : new Unknown({ kind: 'reference', reference, stack: evaluation.stack });
}

/** The value of `each` or `count`, a named value, a {@link Reference} or what `link` makes of it, or unknown. */
function findValue(evaluation: Evaluation, steps: readonly Step[]): KnownJson {
  const { repeated, identities, stack, path, link, depth = 0 } = evaluation;
  const [first, member] = steps.map((step) => ('name' in step ? step.name : undefined));
  const text = formatSteps(steps);
  // Every instance has another value, so an unknown one has no identity.
  if (first === 'each' || first === 'count' || first === 'self') {
    if (!repeated || first === 'self')
      return new Unknown({ kind: 'instance', reference: text, place: evaluation.place });
    return followSteps(member === 'value' ? repeated.value : repeated.key, steps.slice(2));
  }
  const named = findNamed(evaluation, steps);
  if (named && depth <= MAX_DEPTH)
    return followSteps(evaluate({ ...named.evaluation, depth: depth + 1 }, named.expression), named.path);
  // An expression cannot refer to the resources of a module, only to its outputs.
  const reference = first === 'module' || named ? undefined : toReference(steps);
  if (!reference) {
    const identity = identities.of('value', stack ?? null, formatModulePath(path), text);
    return new Unknown({ kind: 'reference', reference: text, stack }, identity);
  }
  const found = new Reference(identities, stack, { ...reference, address: { ...reference.address, module: path } });
  return link ? link(found) : found;
}

interface NamedValue {
  readonly evaluation: Evaluation;
  readonly expression: Expression;
  readonly path: readonly Step[];
}

function findNamed({ repeated: _, ...outer }: Evaluation, steps: readonly Step[]): NamedValue | undefined {
  const { root, path, stack, stacks } = outer;
  const [kind, name] = steps.map((step) => ('name' in step ? step.name : ''));
  const find = (
    evaluation: Evaluation,
    expressions: Expressions | undefined,
    [step, ...rest]: readonly Step[],
  ): NamedValue | undefined => {
    const expression = step && 'name' in step ? getOwn(expressions, step.name) : undefined;
    // Of an expression in HCL a plan has only the references, so `.b` of it is not known. Only files have locals.
    return expression && (kind === 'local' || rest.length === 0) ? { evaluation, expression, path: rest } : undefined;
  };
  if (kind === 'local') {
    const place = `local.${name} of the stack ${stack}`;
    return find({ ...outer, place }, findModule(root, path)?.locals, steps.slice(1));
  }
  if (kind === 'var') {
    const call = path.at(-1);
    const parent = path.slice(0, -1);
    const { arguments: args } = (call && getOwn(findModule(root, parent)?.calls, call.name)) ?? {};
    return find({ ...outer, path: parent }, args, steps.slice(1));
  }
  if (kind === 'module') {
    const { call, output } = parseCall(steps) ?? {};
    const inside = call && [...path, call];
    return inside && find({ ...outer, path: inside }, findModule(root, inside)?.outputs, output ?? []);
  }
  const output = stack === undefined ? undefined : findOutput(stacks, stack, steps);
  return (
    output && {
      evaluation: { ...outer, root: fromStack(output.stack), path: [], stack: output.stack.name, place: output.place },
      expression: { template: output.value },
      path: output.path,
    }
  );
}

function getOwn<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** `module.a.output` and `module.a["key"].output`; `output` may have more steps. */
export function parseCall([root, called, ...steps]: readonly Step[]):
  | { readonly call: ModuleStep; readonly output: readonly Step[] }
  | undefined {
  const [first] = steps;
  if (!root || !('name' in root) || root.name !== 'module' || !called || !('name' in called) || !first)
    return undefined;
  if ('name' in first) return { call: { name: called.name }, output: steps };
  return { call: { name: called.name, key: first.key }, output: steps.slice(1) };
}

/** Undefined if the contents of the module are not known. */
export function findModule(
  root: ConfiguredModule | undefined,
  path: readonly ModuleStep[],
): ConfiguredModule | undefined {
  return path.reduce<ConfiguredModule | undefined>((parent, { name }) => getOwn(parent?.calls, name)?.module, root);
}

/** Unknown if the value has no such part. */
export function followSteps(value: KnownJson | undefined, steps: readonly Step[]): KnownJson {
  const [step, ...rest] = steps;
  if (step === undefined) return value ?? null;
  if (value instanceof Reference) return value.follow(steps);
  if (isUnknown(value))
    return new Unknown({ kind: 'derived', value: `${formatSteps(steps)} of a value`, from: value.cause });
  const key = 'name' in step ? step.name : step.key;
  const members = typeof value === 'object' && value !== null ? (value as { readonly [key: string]: KnownJson }) : {};
  if (!Object.hasOwn(members, key)) return new Unknown({ kind: 'no_member', member: String(key) });
  return followSteps(members[key], rest);
}

interface StackOutput {
  readonly stack: ReferencedStack;
  readonly place: string;
  readonly value: Json | undefined;
  /** The steps after the name of the output. */
  readonly path: readonly Step[];
}

/** What `data.terraform_remote_state.X.outputs.Y` reads, if another stack certainly has it. */
export function findOutput(
  stacks: readonly ReferencedStack[],
  stack: string,
  steps: readonly Step[],
): StackOutput | undefined {
  const reference = toReference(steps);
  if (reference?.address.mode !== 'data' || reference.address.type !== 'terraform_remote_state') return undefined;
  const [outputs, output] = reference.path.map((step) => ('name' in step ? step.name : String(step.key)));
  const from = outputs === 'outputs' ? findRemoteStack(stacks, stack, reference.address.name) : undefined;
  if (!from || output === undefined || !Object.hasOwn(from.outputs ?? {}, output)) return undefined;
  return {
    stack: from,
    place: `the output ${output} of the stack ${from.name}`,
    value: from.outputs?.[output],
    path: reference.path.slice(2),
  };
}

/** CDKTF names its data source after the stack. Another name is resolved by backend and workspace. */
function findRemoteStack(
  stacks: readonly ReferencedStack[],
  stack: string,
  remoteState: string,
): ReferencedStack | undefined {
  const named = stacks.filter(({ name }) => remoteState === `cross-stack-reference-input-${toIdentifier(name)}`);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const source = stacks
    .find(({ name }) => name === stack)
    ?.dataSources?.find(({ address }) => address === `data.terraform_remote_state.${remoteState}`);
  return source && !source.repetition ? findByBackend(source.values, stacks) : undefined;
}

/** CDKTF removes characters that Terraform identifiers cannot contain. */
function toIdentifier(name: string): string {
  return name.replace(/[^\w-]/g, '');
}

const OWN_WORKSPACE = `\${terraform.workspace}`;

/** Without a workspace, a block and a candidate have `default`. Undefined if `config` has an expression. */
export function findByBackend<
  Candidate extends { readonly backend?: Backend | undefined; readonly workspace?: string | undefined },
>(block: JsonObject, candidates: readonly Candidate[]): Candidate | undefined {
  const wanted = remoteStateBackend(block);
  const { workspace: named } = block;
  if (hasExpression(block['config'])) return undefined;
  return candidates.find(({ backend, workspace = 'default' }) => {
    // The stacks of an app are deployed in one workspace.
    const isSameWorkspace = named === OWN_WORKSPACE || (named ?? 'default') === workspace;
    return isSameWorkspace && backend !== undefined && isDeepStrictEqual(backend, wanted);
  });
}
