/** What the controls are given, checked with zod, which is loaded with the first input so that a start stays fast. */
import type * as Zod from 'zod';
import { didYouMean } from '../../model/did-you-mean';
import { ApiProblem } from '../http/api-problem';
import { readJsonBody } from '../http/body';
import type { HttpRequest } from '../http/http';
import { type Query, readQuery } from '../http/query';
import type { Account, State } from '../state/state';

/** The body as the schema says; refuses with 400 and every place that does not fit. */
export async function readInput<T>(request: HttpRequest, schemaOf: (z: typeof Zod) => Zod.ZodType<T>): Promise<T> {
  const body = readJsonBody(request);
  const z = await import('zod');
  const result = schemaOf(z).safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.') || 'body'}: ${message}`,
  );
  throw new ApiProblem(400, undefined, `The input does not fit. ${problems.join('. ')}.`);
}

/** `?limit` of a control that takes no other parameter, a whole number from 0; undefined if it is not given. */
export function readLimit({ query }: HttpRequest): number | undefined {
  return limitOf(readQuery(query, ['limit']));
}

/** `limit` of a query that was read: a whole number from 0; undefined if it is not given. */
export function limitOf(query: Query): number | undefined {
  const text = query.get('limit');
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new ApiProblem(400, undefined, `limit is '${text}'; expected a whole number from 0.`);
  return Number(text);
}

/** The account of that name, by default the first; refuses one that there is not. */
export function accountNamed({ account, accounts }: State, name: string | undefined): Account {
  const found = name === undefined ? account : accounts.get(name);
  if (found) return found;
  const names = [...accounts.keys()];
  const text = `There is no account '${name}'; expected one of ${names.join(', ')}${didYouMean(name ?? '', names)}`;
  throw new ApiProblem(400, undefined, text.endsWith('?') ? text : `${text}.`);
}
