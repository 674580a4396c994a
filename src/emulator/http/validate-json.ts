/** Validates JSON with zod and formats each problem as `<path> <problem>; expected <form>.` */
import type * as Zod from 'zod';
import { groupBy } from '../../model/arrays';
import { endSentence } from '../../model/text';
import { describeForm, describeNames, listMembers } from '../../model/zod-forms';
import type { Words } from '../../values/words';
import { badRequest } from '../service/state/refusal';

export type Z = typeof Zod;

/**
 * Returns the parsed value, or throws an error that names each invalid path. `path` precedes the paths in the message.
 */
export type Validator<T> = (value: unknown, path?: string) => T;

/** A choice: a message repeats no more of a value. */
const MAX_VALUE_CHARACTERS = 100;

/**
 * Creates a validator. Set zod's `error` option to the expected form, such as `an integer from 1`, and `showValues` to
 * false for documents that contain secrets.
 */
export function createValidator<T>(
  define: (z: Z) => Zod.ZodType<T>,
  { showValues = true, createError = badRequest as (problem: string) => Error } = {},
): Validator<T> {
  let schema: Zod.ZodType<T> | undefined;
  return (value, path = '') => {
    schema ??= define(loadZod());
    const { success, data, error } = schema.safeParse(value, { error: describeIssue });
    if (success) return data;
    // A value that violates several rules is reported once: the rules of a value should state the same expected form.
    const byPath = groupBy(error.issues, ({ path: members }) => JSON.stringify(members));
    const issues = [...byPath.values()].flatMap((ofPath) => ofPath.slice(0, 1));
    throw createError(issues.flatMap((issue) => formatIssue(issue, value, path, showValues)).join(' '));
  };
}

export function integer(z: Z, from: number, to: number = Number.MAX_SAFE_INTEGER): Zod.ZodInt {
  const error = `an integer from ${from}${to === Number.MAX_SAFE_INTEGER ? '' : ` to ${to}`}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
}

/** Loads zod on first use, so that the emulator starts fast; synchronously, because a state file is loaded that way. */
function loadZod(): Z {
  return require('zod') as Z;
}

/** The known keys of an object by its unknown ones: an issue loses its schema before it is formatted. */
const knownKeys = new WeakMap<readonly string[], readonly string[]>();

function describeIssue(issue: Zod.core.$ZodRawIssue): Words | undefined {
  if (issue.code === 'unrecognized_keys') knownKeys.set(issue.keys, listMembers(issue));
  return describeForm(issue);
}

function formatIssue(issue: Zod.core.$ZodIssue, root: unknown, prefix: string, showValues: boolean): string[] {
  const path = issue.path.reduce<string>(joinPath, prefix);
  if (issue.code === 'unrecognized_keys') {
    const names = knownKeys.get(issue.keys) ?? [];
    return issue.keys.map((key) =>
      endSentence(`${joinPath(path, key)} is unknown; expected ${describeNames(names, key)}`),
    );
  }
  const value = issue.path.reduce<unknown>((parent, key) => (parent as Record<PropertyKey, unknown>)[key], root);
  const found = value === undefined ? 'missing' : showValues ? quoteValue(value) : 'invalid';
  return [endSentence(`${path || 'The value'} is ${found}; expected ${issue.message}`)];
}

function joinPath(path: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? String(key) : `${path}.${String(key)}`;
}

function quoteValue(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > MAX_VALUE_CHARACTERS ? `${json.slice(0, MAX_VALUE_CHARACTERS)}...` : json;
}
