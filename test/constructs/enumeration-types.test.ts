/** Each enumeration of the model is a union of its values in the types of constructs and client. */
import { ACTIONS } from '../../src/model/actions';
import { COMPOSITES } from '../../src/model/composites';
import type { Attribute, Attributes } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { camelCase, pascalCase } from '../../src/model/naming';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { isInput } from '../../src/model/request';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import { findTypeErrors } from '../support/constructs/type-errors';

interface Enumeration {
  /** Dotted names of the attributes, with `[]` after a collection. */
  readonly path: string;
  readonly values: readonly (string | number)[];
  /** The type of the attribute, as TypeScript. */
  readonly type: string;
  /** Whether the client accepts other strings too, because case is ignored. */
  readonly ignoresCase: boolean;
}

type NameOf = (attribute: string) => string;

/** The enumerations among the inputs of a type, at any depth. `nameOf` returns the name of the member. */
function enumerationsOf(type: string, attributes: Attributes, nameOf: NameOf): Enumeration[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Enumeration[] => {
    if (!isInput(attribute)) return [];
    const member = `Member<${type}, '${nameOf(name)}'>`;
    const found = enumerationsWithin(member, attribute, nameOf);
    return found.map((each) => ({ ...each, path: `${name}${each.path}` }));
  });
}

function enumerationsWithin(type: string, attribute: Attribute, nameOf: NameOf): Enumeration[] {
  if (attribute.type === 'object') return dotted('.', enumerationsOf(type, attribute.attributes, nameOf));
  const isCollection = 'elements' in attribute;
  if (isCollection && attribute.elements !== 'string')
    return dotted('[].', enumerationsOf(`Item<${type}>`, attribute.elements, nameOf));
  const byProfile = Object.values(attribute.byProfile ?? {}).flatMap((each) => each.enum ?? []);
  const numbers = 'allowedNumbers' in attribute ? (attribute.allowedNumbers ?? []) : [];
  const values = [...new Set([...(attribute.enum ?? []), ...byProfile, ...numbers])];
  if (values.length === 0) return [];
  const ignoresCase = 'enumIgnoresCase' in attribute;
  return [{ path: isCollection ? '[]' : '', values, type: isCollection ? `Item<${type}>` : type, ignoresCase }];
}

function dotted(separator: string, enumerations: readonly Enumeration[]): Enumeration[] {
  return enumerations.map((each) => ({ ...each, path: `${separator}${each.path}` }));
}

/** Members of nested objects, without tokens, null and undefined. */
const HEAD = `import type * as constructs from '../../../src'; import type * as client from '../../../src/client';
type Member<T, K extends string> = T extends { readonly resolve: unknown } ? never : K extends keyof T ? Exclude<T[K], null | undefined> : never;
type Item<T> = T extends readonly (infer E)[] ? E : T extends { readonly [key: string]: infer V } ? Exclude<V, null | undefined> : never;
type Literals<T> = T extends string ? (string extends T ? never : T) : T extends number ? (number extends T ? never : T) : never;
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type IsWide<T> = string extends T ? true : number extends T ? true : false;`;

interface Claim {
  readonly title: string;
  readonly code: string;
}

function claimsOf(owner: string, attributes: Attributes, nameOf: NameOf, isConstruct: boolean): Claim[] {
  return enumerationsOf(owner, attributes, nameOf).flatMap(({ path, values, type, ignoresCase }): Claim[] => {
    const union = values.map((value) => JSON.stringify(value)).join(' | ');
    const isWide = isConstruct || ignoresCase;
    return [
      { title: `${owner}: ${path} completes ${union}`, code: `true satisfies Same<Literals<${type}>, ${union}>;` },
      {
        title: `${owner}: ${path} ${isWide ? 'accepts' : 'rejects'} others`,
        code: `${isWide} satisfies IsWide<${type}>;`,
      },
    ];
  });
}

const SCHEMAS = [...KINDS, ...COMPOSITES, ...ACTIONS].map(({ name, attributes }) => ({
  name: pascalCase(name),
  attributes: expandAttributes(attributes),
}));

const CONSTRUCTS = [
  ...SCHEMAS.flatMap(({ name, attributes }) => claimsOf(`constructs.${name}Props`, attributes, camelCase, true)),
  ...claimsOf('constructs.NetingressProvider', PROVIDER_ATTRIBUTES, camelCase, true),
];

const CLIENT = KINDS.flatMap(({ name, attributes }) =>
  claimsOf(`client.${pascalCase(name)}Create`, attributes, (member) => member, false),
);

/** Claims that are false: `deny` is an action, and constructs accept tokens. */
const FALSE_CLAIMS = CONSTRUCTS.filter(({ title }) => title.startsWith('constructs.IpPolicyRuleProps: action')).map(
  ({ title, code }) => ({
    title: `not: ${title}`,
    code: code.replace('"deny"', '"reject"').replace(/^true satisfies IsWide/, 'false satisfies IsWide'),
  }),
);

test('each enumeration of the model has its values in the types, and constructs accept tokens', () => {
  const claims = [...CONSTRUCTS, ...CLIENT, ...FALSE_CLAIMS];
  const head = HEAD.split('\n').length;
  const errors = findTypeErrors([HEAD, ...claims.map(({ code }) => code)].join('\n'));
  const wrong = [...errors].map(([line, error]) => claims[line - head]?.title ?? error);
  expect(wrong).toEqual(FALSE_CLAIMS.map(({ title }) => title));
  expect(wrong).toHaveLength(2);
  expect(claims.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'constructs.IpPolicyRulesProps: rules[].action completes "allow" | "deny"',
      'constructs.CloudEndpointProps: bindings[] completes "public" | "internal" | "kubernetes"',
      'constructs.SshCertificateAuthorityProps: key_size completes 2048 | 4096',
      'client.DomainCreate: certificate_management_policy.private_key_type rejects others',
    ]),
  );
});
