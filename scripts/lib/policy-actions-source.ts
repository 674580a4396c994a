import { camelCase, pascalCase } from '../../src/model/naming';
import { POLICY_ACTIONS } from '../../src/model/traffic-policy/data/actions';
import type { ActionSchema, Member, Members, StringMember } from '../../src/model/traffic-policy/data/schema';
import { docComment } from './constructs-docs';
import type { Generated } from './constructs-source';

const BANNER = '// Generated from the model by scripts/generate-constructs.ts. Do not edit.\n';

/** `policy-actions.ts`: the object `act`, and an interface for the props of each action that has any. */
export function policyActionsSource(): Generated {
  const entries = Object.entries(POLICY_ACTIONS);
  const interfaces = entries.flatMap(([type, action]) => {
    const members = propsOf(action);
    if (Object.keys(members).length === 0) return [];
    return propsSource(propsName(type), `Properties of \`act.${camel(type)}\`.`, members);
  });
  const functions = entries.map(([type, action]) => functionSource(type, action));
  const body = `${interfaces.join('\n')}
/** The actions of traffic policies. An action is accepted only in the phases that have it. */
export const act = {
${functions.join('')}};
`;
  const used = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(body);
  const cel = ['Cel', 'CelText'].filter(used);
  const references = ['ICertificateAuthority', 'IInternalEndpoint'].filter(used);
  const text = `${BANNER}import type { IResolvable } from 'cdktf';
import { createAction, type PolicyAction } from '../patterns/traffic-policy/action';
import type { ${cel.join(', ')} } from '../patterns/traffic-policy/cel';
import type { IIpPolicy } from '../patterns/shared/references';
import type { ${references.join(', ')} } from '../patterns/traffic-policy/references';

${body}`;
  return { file: 'policy-actions', text };
}

/** The members of the props: all but the member that is the first argument of the function. */
function propsOf({ members, firstArgument }: ActionSchema): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== firstArgument));
}

function camel(type: string): string {
  return camelCase(type.replaceAll('-', '_'));
}

function propsName(type: string): string {
  return `${pascalCase(type.replaceAll('-', '_'))}ActionProps`;
}

function functionSource(type: string, action: ActionSchema): string {
  const { doc, firstArgument, phases, uncertainPhases = [] } = action;
  const all = [...phases, ...uncertainPhases].map((phase) => `'${phase}'`).join(' | ');
  const members = propsOf(action);
  const hasProps = Object.keys(members).length > 0;
  const isRequired = Object.values(members).some(({ required }) => required === true);
  const first = firstArgument === undefined ? undefined : action.members[firstArgument];
  const parameters = [
    ...(first ? [`${camelCase(firstArgument as string)}: ${typeOf(first, '')}`] : []),
    ...(hasProps ? [`props: ${propsName(type)}${isRequired ? '' : ' = {}'}`] : []),
  ];
  const value = [...(first ? [camelCase(firstArgument as string)] : []), ...(hasProps ? ['...props'] : [])].join(', ');
  const argument = value === '...props' ? 'props' : value === '' ? '{}' : `{ ${value} }`;
  const spread = argument === 'props' ? '{ ...props }' : argument;
  return `${docComment([doc, '', `Phases: ${[...phases, ...uncertainPhases].map((phase) => `\`${phase}\``).join(', ')}.`], 2)}  ${camel(type)}(${parameters.join(', ')}): PolicyAction<${all}> {
    return createAction('${type}', ${spread});
  },
`;
}

/** The interface of the members, after those of nested objects. */
function propsSource(name: string, doc: string, members: Members): string[] {
  const nested: string[] = [];
  const lines = Object.entries(members).map(([member, schema]) => {
    const nestedName = `${name.replace(/Props$/, '')}${pascalCase(member)}`;
    const inner = findObject(schema);
    const innerDoc = schema.type === 'object' ? schema.doc : `One element of \`${camelCase(member)}\`.`;
    if (inner) nested.push(...propsSource(nestedName, innerDoc, inner));
    const lines = [
      schema.doc,
      ...(schema.default === undefined ? [] : ['', `@default ${JSON.stringify(schema.default)}`]),
    ];
    return `${docComment(lines, 2)}  readonly ${camelCase(member)}${schema.required === true ? '' : '?'}: ${typeOf(schema, nestedName)};\n`;
  });
  return [...nested, `${docComment([doc])}export interface ${name} {\n${lines.join('')}}\n`];
}

function findObject(member: Member): Members | undefined {
  if (member.type === 'object') return member.members;
  return member.type === 'list' || member.type === 'map' ? findObject(member.items) : undefined;
}

/** The type of a prop. Strings, numbers and lists can be encoded tokens. */
function typeOf(member: Member, nested: string): string {
  switch (member.type) {
    case 'string':
      return stringType(member);
    case 'duration':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean | IResolvable';
    case 'any':
      return 'unknown';
    case 'list': {
      const item = typeOf(member.items, nested);
      return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`;
    }
    case 'map':
      return `{ readonly [name: string]: ${typeOf(member.items, nested)} }`;
    case 'object':
      return nested;
  }
}

const REFERENCE_TYPES = {
  certificate_authority: 'ICertificateAuthority',
  internal_endpoint: 'IInternalEndpoint',
  ip_policy: 'IIpPolicy',
};

function stringType({ enum: values, cel, reference }: StringMember): string {
  if (values) return values.map((value) => `'${value}'`).join(' | ');
  const more = cel === 'template' ? ['Cel', 'CelText'] : cel === 'expression' ? ['Cel'] : [];
  return ['string', ...more, ...(reference ? [REFERENCE_TYPES[reference]] : [])].join(' | ');
}
