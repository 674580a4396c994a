/** What the controls share: their type, and how they read parameters and bodies. */
import { didYouMean } from '../../model/text';
import { ApiProblem } from '../http/api-problem';
import { readJsonBody } from '../http/body';
import type { HttpRequest, HttpResponse } from '../http/http';
import type { Query } from '../http/query';
import type { Account, State } from '../state/types';
import type { Validator } from './validate-input';

/** One control: its operation for each HTTP method that it supports. */
export type Control = Readonly<
  Record<string, (state: State, request: HttpRequest) => HttpResponse | Promise<HttpResponse>>
>;

export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: '' };

/** Reads the JSON body. Throws 400 with every problem that the validator finds. */
export function readInput<T>(request: HttpRequest, validate: Validator<T>): T {
  const result = validate(readJsonBody(request));
  if ('value' in result) return result.value;
  throw badRequest(result.problem);
}

export function badRequest(message: string): ApiProblem {
  return new ApiProblem(400, undefined, message);
}

/** Parses `?limit`, an integer from 0; undefined if it is not set. */
export function parseLimit(query: Query): number | undefined {
  const text = query.get('limit');
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`limit is '${text}'; expected an integer from 0.`);
  return Number(text);
}

/** Returns the account of that name, by default the first. Throws 400 for an unknown name. */
export function getAccount({ account, accounts }: State, name: string | undefined): Account {
  const found = name === undefined ? account : accounts.get(name);
  if (found) return found;
  const names = [...accounts.keys()];
  const near = didYouMean(name ?? '', names) || '.';
  throw badRequest(`account '${name}' does not exist; expected one of ${names.join(', ')}${near}`);
}
