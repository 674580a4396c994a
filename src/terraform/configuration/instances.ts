import type { ConfiguredResource } from '../../model/inventory';
import { type Address, formatKey, parseAddress } from '../../values/address';
import { isJsonObject, type Json } from '../../values/json';
import { isUnknown, type Known, type KnownJson, type KnownObject, mapKnown, Unknown } from '../../values/known';
import type { SynthesizedStack } from './configuration';
import {
  type ConfiguredModule,
  type Evaluation,
  type Expression,
  evaluate,
  fromStack,
  type Link,
  type ReferencedStack,
  type Repeated,
} from './evaluate';
import { identitiesOf, Reference } from './expressions';

export interface ConfiguredInstance {
  readonly address: string;
  readonly values: KnownObject;
  /** Evaluates an argument within the instance: `each` and `count` are its own. `link` replaces references. */
  readonly evaluate: (argument: string, value: Json, link: Link) => KnownJson;
}

/**
 * Unknown if only Terraform can evaluate `count` or `for_each`, or if the value is none that Terraform accepts. One
 * exception: a list of strings counts as a set, although Terraform refuses it without `toset`.
 */
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
  { stack, address }: ConfiguredResource,
  key: string,
  repeated?: Repeated,
): ConfiguredInstance {
  const place = `${address}${key} of the stack ${stack}`;
  const evaluateArgument = (argument: string, expression: Expression, link?: Link): KnownJson =>
    evaluateInStack(stacks, stack, expression, {
      place: `'${argument}' of ${place}`,
      ...(repeated && { repeated }),
      ...(link && { link }),
    });
  const values = findRoot(stacks, stack)?.resources[address]?.arguments ?? {};
  return {
    address: `${address}${key}`,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluateArgument(name, value)])),
    evaluate: (argument, template, link) => evaluateArgument(argument, { template }, link),
  };
}

function findRoot(stacks: readonly ReferencedStack[], name: string): ConfiguredModule | undefined {
  const stack = stacks.find((each) => each.name === name);
  return stack && fromStack(stack);
}

function evaluateInStack(
  stacks: readonly ReferencedStack[],
  stack: string,
  expression: Expression,
  evaluation: Pick<Evaluation, 'place' | 'repeated' | 'link'>,
): KnownJson {
  const identities = identitiesOf(stacks);
  return evaluate({ ...evaluation, root: findRoot(stacks, stack), path: [], stack, stacks, identities }, expression);
}

export interface ConfiguredImport {
  readonly to: Address;
  readonly id: Known<string>;
}

/** Without blocks with `for_each`, whose addresses only Terraform knows. */
export function listImports(
  stacks: readonly ReferencedStack[],
  { name: stack, imports }: SynthesizedStack,
): ConfiguredImport[] {
  const place = `an import block of the stack ${stack}`;
  return imports.flatMap(({ to: text, id }) => {
    const to = parseAddress(text);
    const value = evaluateInStack(stacks, stack, { template: id }, { place });
    const known =
      typeof value === 'string' || isUnknown(value)
        ? value
        : new Unknown({ kind: 'malformed', place: `the id of ${place}`, expected: 'string' });
    return to ? [{ to, id: known }] : [];
  });
}

function findRepeated(
  stacks: readonly ReferencedStack[],
  { stack, address, repetition = {} }: ConfiguredResource,
): Known<readonly Repeated[]> {
  const isCount = repetition.forEach === undefined;
  const subject = `${isCount ? 'count' : 'for_each'} of ${address} of the stack ${stack}`;
  const template = isCount ? repetition.count : repetition.forEach;
  const value = evaluateInStack(stacks, stack, { template }, { place: subject });
  if (isUnknown(value)) return new Unknown({ kind: 'derived', value: subject, from: value.cause });
  if (isCount) {
    const length = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof length !== 'number' || !Number.isInteger(length) || length < 0)
      return new Unknown({ kind: 'malformed', place: subject, expected: 'natural_number' });
    return Array.from({ length }, (_, key) => ({ key, value: key }));
  }
  if (!Array.isArray(value)) {
    if (!isJsonObject(value)) return new Unknown({ kind: 'malformed', place: subject, expected: 'map_or_set' });
    return Object.entries(value as KnownObject).map(([key, element]) => ({
      key,
      value: nameElement(element, `element '${key}' of ${subject}`),
    }));
  }
  const elements = value as readonly KnownJson[];
  const index = elements.findIndex((element) => typeof element !== 'string');
  if (index >= 0) {
    const [element, place] = [elements[index], `element ${index + 1} of ${subject}`];
    return isUnknown(element)
      ? new Unknown({ kind: 'derived', value: place, from: element.cause })
      : new Unknown({ kind: 'malformed', place, expected: 'string' });
  }
  return [...new Set(elements as readonly string[])].map((key) => ({ key, value: key }));
}

/** An unknown element stays the same value, and its cause gets the name under which people find it. */
function nameElement(element: KnownJson, name: string): KnownJson {
  if (!isUnknown(element) || element instanceof Reference) return element;
  return new Unknown({ kind: 'derived', value: name, from: element.cause }, element.identity);
}
