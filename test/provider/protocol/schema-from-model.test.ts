/**
 * The rules for schemas (docs/internals/terraform-protocol-rules.md, 2.5) that Terraform does not check when it loads the
 * provider, as every acceptance test makes it do.
 */

import { COMPOSITES, rotation } from '../../../src/model/composites';
import type { Attribute } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { PROVIDER_ATTRIBUTES } from '../../../src/model/provider-config';
import { createProvider } from '../../../src/provider/create-provider';
import type { SchemaAttribute } from '../../../src/provider/protocol/schema';
import { type CtyType, parseType } from '../../../src/values/cty-type';

const { schema } = createProvider({ environment: {}, connect: () => Promise.reject() as never });

const schemas = [
  { name: 'provider', schema: schema.provider },
  ...Object.entries(schema.resources).map(([name, each]) => ({ name, schema: each })),
  ...Object.entries(schema.dataSources).map(([name, each]) => ({ name: `data.${name}`, schema: each })),
];

/** Every attribute at every depth, with where it is; `inSet`: somewhere inside a set. */
interface Placed {
  readonly path: string;
  readonly attribute: SchemaAttribute;
  readonly inSet: boolean;
  readonly top: boolean;
}

function placed(attributes: readonly SchemaAttribute[], above = '', inSet = false): Placed[] {
  return attributes.flatMap((attribute) => {
    const path = above === '' ? attribute.name : `${above}.${attribute.name}`;
    // A set that is read and never configured may hold what it likes: nothing has to be matched.
    const configured = attribute.required || attribute.optional;
    const inside = inSet || (attribute.nested?.nesting === 'set' && configured === true);
    return [{ path, attribute, inSet, top: above === '' }, ...placed(attribute.nested?.attributes ?? [], path, inside)];
  });
}

function holdsDynamic(type: CtyType): boolean {
  if (typeof type === 'string') return type === 'dynamic';
  const within: readonly CtyType[] =
    type[0] === 'object' ? Object.values(type[1]) : type[0] === 'tuple' ? type[1] : [type[1]];
  return within.some(holdsDynamic);
}

const all = schemas.flatMap(({ name, schema: each }) =>
  placed(each.attributes).map((item) => ({ ...item, path: `${name}: ${item.path}` })),
);

/** Paths of the attributes for which a rule does not hold. */
const broken = (holds: (item: Placed) => boolean): string[] =>
  all.filter((item) => !holds(item)).map(({ path }) => path);

test('the resources are all kinds and composites and the rotation, with the prefix of the provider', () => {
  expect(Object.keys(schema.resources)).toEqual([
    ...KINDS.map(({ name }) => `netingress_${name}`),
    ...[...COMPOSITES, rotation].map(({ name }) => `netingress_${name}`),
  ]);
  expect(Object.keys(schema.dataSources)).toContain('netingress_kubernetes_operator_bound_endpoints');
  expect(all.length).toBeGreaterThan(100);
});

test('versions are integers from 0 and descriptions are not empty', () => {
  for (const { schema: each } of schemas) {
    expect(Number.isInteger(each.version) && each.version >= 0).toBe(true);
    expect(each.description).toMatch(/\.$/);
  }
});

test('types are those of Terraform', () => {
  for (const { attribute } of all)
    if (attribute.type)
      expect(parseType(JSON.parse(JSON.stringify(attribute.type)) as CtyType)).toEqual(attribute.type);
});

test('collections contain nothing dynamic', () => {
  expect(broken(({ attribute: { type } }) => !type || !holdsDynamic(type))).toEqual([]);
});

test('nothing inside a set is computed, write-only or defaulted: elements could not be matched', () => {
  expect(broken(({ inSet, attribute }) => !inSet || (!attribute.computed && !attribute.writeOnly))).toEqual([]);
});

test('a write-only attribute can be configured and is never computed', () => {
  expect(
    broken(
      ({ attribute }) => !attribute.writeOnly || (!attribute.computed && !!(attribute.required || attribute.optional)),
    ),
  ).toEqual([]);
});

test('the id is computed only, so that generated configuration leaves it out', () => {
  const ids = Object.values(schema.resources).map(({ attributes }) => attributes.find(({ name }) => name === 'id'));
  expect(ids).toHaveLength(KINDS.length + COMPOSITES.length + 1);
  for (const id of ids) expect(id).toMatchObject({ type: 'string', computed: true });
  expect(ids.some((id) => id?.optional)).toBe(false);
});

test('members of a computed object are computed', () => {
  const within = (attributes: readonly SchemaAttribute[], computed: boolean): string[] =>
    attributes.flatMap((attribute) => {
      const mine = attribute.computed === true && !attribute.optional;
      return [...(computed && !mine ? [attribute.name] : []), ...within(attribute.nested?.attributes ?? [], mine)];
    });
  expect(schemas.flatMap(({ schema: each }) => within(each.attributes, false))).toEqual([]);
});

test('every attribute is described by sentences', () => {
  expect(broken(({ attribute }) => /^\S.*[.]$/s.test(attribute.description))).toEqual([]);
});

test('sensitive attributes of the model are sensitive in the schema, and write-only ones have no mark', () => {
  const sensitive = broken(({ attribute }) => !attribute.sensitive).filter((path) => !path.startsWith('data.'));
  const secrets = (attributes: Readonly<Record<string, Attribute>>, above: string): string[] =>
    Object.entries(attributes).flatMap(([name, attribute]) => [
      ...(attribute.sensitive ? [`${above}${name}`] : []),
      ...(attribute.type === 'object' ? secrets(attribute.attributes, `${above}${name}.`) : []),
    ]);
  const expected = [
    ...secrets(PROVIDER_ATTRIBUTES, 'provider: '),
    ...KINDS.flatMap(({ name, attributes }) => secrets(attributes, `netingress_${name}: `)),
  ];
  expect(expected).toContain('provider: api_key');
  expect(sensitive).toEqual(expected);
});

test('the attributes of the provider block are never computed', () => {
  expect(schema.provider.attributes.filter(({ computed }) => computed)).toEqual([]);
});
