/**
 * The redactor of values: reports and messages pass a value with its marks to {@link show}. Where the words that
 * replace a value would be a name, an object is passed to {@link omitMarked}.
 */
import { isJsonObject, type Json, type JsonObject, listStrings } from './json';

/** Replaces a sensitive value; Terraform prints the same words. */
export const SENSITIVE_VALUE = '(sensitive value)';

/**
 * In characters; chosen. Shorter secrets are not removed from texts, because they are parts of ordinary words: with the
 * secret `k`, `make` would become `ma[redacted]e`.
 */
export const SHORTEST_SECRET = 4;

/**
 * Which parts of a value are sensitive, in the form of Terraform's JSON: true for all of it, or an object with the
 * marks of its members or keys. Elements of sets have no position, so a list with a marked element is sensitive as a
 * whole.
 */
export type Marks = Json | undefined;

/** Whether a part of the value is marked. */
export function isMarked(marks: unknown): boolean {
  return marks === true || (typeof marks === 'object' && marks !== null && Object.values(marks).some(isMarked));
}

/** The marks of a part of the value. Each part of a sensitive value is sensitive. */
export function marksAt(marks: Marks, path: readonly string[]): Marks {
  return path.reduce<Marks>((at, step) => (isJsonObject(at) ? at[step] : isMarked(at)), marks);
}

/** An empty path marks the whole value. */
export function marksOf(paths: readonly (readonly string[])[]): Marks {
  return paths
    .map((path) => path.reduceRight<Json>((marks, step) => ({ [step]: marks }), true))
    .reduce<Marks>(joinMarks, undefined);
}

/** A part is sensitive if one of the two says so. If both have marks, and one is a list, all is sensitive. */
export function joinMarks(a: Marks, b: Marks): Marks {
  if (!isMarked(a) || !isMarked(b)) return isMarked(a) ? a : b;
  if (!isJsonObject(a) || !isJsonObject(b)) return true;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, joinMarks(a[name], b[name])]));
}

/** The value to show. Null stays: that a value is absent is not sensitive. */
export function show(value: Json, marks: Marks): Json {
  if (value === null || !isMarked(marks)) return value;
  if (!isJsonObject(value)) return SENSITIVE_VALUE;
  const isWhole = !isJsonObject(marks);
  return isWhole ? SENSITIVE_VALUE : mapMembers(value, (member, name) => [show(member, marks[name])]);
}

export function omitMarked(values: JsonObject, marks: Marks): JsonObject {
  if (!isMarked(marks)) return values;
  if (!isJsonObject(marks)) return {};
  return mapMembers(values, (member, name) => {
    const mark = marks[name];
    if (!isMarked(mark)) return [member];
    return isJsonObject(member) && isJsonObject(mark) ? [omitMarked(member, mark)] : [];
  });
}

function mapMembers(values: JsonObject, map: (member: Json, name: string) => readonly Json[]): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, member = null]) => map(member, name).map((shown) => [name, shown] as const)),
  );
}

/** The sensitive strings of at least {@link SHORTEST_SECRET} characters; of a list those of the marked elements. */
export function listMarked(value: unknown, marks: unknown): string[] {
  if (marks === true) return listStrings(value as Json).filter((text) => text.length >= SHORTEST_SECRET);
  if (typeof marks !== 'object' || marks === null || typeof value !== 'object' || value === null) return [];
  return Object.entries(marks).flatMap(([name, mark]) =>
    listMarked((value as Readonly<Record<string, unknown>>)[name], mark),
  );
}

/** In characters; chosen. A shorter secret, such as `allow`, may also be an ordinary value. */
const SHORTEST_COPY = 8;

/** Marks strings that contain a secret of {@link SHORTEST_COPY} characters or more. Undefined if nothing is marked. */
export function markCopies(value: Json | undefined, secrets: readonly string[]): Marks {
  if (typeof value === 'string') {
    const isCopy = secrets.some((secret) => secret.length >= SHORTEST_COPY && value.includes(secret));
    return isCopy ? true : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const marks = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const mark = markCopies(member, secrets);
    return mark === undefined ? [] : [[name, mark]];
  });
  return marks.length === 0 ? undefined : Object.fromEntries(marks);
}
