/** Strings of traffic policies with references to adopted objects: ids, URLs of internal endpoints, and names of secrets. */
import { analyzeExpression, type SecretCall } from '../model/traffic-policy/check/expression';
import { splitTemplate } from '../model/traffic-policy/interpolation';
import { splitPolicyUrl } from '../model/traffic-policy/references';
import { formatSecretName } from '../model/traffic-policy/secret-name';
import type { AttributeReference, PolicyLinks, ResourceName } from './expression';

/** Literal text, or an attribute of an adopted object. */
export type TextPart = string | AttributeReference;

/** `secrets.get(...)` with an adopted secret. */
export interface LinkedCall {
  readonly to: ResourceName;
  /** The call as it is in the policy, with the names of vault and secret as references. */
  readonly parts: readonly TextPart[];
  /** Whether `secretOf` returns the same call. */
  readonly isCanonical: boolean;
}

/** Splits CEL at the calls that read adopted secrets. */
export function splitAtSecrets(expression: string, { secrets }: PolicyLinks): (string | LinkedCall)[] {
  if (secrets.size === 0 || !/\bsecrets\b/.test(expression)) return [expression];
  // The phase decides only about problems, which are not needed here.
  const calls = analyzeExpression(expression, { phase: 'on_http_request', use: 'value' }).secrets;
  const parts: (string | LinkedCall)[] = [];
  let position = 0;
  for (const call of [...calls].sort((a, b) => a.range[0] - b.range[0])) {
    const linked = linkCall(expression, call, secrets.get(formatSecretName(call)));
    if (!linked) continue;
    const [start, end] = call.range;
    if (start > position) parts.push(expression.slice(position, start));
    parts.push(linked);
    position = end;
  }
  if (position < expression.length) parts.push(expression.slice(position));
  return parts;
}

function linkCall(expression: string, call: SecretCall, to: ResourceName | undefined): LinkedCall | undefined {
  const [vault, secret] = call.literals.map(([start, end]) => [start + 1, end - 1] as const);
  if (!to || !vault || !secret) return undefined;
  // A literal with escapes stays as it is.
  if (expression.slice(...vault) !== call.vault || expression.slice(...secret) !== call.secret) return undefined;
  const isCanonical = expression.slice(...call.range) === `secrets.get('${call.vault}', '${call.secret}')`;
  const parts: TextPart[] = [
    expression.slice(call.range[0], vault[0]),
    { type: 'reference', to, attribute: 'vault_name' },
    expression.slice(vault[1], secret[0]),
    { type: 'reference', to, attribute: 'name' },
    expression.slice(secret[1], call.range[1]),
  ];
  return { to, parts, isCanonical };
}

/** Splits a string of a policy into text and references. */
export function splitString(value: string, isExpression: boolean, links: PolicyLinks): TextPart[] {
  const id = links.objects.get(value);
  if (id) return [{ type: 'reference', to: id, attribute: 'id' }];
  const { url, rest } = splitPolicyUrl(value) ?? { url: '', rest: value };
  const endpoint = links.endpoints.get(url);
  const parts = isExpression ? splitExpression(value, links) : splitTemplateString(endpoint ? rest : value, links);
  return joinLiterals(
    endpoint && !isExpression ? [{ type: 'reference', to: endpoint, attribute: 'url' }, ...parts] : parts,
  );
}

function splitExpression(expression: string, links: PolicyLinks): TextPart[] {
  return splitAtSecrets(expression, links).flatMap((part) => (typeof part === 'string' ? [part] : part.parts));
}

function splitTemplateString(text: string, links: PolicyLinks): TextPart[] {
  const parts = splitTemplate(text) ?? [{ literal: text }];
  return parts.flatMap((part) =>
    'literal' in part ? [part.literal] : ['${', ...splitExpression(part.expression, links), '}'],
  );
}

function joinLiterals(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

/** The objects that a policy refers to, each once. */
export function listLinked({ objects, endpoints, secrets }: PolicyLinks): ResourceName[] {
  return [...objects.values(), ...endpoints.values(), ...secrets.values()];
}
