import { isPlainObject, type Json, type JsonObject, listStrings } from '../../values/json';
import type { ValuePath } from '../../values/path';
import { splitUrl } from '../formats/endpoint-url';
import { analyzeExpression } from './check/expression';
import { findAction } from './data/actions';
import { findPhase, type Phase, type PolicyReferenceKind } from './data/schema';
import { splitInterpolation } from './interpolation';
import { parsePolicyText } from './parse';
import { formatSecretName, type SecretName } from './secret-name';
import { hasPlaceholder } from './terraform-template';

export type { PolicyReferenceKind } from './data/schema';

export interface PolicyReference {
  readonly kind: PolicyReferenceKind;
  /** Id, URL, or a placeholder for a value that is known later. */
  readonly value: string;
  readonly path: ValuePath;
}

export interface PolicyReferences {
  readonly objects: readonly PolicyReference[];
  readonly secrets: readonly SecretName[];
}

/** None if the policy cannot be parsed. */
export function findPolicyReferences(text: string): PolicyReferences {
  const parsed = parsePolicyText(text);
  if ('problem' in parsed) return { objects: [], secrets: [] };
  return { objects: findObjects(parsed.document, []), secrets: findSecrets(parsed.document) };
}

/** Of actions at any depth, but of none within the `config` of another one. */
function findObjects(value: Json | undefined, path: ValuePath): PolicyReference[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => findObjects(item, [...path, index]));
  if (!isPlainObject(value)) return [];
  const { type, config } = value;
  if (typeof type === 'string' && isPlainObject(config)) return findInAction(type, config, [...path, 'config']);
  return Object.entries(value).flatMap(([name, member]) => findObjects(member, [...path, name]));
}

/** Certificates in place of ids, and CEL, which only a request evaluates, are no references. */
function findInAction(type: string, config: JsonObject, path: ValuePath): PolicyReference[] {
  return Object.entries(findAction(type)?.members ?? {}).flatMap(([name, member]): PolicyReference[] => {
    const value = config[name];
    if (member.type === 'string' && member.reference && typeof value === 'string') {
      const target = member.reference === 'internal_endpoint' ? splitPolicyUrl(value)?.url : value;
      return target === undefined ? [] : [{ kind: member.reference, value: target, path: [...path, name] }];
    }
    if (member.type !== 'list' || member.items.type !== 'string' || !Array.isArray(value)) return [];
    const { reference: kind, cel } = member.items;
    if (!kind) return [];
    const isOther = (item: string): boolean =>
      item.startsWith('-----BEGIN') || (cel !== undefined && item.includes('${'));
    return value.flatMap((item: Json, index) =>
      typeof item === 'string' && !isOther(item) ? [{ kind, value: item, path: [...path, name, index] }] : [],
    );
  });
}

/**
 * Undefined if CEL is part of the URL before the path, and for a text without a host, unless it has a placeholder and
 * no CEL: it is then the URL as a whole.
 */
export function splitPolicyUrl(text: string): { readonly url: string; readonly rest: string } | undefined {
  const split = splitUrl(text);
  if (split && !split.url.includes('$')) return split;
  return hasPlaceholder(text) && !text.includes('${') ? { url: text, rest: '' } : undefined;
}

/**
 * Whether the strings of the member are CEL as a whole: `expressions` of rules, and those with `cel: 'expression'` in
 * `data/`. `member` is a name of the model, not a key that users choose, such as the name of a header.
 */
export function isExpressionMember(member: string): boolean {
  return ['expressions', 'bucket_key', 'retry_condition'].includes(member);
}

function findSecrets(document: JsonObject): SecretName[] {
  const found = Object.entries(document).flatMap(([name, rules]) => {
    const phase = findPhase(name);
    return phase ? listExpressions(rules, 'rule').flatMap((expression) => secretsOf(expression, phase)) : [];
  });
  const byName = new Map(found.map(({ vault, secret }) => [formatSecretName({ vault, secret }), { vault, secret }]));
  return [...byName.values()];
}

function secretsOf(expression: string, phase: Phase): readonly SecretName[] {
  // The CEL library need not be loaded for other expressions.
  return /\bsecrets\b/.test(expression) ? analyzeExpression(expression, { phase, use: 'value' }).secrets : [];
}

/** The whole string of a member such as `expressions`, and each `${...}` of others. */
function listExpressions(value: Json | undefined, member: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => listExpressions(item, member));
  if (isPlainObject(value)) {
    const { config, ...others } = value;
    const found = Object.entries(others).flatMap(([name, item]) => listExpressions(item, name));
    return [...found, ...listInConfig(String(others['type']), config)];
  }
  return typeof value === 'string' ? expressionsIn(value, member) : [];
}

/**
 * No member of the model has CEL as a whole string further below, and users choose the keys of maps:
 * `headers: { expressions: 'abc' }` has no CEL.
 */
function listInConfig(type: string, config: Json | undefined): string[] {
  if (!isPlainObject(config)) return listExpressions(config, 'config');
  const members = findAction(type)?.members ?? {};
  return Object.entries(config).flatMap(([name, value]) =>
    Object.hasOwn(members, name)
      ? listStrings(value).flatMap((text) => expressionsIn(text, name))
      : listExpressions(value, name),
  );
}

function expressionsIn(text: string, member: string): string[] {
  if (isExpressionMember(member)) return [text];
  return (splitInterpolation(text) ?? []).flatMap((part) => ('expression' in part ? [part.expression] : []));
}
