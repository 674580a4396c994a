/** Evaluates resources of synthesized stacks: outputs of other stacks, locals, and the instances of `count` and `for_each`. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { ConfiguredResource } from '../../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import { isUnknown, type Known, type KnownJson, type KnownObject, mapKnown, Unknown } from '../../model/known';
import {
  type Address,
  formatKey,
  formatSteps,
  type InstanceKey,
  parseAddress,
  type Step,
  toReference,
} from './address';
import { type Backend, remoteStateBackend, type SynthesizedStack } from './configuration';
import { describeUnknown, hasExpression, Reference, resolve, type Scope } from './expressions';

/** What references of other stacks read. */
export interface ReferencedStack
  extends Partial<Pick<SynthesizedStack, 'outputs' | 'locals' | 'dataSources' | 'backend'>> {
  readonly name: string;
}

/** One instance of a configured resource; its address has the key. */
export interface ConfiguredInstance {
  readonly address: string;
  readonly values: KnownObject;
  /** Evaluates an argument within the instance: `each` and `count` are its own. `link` replaces references. */
  readonly evaluate: (argument: string, value: Json, link: Link) => KnownJson;
}

/** Returns the value of a reference, or the reference. */
export type Link = (reference: Reference) => KnownJson;

interface Repeated {
  readonly key: InstanceKey;
  readonly value: KnownJson;
}

/** Chains of locals and outputs are short; a longer one is a cycle, which Terraform refuses. */
const MAX_DEPTH = 20;

interface Evaluation {
  readonly stacks: readonly ReferencedStack[];
  readonly stack: string;
  readonly place: string;
  readonly repeated?: Repeated;
  readonly depth: number;
  readonly link?: Link;
}

/** Returns the instances of a resource with their values, or why Terraform must evaluate `count` or `for_each`. */
export function expandInstances(
  stacks: readonly ReferencedStack[],
  resource: ConfiguredResource,
): Known<readonly ConfiguredInstance[]> {
  if (!resource.repetition) return [toInstance(stacks, resource, '')];
  return mapKnown(findRepeated(stacks, resource), (found) =>
    found.map((repeated) => toInstance(stacks, resource, formatKey(repeated.key), repeated)),
  );
}

/** Represents any number of instances, also none: its `each` and `count` are unknown. The address ends in `[*]`. */
export function toUnknownInstance(
  stacks: readonly ReferencedStack[],
  resource: ConfiguredResource,
): ConfiguredInstance {
  return toInstance(stacks, resource, '[*]');
}

function toInstance(
  stacks: readonly ReferencedStack[],
  { stack, address, values }: ConfiguredResource,
  key: string,
  repeated?: Repeated,
): ConfiguredInstance {
  const place = `${address}${key} of the stack ${stack}`;
  const evaluation = { stacks, stack, depth: 0, ...(repeated && { repeated }) };
  const evaluate = (argument: string, value: Json | undefined, link?: Link): KnownJson =>
    resolve(value, createScope({ ...evaluation, place: `'${argument}' of ${place}`, ...(link && { link }) }));
  return {
    address: `${address}${key}`,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluate(name, value)])),
    evaluate,
  };
}

/** Evaluates a value of a stack that belongs to no resource. */
function resolveInStack(
  stacks: readonly ReferencedStack[],
  stack: string,
  value: Json | undefined,
  place: string,
): KnownJson {
  return resolve(value, createScope({ stacks, stack, place, depth: 0 }));
}

/** What an `import` block of a stack says. */
export interface ConfiguredImport {
  readonly to: Address;
  readonly id: Known<string>;
}

/** Evaluates the `import` blocks of a stack, except for those with `for_each`, whose addresses only Terraform knows. */
export function listImports(
  stacks: readonly ReferencedStack[],
  { name: stack, imports }: SynthesizedStack,
): ConfiguredImport[] {
  const place = `an import block of the stack ${stack}`;
  return imports.flatMap(({ to: text, id }) => {
    const to = parseAddress(text);
    const value = resolveInStack(stacks, stack, id, place);
    const known = typeof value === 'string' || isUnknown(value) ? value : new Unknown(`the id of ${place} is not text`);
    return to ? [{ to, id: known }] : [];
  });
}

