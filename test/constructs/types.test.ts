/**
 * The types of constructs and of the client, as the compiler checks them: enumerations, and the actions of traffic
 * policies.
 */
import { ACTIONS } from '../../src/model/actions';
import { COMPOSITES } from '../../src/model/composites';
import type { Attribute, Attributes } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { camelCase, pascalCase } from '../../src/model/naming';
import { PROVIDER_ATTRIBUTES } from '../../src/model/provider-config';
import { isInput } from '../../src/model/request';
import { POLICY_ACTIONS } from '../../src/model/traffic-policy/data/actions';
import { type ActionSchema, type Member, type Members, PHASES } from '../../src/model/traffic-policy/data/schema';
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
    const found = enumerationsWithin(`Member<${type}, '${nameOf(name)}'>`, attribute, nameOf);
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
const HEAD = `import type * as constructs from '../../../lib'; import type * as client from '../../../lib/client';
import { act, cel, rule, TrafficPolicy } from '../../../lib';
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

function sample(member: Member): string {
  switch (member.type) {
    case 'string':
      return JSON.stringify(member.enum?.[0] ?? 'x');
    case 'duration':
      return "'60s'";
    case 'integer':
    case 'number':
      return '1';
    case 'bool':
      return 'true';
    case 'any':
      return '{ a: [1] }';
    case 'list':
      return `[${sample(member.items)}]`;
    case 'map':
      return `{ a: ${sample(member.items)} }`;
    case 'object':
      return object(member.members);
  }
}

function object(members: Members): string {
  return `{ ${Object.entries(members)
    .map(([name, member]) => `${camelCase(name)}: ${sample(member)}`)
    .join(', ')} }`;
}

const functionOf = (type: string): string => camelCase(type.replaceAll('-', '_'));

/** A call of the typed function; `change` changes the text of its props. */
function call(type: string, action: ActionSchema, change: (props: string) => string = (props) => props): string {
  const first = action.firstArgument;
  const others = Object.fromEntries(Object.entries(action.members).filter(([name]) => name !== first));
  const args = [
    ...(first === undefined ? [] : [sample(action.members[first] as Member)]),
    ...(Object.keys(others).length === 0 && change(object({})) === object({}) ? [] : [change(object(others))]),
  ];
  return `act.${functionOf(type)}(${args.join(', ')})`;
}

interface Statement {
  readonly title: string;
  readonly code: string;
  readonly compiles: boolean;
}

const method = (phase: string): string => `on${pascalCase(phase.replace('on_', ''))}`;

const memberOf = ([name, member]: [string, Member]): string => `${camelCase(name)}: ${sample(member)}`;

const statements: Statement[] = Object.entries(POLICY_ACTIONS).flatMap(([type, action]): Statement[] => {
  const phases: readonly string[] = [...action.phases, ...(action.uncertainPhases ?? [])];
  const first = phases[0] as string;
  const inPhase = (phase: string, text: string): string => `TrafficPolicy.for('https').${method(phase)}(${text});`;
  const required = Object.entries(action.members).find(
    ([name, member]) => member.required === true && name !== action.firstArgument,
  );
  const typed = Object.entries(action.members).find(
    ([name, member]) => name !== action.firstArgument && member.type !== 'any',
  );
  const changed = (title: string, change: (props: string) => string): Statement => ({
    title: `${type} ${title}`,
    code: inPhase(first, call(type, action, change)),
    compiles: false,
  });
  return [
    ...PHASES.flatMap((phase): Statement[] => {
      const [code, compiles] = [call(type, action), phases.includes(phase)];
      return [
        { title: `${type} in ${phase}`, code: inPhase(phase, code), compiles },
        {
          title: `a rule with ${type} in ${phase}`,
          code: inPhase(phase, `rule('r', cel\`true\`).do(${code})`),
          compiles,
        },
      ];
    }),
    changed('with an unknown member', (props) => props.replace(/^\{ ?/, '{ unknownMember: 1, ')),
    ...(required
      ? [changed(`without ${required[0]}`, (props) => props.replace(memberOf(required), '').replace('{ , ', '{ '))]
      : []),
    ...(typed
      ? [
          changed(`with ${typed[0]} of a wrong type`, (props) =>
            props.replace(memberOf(typed), `${camelCase(typed[0])}: Symbol()`),
          ),
        ]
      : []),
  ];
});

const two = (method: string, actions: string): string =>
  `TrafficPolicy.for('https').${method}(rule(cel\`true\`).do(${actions}));`;

const others: Statement[] = [
  ['two actions in their common phase', two('onHttpRequest', "act.deny(), act.oauth({ provider: 'google' })"), true],
  ['two actions in the phase of one', two('onTcpConnect', "act.deny(), act.oauth({ provider: 'google' })"), false],
  [
    'two actions that share one of their two phases',
    two('onHttpRequest', "act.forwardInternal('u'), act.customResponse()"),
    true,
  ],
  ['two actions that share no phase', two('onHttpRequest', 'act.terminateTls(), act.compressResponse()'), false],
  ['an unknown value', "act.oauth({ provider: 'gogle' });", false],
  ['an unknown scheme', "TrafficPolicy.for('ftp');", false],
  ['an expression as a string', "rule('r', 'true').do(act.deny());", false],
].map(([title, code, compiles]) => ({ title, code, compiles }) as Statement);

/** All lines are one source, because each compilation reads all declarations of the library. */
let errors: ReadonlyMap<number, string>;
/** False, as `deny` is an action, and constructs accept tokens. */
const FALSE_CLAIMS = CONSTRUCTS.filter(({ title }) => title.startsWith('constructs.IpPolicyRuleProps: action')).map(
  ({ title, code }) => ({
    title: `not: ${title}`,
    code: code.replace('"deny"', '"reject"').replace(/^true satisfies IsWide/, 'false satisfies IsWide'),
  }),
);
const ENUMERATIONS = [...CONSTRUCTS, ...CLIENT, ...FALSE_CLAIMS];
const STATEMENTS = [...statements, ...others];
const FIRST = HEAD.split('\n').length;

beforeAll(() => {
  errors = findTypeErrors([HEAD, ...[...ENUMERATIONS, ...STATEMENTS].map(({ code }) => code)].join('\n'));
});

test('each enumeration of the model has its values in the types, and constructs accept tokens', () => {
  const wrong = [...errors].flatMap(([line, error]) =>
    line < FIRST + ENUMERATIONS.length ? [ENUMERATIONS[line - FIRST]?.title ?? error] : [],
  );
  expect(wrong).toEqual(FALSE_CLAIMS.map(({ title }) => title));
  expect(wrong).toHaveLength(2);
  expect(ENUMERATIONS.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'constructs.IpPolicyRulesProps: rules[].action completes "allow" | "deny"',
      'constructs.CloudEndpointProps: bindings[] completes "public" | "internal" | "kubernetes"',
      'constructs.SshCertificateAuthorityProps: key_size completes 2048 | 4096',
      'client.DomainCreate: certificate_management_policy.private_key_type rejects others',
    ]),
  );
});

test('each action of a traffic policy compiles in its phases only, with its members only', () => {
  const first = FIRST + ENUMERATIONS.length;
  const wrong = STATEMENTS.flatMap(({ title, code, compiles }, index) =>
    errors.has(first + index) === compiles ? [`${title}: ${errors.get(first + index) ?? 'compiles'} (${code})`] : [],
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(POLICY_ACTIONS)).toHaveLength(26);
});
