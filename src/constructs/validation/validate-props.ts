/** Validates the props of a construct at synth, as far as they are known. */
import { Construct } from 'constructs';
import type { Attributes } from '../../model/kind';
import { camelCase } from '../../model/naming';
import { formatProblem, type RawValues } from '../../model/problem';
import { didYouMean } from '../../model/text';
import { findDeprecated } from '../../model/validation/find-deprecated';
import { checkValues, type ValidationRules } from '../../model/validation/validate';
import { findExpired, isCertificate } from '../../model/validation/validate-certificate';
import { formatPath, type ValuePath } from '../../values/path';
import type { Words } from '../../values/words';
import { getInputProps, isProps, jsonAttributes, nestedAttributes, type Props, renderAttributes } from '../render';
import { isResolvedString, isToken, resolveKnown } from '../tokens';
import { warnAtSynth } from './warn-at-synth';

export function validateAtSynth(construct: Construct, schema: ValidationRules, getProps: () => Props): void {
  construct.node.addValidation({ validate: () => findProblems(schema, getProps()) });
}

export function warnOfProps(construct: Construct, attributes: Attributes, getProps: () => Props): void {
  if (!Object.values(attributes).some((attribute) => attribute.deprecated || isCertificate(attribute))) return;
  warnAtSynth(construct, () => {
    const values = renderAttributes(attributes, getProps()) as RawValues;
    const expired = findExpired(attributes, resolveKnown(values) as RawValues, new Date());
    return [
      ...findDeprecated(attributes, values).map(
        ({ path, advice }) => `${formatPath(toPropPath(attributes, path))} is deprecated. ${advice}`,
      ),
      ...expired.map((problem) => formatProblem({ ...problem, path: toPropPath(attributes, problem.path) })),
    ];
  });
}

/**
 * For JSON output. If validation was skipped, an instance of a class, such as a construct in place of its id, throws:
 * CDKTF could not write it. Other invalid values are written as they are.
 */
export function configuredAttributes(
  construct: Construct,
  schema: ValidationRules,
  props: Props,
): Record<string, unknown> {
  const describe = (): string =>
    findProblems(schema, props)
      .map((problem) => `${construct.node.path}: ${problem}`)
      .join('\n');
  return jsonAttributes(renderAttributes(schema.attributes, props), describe);
}

/** With the paths of props, such as `binding.endpointSelectors[0]`. Tokens are validated by the plan. */
export function findProblems(schema: ValidationRules, props: Props): string[] {
  const values = resolveKnown(renderAttributes(schema.attributes, props)) as RawValues;
  const problems = checkValues(schema, values, { nameOf: camelCase });
  return [
    ...problems.map(({ path, problem, expected }) => {
      const value = path.reduce<unknown>((parent, step) => (parent as Props | undefined)?.[step], values);
      const advice = Construct.isConstruct(value) ? `, such as an attribute of ${value.node.path}` : '';
      return `${formatPath(toPropPath(schema.attributes, path))}: ${problem}; expected ${expected}${advice}`;
    }),
    ...findUnknownProps(schema.attributes, props),
  ];
}

function toPropPath(attributes: Attributes | undefined, path: ValuePath): ValuePath {
  const [first, ...rest] = path;
  if (first === undefined) return [];
  const attribute = typeof first === 'string' ? attributes?.[first] : undefined;
  if (!attribute) return [first, ...toPropPath(attributes, rest)];
  const key = attribute.type === 'map' ? rest.slice(0, 1) : [];
  return [camelCase(first as string), ...key, ...toPropPath(nestedAttributes(attribute), rest.slice(key.length))];
}

/** In apps without type checks, the values of misspelled props would be lost. */
function findUnknownProps(attributes: Attributes, props: Props, path: ValuePath = []): string[] {
  const { byProp, isFlat } = getInputProps(attributes);
  if (isFlat && Object.keys(props).every((prop) => byProp.has(prop))) return [];
  return Object.entries(props).flatMap(([prop, value]) => {
    const attribute = byProp.get(prop);
    const propPath = [...path, prop];
    if (!attribute) return value === undefined ? [] : [describeUnknownProp(propPath, [...byProp.keys()])];
    const members = nestedAttributes(attribute);
    if (!members || isToken(value)) return [];
    const nested: (readonly [unknown, ValuePath])[] = Array.isArray(value)
      ? value.map((item: unknown, index) => [item, [...propPath, index]])
      : attribute.type === 'map' && isProps(value)
        ? Object.entries(value).map(([key, item]) => [
            item,
            [...propPath, isResolvedString(key) ? key : 'known after apply'],
          ])
        : [[value, propPath]];
    return nested.flatMap(([item, at]) => (isProps(item) && !isToken(item) ? findUnknownProps(members, item, at) : []));
  });
}

export function describeUnknownProp(path: ValuePath, known: readonly string[]): Words {
  const name = String(path.at(-1));
  return `${formatPath(path)}: is not a property; expected one of ${known.join(', ')}${didYouMean(name, known)}`;
}
