/** Traffic policies as expressions, with references to adopted objects. */
import { schemeOfUrl } from '../model/formats/endpoint-url';
import { isPlainObject, type Json, type JsonObject } from '../model/json';
import { cloudEndpoint } from '../model/resources/cloud-endpoint';
import { secret } from '../model/resources/secret';
import { ACTIONS } from '../model/traffic-policy/data/actions';
import {
  type Member,
  type Members,
  PHASES,
  type Phase,
  SCHEMES,
  type Scheme,
} from '../model/traffic-policy/data/schema';
import { parsePolicyText } from '../model/traffic-policy/parse';
import { findPolicyReferences, isExpressionMember } from '../model/traffic-policy/references';
import { formatSecretName } from '../model/traffic-policy/secret-name';
import type { Expression, PolicyExpression, PolicyLinks, ResourceName } from './expression';
import { splitString } from './policy-links';

/** Finds an adopted object by id; a cloud endpoint by URL, and a secret by `formatSecretName`. */
export type FindPolicyTarget = (kind: string, key: string) => ResourceName | undefined;

export function toPolicyExpression(text: string, url: unknown, find: FindPolicyTarget): PolicyExpression {
  const parsed = parsePolicyText(text);
  const document = 'document' in parsed ? parsed.document : undefined;
  return { type: 'policy', text, document, scheme: findScheme(url), links: findLinks(text, find) };
}

function findLinks(text: string, find: FindPolicyTarget): PolicyLinks {
  const { objects, secrets } = findPolicyReferences(text);
  const isUrl = (kind: string): boolean => kind === 'internal_endpoint';
  return {
    objects: found(objects.flatMap(({ kind, value }) => (isUrl(kind) ? [] : [[value, find(kind, value)]]))),
    endpoints: found(
      objects.flatMap(({ kind, value }) => (isUrl(kind) ? [[value, find(cloudEndpoint.name, value)]] : [])),
    ),
    secrets: found(secrets.map((each) => [formatSecretName(each), find(secret.name, formatSecretName(each))])),
  };
}

function found(entries: readonly (readonly [string, ResourceName | undefined])[]): ReadonlyMap<string, ResourceName> {
  return new Map(entries.flatMap(([key, target]) => (target ? [[key, target] as const] : [])));
}

function findScheme(url: unknown): Scheme {
  const scheme = typeof url === 'string' ? schemeOfUrl(url) : undefined;
  return SCHEMES.find((known) => known === scheme) ?? 'https';
}

/**
 * Whether the typed TypeScript form (`TrafficPolicy.for`) has the same meaning: all phases, actions and members are known,
 * with values of their types.
 */
export function isTypable(document: JsonObject): boolean {
  return Object.entries(document).every(
    ([phase, rules]) =>
      PHASES.some((known) => known === phase) &&
      Array.isArray(rules) &&
      rules.length > 0 &&
      rules.every((rule: Json) => isTypableRule(rule, phase as Phase)),
  );
}

function isTypableRule(rule: Json, phase: Phase): boolean {
  if (!isPlainObject(rule)) return false;
  const { name, expressions, actions, ...more } = rule;
  return (
    Object.keys(more).length === 0 &&
    (name === undefined || typeof name === 'string') &&
    (expressions === undefined || isListOf(expressions, (item) => typeof item === 'string')) &&
    isListOf(actions, (action) => isTypableAction(action, phase))
  );
}

function isTypableAction(action: Json, phase: Phase): boolean {
  if (!isPlainObject(action)) return false;
  const { type, config = {}, ...more } = action;
  const known = typeof type === 'string' && Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  if (!known || Object.keys(more).length > 0) return false;
  const phases = [...known.phases, ...(known.uncertainPhases ?? [])];
  return (
    phases.includes(phase) && isPlainObject(config ?? {}) && haveMembers(known.members, (config ?? {}) as JsonObject)
  );
}

/** A list that is not empty; the typed form has no empty lists. */
function isListOf(value: Json | undefined, isItem: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && (value as Json[]).every(isItem);
}

function haveMembers(members: Members, value: JsonObject): boolean {
  const hasRequired = Object.entries(members).every(([name, { required }]) => required !== true || name in value);
  return hasRequired && Object.entries(value).every(([name, item]) => hasTypeOf(members[name], item));
}

function hasTypeOf(member: Member | undefined, value: Json | undefined): boolean {
  switch (member?.type) {
    case undefined:
      return false;
    case 'any':
      return true;
    case 'bool':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'list':
      return Array.isArray(value) && (value as Json[]).every((item) => hasTypeOf(member.items, item));
    case 'map':
      return isPlainObject(value) && Object.values(value).every((item) => hasTypeOf(member.items, item));
    case 'object':
      return isPlainObject(value) && haveMembers(member.members, value);
    case 'duration':
      return typeof value === 'string';
    case 'string':
      return typeof value === 'string' && (member.enum?.includes(value) ?? true);
  }
}

/** Returns the argument of `jsonencode`; undefined if the policy cannot be parsed or contains null. */
export function toHclExpression({ document, links }: PolicyExpression): Expression | undefined {
  return document && toExpression(document, '', links);
}

/** `member` is the name of the member that contains the value, or the list of values. */
function toExpression(value: Json | undefined, member: string, links: PolicyLinks): Expression | undefined {
  if (typeof value === 'string') return toStringExpression(value, member, links);
  if (typeof value === 'number' || typeof value === 'boolean') return { type: 'literal', value };
  if (Array.isArray(value)) {
    const items = (value as Json[]).map((item) => toExpression(item, member, links));
    return items.every((item) => item !== undefined) ? { type: 'list', items } : undefined;
  }
  // An Expression cannot be null.
  if (!isPlainObject(value)) return undefined;
  const members = Object.entries(value).map(([name, item]) => [name, toExpression(item, name, links)] as const);
  const complete = members.flatMap(([name, item]) => (item ? [[name, item] as const] : []));
  return complete.length === members.length ? { type: 'map', members: complete } : undefined;
}

function toStringExpression(value: string, member: string, links: PolicyLinks): Expression {
  const parts = splitString(value, isExpressionMember(member), links);
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object') return only;
  return parts.some((part) => typeof part === 'object') ? { type: 'template', parts } : { type: 'literal', value };
}
