/**
 * Random kinds, whose attributes combine types, presences and rules of the model. They break two rules of
 * `test/model/kinds.test.ts`: `recomputedWhen` may name what does not exist, and a default may not have its format.
 */
import fc from 'fast-check';
import type {
  Attribute,
  Attributes,
  Kind,
  ObjectsAttribute,
  ScalarAttribute,
  StringsAttribute,
} from '../../../src/model/kind';

const doc = 'Made up for a test.';
const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'] as const;

/** Random choices for an attribute. One that the model does not allow beside the others is not used. */
interface Wishes {
  readonly presence: 'required' | 'optional' | 'computed' | 'optional-computed';
  readonly requiresReplace: 'always' | undefined;
  readonly secret: boolean;
  readonly defaulted: boolean;
  readonly changesWith: Attribute['recomputedWhen'];
}

const wishes: fc.Arbitrary<Wishes> = fc.record({
  presence: fc.constantFrom('required', 'optional', 'optional', 'computed', 'optional-computed'),
  requiresReplace: fc.constantFrom(undefined, undefined, 'always' as const),
  secret: fc.boolean(),
  defaulted: fc.boolean(),
  changesWith: fc.oneof(
    fc.constant(undefined),
    fc.constant(true as const),
    fc.subarray<string>([...names, 'alpha.beta', 'beta.gamma'], { minLength: 1 }),
  ),
});

const common = ({ presence, requiresReplace, changesWith }: Wishes) => ({
  doc,
  presence,
  ...(presence === 'computed' && changesWith !== undefined && { recomputedWhen: changesWith }),
  ...(presence !== 'computed' && requiresReplace && { requiresReplace }),
});

const stringRules = fc.constantFrom<Pick<ScalarAttribute, 'format' | 'enum' | 'enumIgnoresCase'>>(
  {},
  {},
  { format: 'cidr' },
  { format: 'hostname', examples: ['a.example.com', 'b.example.com'] } as object,
  { enumIgnoresCase: true, enum: ['Plain', 'Fancy'] },
  { format: 'json', examples: ['{"a":1,"b":2}', '{"b":3}'] } as object,
  { enum: ['one', 'two'] },
);

const text: fc.Arbitrary<ScalarAttribute> = fc
  .tuple(wishes, stringRules, fc.boolean())
  .map(([given, representation, writeOnly]) => {
    const { secret, presence, defaulted } = given;
    const value = representation.enum?.[0] ?? (representation.format ? '10.0.0.0/8' : 'a.example.com');
    const omittedFromResponses = secret && (presence === 'optional' || presence === 'required');
    return {
      type: 'string',
      ...common(given),
      ...representation,
      // The empty string means null at the service.
      ...(presence === 'optional' && { emptyIsAbsent: true }),
      ...(presence === 'optional' && defaulted && !omittedFromResponses && { default: value }),
      ...(omittedFromResponses && { omittedFromResponses: 'always', sensitive: true }),
      ...(omittedFromResponses && presence === 'optional' && writeOnly && { hasWriteOnlyVariant: true }),
    };
  });

const plain: fc.Arbitrary<ScalarAttribute> = fc
  .tuple(wishes, fc.constantFrom('number', 'bool'))
  .map(([given, type]) => {
    // The model has a default for each optional number and bool.
    const fallback = given.presence === 'optional' && { default: type === 'bool' ? false : 2 };
    return { type, ...common(given), ...fallback };
  });

const collectionType = fc.constantFrom('list', 'set', 'map');

const strings: fc.Arbitrary<StringsAttribute> = fc
  .tuple(wishes, collectionType, stringRules)
  .map(([given, type, representation]) => ({
    type,
    elements: 'string',
    ...common(given),
    ...(type === 'set' && !('examples' in representation) ? representation : {}),
    ...(type === 'map' && given.presence === 'optional' && given.defaulted && { default: { a: 'x' } }),
  }));

/** The attributes of the elements of a collection. None of them is computed or secret, or has a default. */
const members: fc.Arbitrary<Attributes> = fc
  .tuple(stringRules, fc.subarray([...names], { minLength: 1, maxLength: 2 }), stringRules)
  .map(([identity, more, representation]) => ({
    name: { type: 'string', presence: 'required', doc, ...identity },
    ...Object.fromEntries(
      more.map((name, n): [string, Attribute] => [
        name,
        n === 0
          ? { type: 'string', presence: 'optional', doc, emptyIsAbsent: true, ...representation }
          : { type: 'set', elements: 'string', presence: 'optional', doc },
      ]),
    ),
  }));

const objects: fc.Arbitrary<ObjectsAttribute> = fc.tuple(wishes, collectionType, members).map(
  ([given, type, of]): ObjectsAttribute => ({
    type,
    elements: of,
    ...common(given),
    ...(type === 'set' && { idMember: 'name' }),
    ...(type === 'map' && { keys: { format: 'cidr' } }),
  }),
);

/** Attributes by name; `depth` limits the nesting of objects. */
function attributes(depth: number): fc.Arbitrary<Attributes> {
  const any = fc.oneof(text, text, plain, strings, objects, ...(depth > 0 ? [object(depth - 1)] : []));
  return fc
    .array(any, { minLength: 1, maxLength: names.length })
    .map((all) => Object.fromEntries(all.map((attribute, n) => [names[n], attribute])));
}

function object(depth: number): fc.Arbitrary<Attribute> {
  return fc
    .tuple(wishes, attributes(depth), fc.constantFrom(undefined, 'if-presence-changes' as const, 'always' as const))
    .map(([given, within, requiresReplace]): Attribute => {
      const { presence } = given;
      if (presence === 'computed') return { type: 'object', ...common(given), attributes: computed(within) };
      return {
        type: 'object',
        doc,
        presence,
        clearBy: 'null',
        attributes: filled(within),
        ...(requiresReplace && { requiresReplace }),
      };
    });
}

/**
 * Adds a required string, unless there is one that responses have and that an update may change: without one, a request
 * cannot distinguish an object whose members are empty from null.
 */
function filled(all: Attributes): Attributes {
  const holdsRequired = Object.values(all).some(
    ({ type, presence, omittedFromResponses, requiresReplace }) =>
      type === 'string' && presence === 'required' && !omittedFromResponses && !requiresReplace,
  );
  return holdsRequired ? all : { ...all, name: { type: 'string', presence: 'required', doc } };
}

/** The members of a computed object, which must be computed, too. */
function computed(all: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(all).map(
      ([name, { requiresReplace: _, default: __, hasWriteOnlyVariant: ___, omittedFromResponses: ____, ...rest }]) => [
        name,
        {
          ...rest,
          presence: 'computed',
          ...(rest.type === 'object' && { attributes: computed(rest.attributes) }),
        } as Attribute,
      ],
    ),
  );
}

/** A kind with random attributes and an id. */
export const kinds: fc.Arbitrary<Kind> = attributes(2).map((all) => ({
  name: 'random',
  plural: 'randoms',
  title: 'random object',
  doc,
  path: '/randoms',
  listKey: 'randoms',
  idPrefix: 'rnd',
  listFilter: false,
  errorCodes: {},
  attributes: { id: { type: 'string', presence: 'computed', doc }, ...all },
}));
