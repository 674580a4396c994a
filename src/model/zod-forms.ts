/** For messages `<subject> <problem>; expected <form>.` */

import type * as Zod from 'zod';
import { formatList, type Words } from '../values/words';
import { didYouMean } from './text';

/** A choice: more names are a screen that nobody reads. */
const MAX_LISTED_NAMES = 20;

const FORMS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

/** For a value of another type (`a list`) or another name; undefined for other issues. */
export function describeForm(issue: Zod.core.$ZodRawIssue): Words | undefined {
  if (issue.code === 'invalid_type') return FORMS[issue.expected] ?? `a value of type ${issue.expected}`;
  return issue.code === 'invalid_value' ? describeNames(issue.values.map(String), issue.input) : undefined;
}

/** Empty for an issue that is not of the schema of an object. */
export function listMembers({ inst }: Zod.core.$ZodRawIssue): string[] {
  const { shape = {} } = (inst?._zod.def ?? {}) as { readonly shape?: object };
  return Object.keys(shape);
}

/** `one of spec, ngrok; did you mean 'ngrok'?` */
export function describeNames(names: readonly string[], found: unknown): Words {
  const form = names.length === 1 ? `'${names[0]}'` : `one of ${formatList(names, MAX_LISTED_NAMES)}`;
  return `${form}${didYouMean(String(found), names)}`;
}
