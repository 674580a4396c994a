/**
 * Whether a fault can be set. By hand and not with a schema library: what is wrong is nearly always a misspelt name, and
 * then the nearest one is worth more than the place.
 */

import { didYouMean } from '../../../model/did-you-mean';
import { isJsonObject, type JsonObject } from '../../../model/json';
import { OPERATIONS } from '../../http/routes';
import { ALL_KINDS } from '../../kinds/all-kinds';

type Check = (value: unknown) => string | undefined;

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

const matchFields: Readonly<Record<string, Check>> = {
  operation: oneOf([...OPERATIONS.keys()]),
  method: oneOf(methods),
  path: (value) => (typeof value === 'string' && value.startsWith('/') ? undefined : 'a path that starts with /'),
  kind: oneOf(ALL_KINDS.map(({ name }) => name)),
  id: (value) => (typeof value === 'string' && value !== '' ? undefined : 'an identifier'),
  nth: wholeNumber(1),
};

const effectFields: Readonly<Record<string, Check>> = {
  status: wholeNumber(400, 599),
  code: wholeNumber(1),
  msg: text,
  headers: (value) =>
    isJsonObject(value) && Object.entries(value).every(([name, of]) => isHeader(name, of))
      ? undefined
      : 'an object of header names and texts of one line',
  drop: onlyTrue,
  commit: onlyTrue,
  delay_ms: wholeNumber(0, 600_000),
  truncate: wholeNumber(0),
  drip: (value) => {
    const fits =
      isJsonObject(value) &&
      wholeNumber(1)(value['bytes']) === undefined &&
      wholeNumber(1, 600_000)(value['every_ms']) === undefined &&
      Object.keys(value).length === 2;
    return fits ? undefined : '{"bytes": ..., "every_ms": ...}, both whole numbers from 1';
  },
  body: text,
  content_type: (value) => (isHeader('content-type', value) ? undefined : 'a content type'),
  stale: onlyTrue,
  page: oneOf(['repeat', 'skip']),
  another_object: onlyTrue,
};

const fields: Readonly<Record<string, Check>> = {
  match: (value) => (isJsonObject(value) ? undefined : 'an object'),
  do: (value) =>
    isJsonObject(value) && Object.keys(value).length > 0 ? undefined : 'an object that says what goes wrong',
  times: wholeNumber(1),
};

/** Why a fault cannot be set, as a sentence that names what is nearest to what is unknown; undefined if it can. */
export function checkFault(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'it is not an object.';
  const { match = {}, do: effect = {} } = value;
  if (!('do' in value)) return "it has no member 'do', which says what goes wrong.";
  return (
    checkMembers(value, fields, '') ??
    checkMembers(match as JsonObject, matchFields, 'match.') ??
    checkMembers(effect as JsonObject, effectFields, 'do.') ??
    contradiction(match as JsonObject, effect as JsonObject)
  );
}

function checkMembers(object: JsonObject, checks: Readonly<Record<string, Check>>, path: string): string | undefined {
  const names = Object.keys(checks);
  for (const [name, value] of Object.entries(object)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    const expected = check ? check(value) : undefined;
    if (!check)
      return sentence(`there is no '${path}${name}', expected one of ${names.join(', ')}${didYouMean(name, names)}`);
    if (expected !== undefined) return sentence(`${path}${name} is ${JSON.stringify(value)}, expected ${expected}`);
  }
  return undefined;
}

/** What would never happen, or could not happen at once. */
function contradiction(match: JsonObject, effect: JsonObject): string | undefined {
  const has = (...names: string[]) => names.filter((name) => effect[name] !== undefined);
  const fails = has('status', 'drop');
  const [orphan] = fails.length === 0 ? has('commit') : [];
  if (orphan) return "do.commit says that a request that fails is performed; give 'status' or 'drop' with it.";
  const [word] = effect['status'] === undefined ? has('code', 'msg') : [];
  if (word) return `do.${word} is about an error; give 'status' with it.`;
  const [first, second] = has('status', 'drop', 'stale', 'page', 'another_object');
  if (second) return `do.${first} and do.${second} cannot both happen; set two faults.`;
  const [unsent] = effect['drop'] ? has('headers', 'truncate', 'drip', 'body', 'content_type') : [];
  if (unsent) return `do.${unsent} is about an answer, and do.drop sends none.`;
  const operation = OPERATIONS.get(String(match['operation']));
  if (operation && effect['page'] !== undefined && !operation.paged)
    return never('page', operation.name, 'answers no pages');
  if (operation?.changes && effect['stale']) return never('stale', operation.name, 'is no read');
  return undefined;
}

function never(field: string, operation: string, why: string): string {
  return `do.${field} would never happen: ${operation} ${why}.`;
}

function oneOf(names: readonly string[]): Check {
  return (value) => {
    if (typeof value === 'string' && names.includes(value)) return undefined;
    // All operations would fill a screen.
    const expected =
      names.length > 20 ? `a name such as ${names.slice(0, 3).join(', ')}` : `one of ${names.join(', ')}`;
    return `${expected}${didYouMean(String(value), names)}`;
  };
}

function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): Check {
  const range = to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to}`;
  return (value) =>
    Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to ? undefined : `a whole number ${range}`;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : 'a text';
}

function onlyTrue(value: unknown): string | undefined {
  return value === true ? undefined : 'true, or nothing';
}

function isHeader(name: string, value: unknown): boolean {
  return (
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
  );
}

function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}
