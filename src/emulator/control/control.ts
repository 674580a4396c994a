import { didYouMean } from '../../model/text';
import type { HttpRequest, HttpResponse } from '../http/http';
import { badRequest } from '../service/state/refusal';
import type { Query } from '../service/state/request-context';
import type { Account, State } from '../service/state/types';
import type { EmulatorState } from './state';

export type Control = Readonly<
  Record<string, (state: EmulatorState, request: HttpRequest) => HttpResponse | Promise<HttpResponse>>
>;

export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: '' };

export function parseLimit(query: Query): number | undefined {
  const text = query.get('limit');
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`limit is '${text}'; expected an integer from 0.`);
  return Number(text);
}

export function getAccount({ account, accounts }: State, name: string | undefined): Account {
  const found = name === undefined ? account : accounts.get(name);
  if (found) return found;
  const names = [...accounts.keys()];
  const near = didYouMean(name ?? '', names) || '.';
  throw badRequest(`account '${name}' does not exist; expected one of ${names.join(', ')}${near}`);
}