function findRepeated(
  stacks: readonly ReferencedStack[],
  { stack, address, repetition = {} }: ConfiguredResource,
): Known<readonly Repeated[]> {
  const isCount = repetition.forEach === undefined;
  const subject = `${isCount ? 'count' : 'for_each'} of ${address} of the stack ${stack}`;
  const value = resolveInStack(stacks, stack, isCount ? repetition.count : repetition.forEach, subject);
  if (isUnknown(value)) return new Unknown(`${subject} is not known: ${value.why}`);
  if (isCount) {
    const length = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof length !== 'number') return new Unknown(`${subject} is not a number`);
    return Array.from({ length }, (_, key) => ({ key, value: key }));
  }
  if (!Array.isArray(value)) {
    if (!isJsonObject(value)) return new Unknown(`${subject} is neither a map nor a set`);
    return Object.entries(value as KnownObject).map(([key, element]) => ({
      key,
      value: mapUnknown(element, (why) => `element '${key}' of ${subject} is not known: ${why}`),
    }));
  }
  const elements = value as readonly KnownJson[];
  const unclear = elements.findIndex((element) => typeof element !== 'string');
  if (unclear >= 0) return new Unknown(`element ${unclear + 1} of ${subject} is not known`);
  return [...new Set(elements as readonly string[])].map((key) => ({ key, value: key }));
}

function mapUnknown(value: KnownJson, describe: (why: string) => string): KnownJson {
  return isUnknown(value) && !(value instanceof Reference) ? new Unknown(describe(value.why)) : value;
}

function createScope(evaluation: Evaluation): Scope {
  return { place: evaluation.place, findValue: (steps) => findValue(evaluation, steps) };
}

function findValue(evaluation: Evaluation, steps: readonly Step[]): KnownJson {
  const { stacks, stack, place, repeated, depth, link } = evaluation;
  const [root, member] = steps.map((step) => ('name' in step ? step.name : undefined));
  if (root === 'each' || root === 'count') {
    if (!repeated) return new Unknown(`${formatSteps(steps)} in ${place} is known after apply`);
    return followSteps(member === 'value' ? repeated.value : repeated.key, steps.slice(2));
  }
  const named = root === 'local' ? findLocal(stacks, stack, member) : findOutput(stacks, stack, steps);
  if (named && depth <= MAX_DEPTH) {
    const { repeated: _, ...shared } = evaluation;
    const scope = createScope({ ...shared, stack: named.stack, place: named.place, depth: depth + 1 });
    return followSteps(resolve(named.value, scope), root === 'local' ? steps.slice(2) : named.path);
  }
  // An expression cannot refer to the resources of a module, only to its outputs.
  const address = root === 'module' || named ? undefined : toReference(steps);
  if (!address) return new Unknown(describeUnknown(formatSteps(steps), stack));
  const reference = new Reference(stack, address);
  return link ? link(reference) : reference;
}

/** A value that another one names. */
interface NamedValue {
  /** The stack that evaluates the value. */
  readonly stack: string;
  readonly place: string;
  readonly value: Json | undefined;
  /** The steps after the name of an output. */
  readonly path: readonly Step[];
}

function findLocal(
  stacks: readonly ReferencedStack[],
  stack: string,
  name: string | undefined,
): NamedValue | undefined {
  const value = name === undefined ? undefined : stacks.find((each) => each.name === stack)?.locals?.[name];
  return value === undefined ? undefined : { stack, place: `local.${name} of the stack ${stack}`, value, path: [] };
}

/** Returns a part of a value. */
export function followSteps(value: KnownJson | undefined, steps: readonly Step[]): KnownJson {
  const [step, ...rest] = steps;
  if (step === undefined) return value ?? null;
  if (value instanceof Reference) return new Reference(value.stack, { ...value, path: [...value.path, ...steps] });
  if (isUnknown(value)) return new Unknown(`${formatSteps(steps)} of a value is not known: ${value.why}`);
  const key = 'name' in step ? step.name : step.key;
  const members = typeof value === 'object' && value !== null ? (value as { readonly [key: string]: KnownJson }) : {};
  if (!Object.hasOwn(members, key)) return new Unknown(`a value has no member '${key}'`);
  return followSteps(members[key], rest);
}

/** Finds the output that `data.terraform_remote_state.X.outputs.Y` reads, if another stack certainly has it. */
export function findOutput(
  stacks: readonly ReferencedStack[],
  stack: string,
  steps: readonly Step[],
): NamedValue | undefined {
  const reference = toReference(steps);
  if (reference?.address.mode !== 'data' || reference.address.type !== 'terraform_remote_state') return undefined;
  const [outputs, output, ...path] = reference.path.map((step) => ('name' in step ? step.name : String(step.key)));
  const from = outputs === 'outputs' ? findRemoteStack(stacks, stack, reference.address.name) : undefined;
  if (!from || output === undefined || !Object.hasOwn(from.outputs ?? {}, output)) return undefined;
  return {
    stack: from.name,
    place: `the output ${output} of the stack ${from.name}`,
    value: from.outputs?.[output],
    path: reference.path.slice(reference.path.length - path.length),
  };
}

/** CDKTF names the data source after the stack; any other one has the backend of the stack. */
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

/** Returns the candidate whose state a `terraform_remote_state` block reads. Its workspace is `default` if it has none. */
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
