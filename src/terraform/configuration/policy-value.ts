import { parsePolicyText } from '../../model/traffic-policy/parse';
import {
  createPlaceholder,
  hasPlaceholderCharacters,
  splitPlaceholders,
} from '../../model/traffic-policy/terraform-template';
import { isJsonObject, type Json } from '../../values/json';
import { type Identities, isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import { joinUnknown, splitTemplate } from './expressions';

/**
 * The text that Terraform sends, or the parsed document with an unknown value for each string that contains an unknown
 * part; unknown if neither is possible. Of `${jsonencode({...})}` it is the document, unless the whole object is
 * unknown.
 */
export function resolvePolicy(
  template: string,
  evaluate: (value: Json) => KnownJson,
  identities: Identities,
): Known<string | KnownObject> {
  const parts = splitTemplate(template);
  const found = parts.length > 1 ? composePolicy(template, evaluate, identities) : evaluateEncoded(template, evaluate);
  if (found !== undefined) return found;
  const whole = evaluate(template);
  return isUnknown(whole) || typeof whole === 'string'
    ? whole
    : new Unknown({ kind: 'malformed', place: `the policy '${template}'`, expected: 'string' });
}

function evaluateEncoded(template: string, evaluate: (value: Json) => KnownJson): KnownObject | undefined {
  const argument = /^\$\{\s*jsonencode\(([\s\S]*)\)\s*\}$/.exec(template)?.[1];
  const value = argument === undefined ? undefined : evaluate(`\${${argument}}`);
  return isJsonObject(value) && !isUnknown(value) ? (value as KnownObject) : undefined;
}

interface UnknownPart {
  readonly source: string;
  readonly value: Unknown;
}

/**
 * Returns the text if each part is known; it is not parsed then. With an unknown part, returns the parsed document, or
 * undefined if the text is no policy, or if it is JSON and the part may be more than a string or a part of one. In
 * YAML, an unknown part is taken for a string or a part of one, also without quotation marks: `status_code: ${var.x}`.
 * Undefined if a part is null, a list or an object.
 */
function composePolicy(
  template: string,
  evaluate: (value: Json) => KnownJson,
  identities: Identities,
): string | KnownObject | undefined {
  if (hasPlaceholderCharacters(template)) return undefined;
  const isJson = template.trimStart().startsWith('{');
  const unknown: UnknownPart[] = [];
  let text = '';
  for (const part of splitTemplate(template)) {
    const context = { isJson, isInString: isJson && endsInString(text) };
    const added = 'text' in part ? part.text : writeExpression(part.source, evaluate, context, unknown);
    if (added === undefined) return undefined;
    text += added;
  }
  return unknown.length === 0 ? text : fillDocument(text, unknown, identities);
}

/**
 * Returns a known value as Terraform inserts it, without escapes. For an unknown value, adds it to `unknown` and
 * returns its placeholder. Undefined if the text cannot have the value there.
 */
function writeExpression(
  source: string,
  evaluate: (value: Json) => KnownJson,
  { isJson, isInString }: { readonly isJson: boolean; readonly isInString: boolean },
  unknown: UnknownPart[],
): string | undefined {
  const value = evaluate(`\${${source}}`);
  // For `.id` of an object that has no id yet, the value is its place: `access: netingress_ip_policy.office["eu"]`
  // (`formatPlace`), whose quotation marks are escaped in JSON. Ids of the service have nothing to escape.
  if (typeof value === 'string' && isInString && /\.id\s*$/.test(source)) return escapeJson(value);
  if (typeof value !== 'object') return hasPlaceholderCharacters(String(value)) ? undefined : String(value);
  // In JSON, outside of a string, only `jsonencode` writes one complete value; other text may have any structure.
  const isPart = isInString || !isJson;
  if (!isUnknown(value) || !(isPart || /^\s*jsonencode\(/.test(source))) return undefined;
  const placeholder = createPlaceholder(unknown.length);
  unknown.push({ source, value });
  return isPart ? placeholder : `"${placeholder}"`;
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function fillDocument(text: string, unknown: readonly UnknownPart[], identities: Identities): KnownObject | undefined {
  const parsed = parsePolicyText(text);
  if ('problem' in parsed) return undefined;
  return fill(parsed.document, (string) => {
    const parts = splitPlaceholders(string).map((part) =>
      typeof part === 'number' ? (unknown[part] as UnknownPart) : part,
    );
    const first = parts.find((part) => typeof part !== 'string');
    if (!first) return string;
    if (!endsDirectives(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.source])))) return undefined;
    if (parts.every((part) => part === first || part === '')) return first.value;
    const written = parts.map((part) => (typeof part === 'string' ? part : `\${${part.source}}`)).join('');
    const values = parts.map((part) => (typeof part === 'string' ? part : part.value));
    return joinUnknown(values, written, first.value, identities);
  }) as KnownObject | undefined;
}

/** False for `%{if x}` without its `%{endif}`: the text between them has more than the string, such as a rule. */
function endsDirectives(sources: readonly string[]): boolean {
  const count = (name: RegExp): number => sources.filter((source) => name.test(source)).length;
  return count(/^%\{~?\s*(if|for)\b/) === count(/^%\{~?\s*end(if|for)\b/);
}

function endsInString(json: string): boolean {
  return (json.replace(/\\./gs, '').match(/"/g)?.length ?? 0) % 2 === 1;
}

/** Undefined if `replace` is for a string, or if the name of a member is not known. */
function fill(value: Json, replace: (string: string) => KnownJson | undefined): KnownJson | undefined {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => fill(item, replace));
    return items.includes(undefined) ? undefined : (items as KnownJson[]);
  }
  if (!isJsonObject(value)) return value as KnownJson;
  const members = Object.entries(value).map(
    ([name, member]) => [replace(name), fill(member ?? null, replace)] as const,
  );
  if (members.some(([name, member]) => typeof name !== 'string' || member === undefined)) return undefined;
  return Object.fromEntries(members as unknown as [string, KnownJson][]);
}
