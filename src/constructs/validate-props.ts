/** Everything that is wrong with the props of a construct, as far as it is known at synth. */
import { Construct } from 'constructs';
import { didYouMean } from '../model/did-you-mean';
import type { Attribute, Attributes } from '../model/kind';
import {
  checkValues,
  pathText,
  type RawValues,
  type ValidatedSchema,
  type ValuePath,
} from '../model/validation/validate';
import { camelCase } from './naming';
import { inputProps, isProps, jsonAttributes, type Props, renderAttributes } from './render';
import { isToken, resolveKnown, UNKNOWN } from './tokens';

/** Has `app.synth()` report all problems of all constructs at once. The props are those at that moment. */
export function validateAtSynth(construct: Construct, checked: ValidatedSchema, props: () => Props): void {
  construct.node.addValidation({
    validate: () => findProblems(checked, props()).map((problem) => `${construct.node.path}: ${problem}`),
  });
}

/** The attributes as the core writes them to JSON; validation reports values that it cannot write. */
export function configuredAttributes(
  construct: Construct,
  checked: ValidatedSchema,
  props: Props,
): Record<string, unknown> {
  return jsonAttributes(renderAttributes(checked.attributes, props), () => describeProblems(construct, checked, props));
}

/** All problems of the construct, for an error that is thrown while it is rendered. */
export function describeProblems(construct: Construct, checked: ValidatedSchema, props: Props): string {
  return findProblems(checked, props)
    .map((problem) => `${construct.node.path}: ${problem}`)
    .join('\n');
}

/**
 * The problems as `property: what is wrong, what is expected`, properties as the user typed them
 * (`binding.endpointSelectors[0]`), in the model's order. What only Terraform will know is left to the provider's plan.
 */
export function findProblems(checked: ValidatedSchema, props: Props): string[] {
  const values = resolveKnown(renderAttributes(checked.attributes, props)) as RawValues;
  const problems = checkValues(checked, values, {
    isKnown: (value: unknown) => value !== UNKNOWN,
    isConfiguration: true,
    nameOf: camelCase,
  });
  return [
    ...problems.map(({ path, problem, expected }) => {
      const value = path.reduce<unknown>((parent, step) => (parent as Props | undefined)?.[step], values);
      const advice = Construct.isConstruct(value) ? `, such as an attribute of ${value.node.path}` : '';
      return `${pathText(propertyPath(checked.attributes, path))}: ${problem}, expected ${expected}${advice}`;
    }),
    ...findUnknownProps(checked.attributes, props),
  ];
}

/** The path with attribute names in camel case; the keys of maps are the user's own. */
function propertyPath(attributes: Attributes | undefined, path: ValuePath): ValuePath {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const attribute = typeof first === 'string' ? attributes?.[first] : undefined;
  if (!attribute) return [first, ...propertyPath(attributes, rest)];
  const key = attribute.type === 'map' ? rest.slice(0, 1) : [];
  return [camelCase(first as string), ...key, ...propertyPath(membersOf(attribute), rest.slice(key.length))];
}

function membersOf(attribute: Attribute): Attributes | undefined {
  if (attribute.type === 'object') return attribute.attributes;
  return 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : undefined;
}

/** Properties that nothing reads, for programs that no compiler checked: a misspelt one would be lost silently. */
function findUnknownProps(attributes: Attributes, props: Props, path: ValuePath = []): string[] {
  const { byProp, isFlat } = attributesByProp(attributes);
  // Of thousands of rules most have no slip, and nothing nested to look into.
  if (isFlat && Object.keys(props).every((prop) => byProp.has(prop))) return [];
  return Object.entries(props).flatMap(([prop, value]) => {
    const attribute = byProp.get(prop);
    if (!attribute) return value === undefined ? [] : [unknownProp([...path, prop], [...byProp.keys()])];
    const members = membersOf(attribute);
    if (!members || isToken(value)) return [];
    const here = [...path, prop];
    const nested: (readonly [unknown, ValuePath])[] = Array.isArray(value)
      ? value.map((item: unknown, index) => [item, [...here, index]])
      : attribute.type === 'map' && isProps(value)
        ? Object.entries(value).map(([key, item]) => [item, [...here, key]])
        : [[value, here]];
    return nested.flatMap(([item, at]) => (isProps(item) && !isToken(item) ? findUnknownProps(members, item, at) : []));
  });
}

interface KnownProps {
  readonly byProp: ReadonlyMap<string, Attribute>;
  /** Whether none of them is an object or holds objects. */
  readonly isFlat: boolean;
}

const knownProps = new WeakMap<Attributes, KnownProps>();

/** The inputs by the names of their properties. */
function attributesByProp(attributes: Attributes): KnownProps {
  const before = knownProps.get(attributes);
  if (before) return before;
  const inputs = inputProps(attributes);
  const byProp = new Map(inputs.map(({ prop, attribute }) => [prop, attribute]));
  const found = { byProp, isFlat: inputs.every(({ attribute }) => membersOf(attribute) === undefined) };
  knownProps.set(attributes, found);
  return found;
}

function unknownProp(path: ValuePath, known: readonly string[]): string {
  const name = String(path.at(-1));
  return `${pathText(path)}: is not a property here, expected one of ${known.join(', ')}${didYouMean(name, known)}`;
}
