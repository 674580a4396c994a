/**
 * What a run does against an account: the cases that the service must accept, and the calls of the vendor's clients.
 */
import { COLLECTIONS } from '../all-collections';
import type { Case } from '../api';
import { everyCollectionCases } from '../cases/every-collection';
import { CLIENTS, type ClientFacts, isLacking } from '../clients/clients';
import { SERVICES, type Service } from '../clients/services';
import { canBeMarked } from './marker';

/** What the process of the tests gets from the command. */
export interface AccountRun {
  /** Address and key of the proxy, not of the service. */
  readonly url: string;
  readonly key: string;
  readonly profile: 'spec' | 'ngrok';
  readonly clients: readonly ClientFacts['name'][];
  /** Paths of the collections to test; empty: all. */
  readonly only: readonly string[];
  /** The number of objects of the account before the run, by the path of the collection. */
  readonly objects: Readonly<Record<string, number>>;
  /** The file that each result is added to. */
  readonly results: string;
}

/** The result of a case or of a client's operations on a collection. */
export interface Result {
  readonly path: string;
  /** `documents`, or the name of a client. */
  readonly by: string;
  readonly what: string;
  readonly result: 'as documented' | 'not available' | 'different';
  /**
   * `error 1410` if the result is `not available`, the message of the failed test if it is `different`; otherwise
   * undefined.
   */
  readonly detail?: string;
}

type Selection = Pick<AccountRun, 'profile' | 'clients' | 'only'>;

/**
 * Codes of what the plan of an account, its quota or the role of the key does not include (docs/internals/gaps.md 1.6,
 * 7 and 8); of a second restriction of a type, if the account has one (1802); and of what is not enabled for an account
 * (19002, which an invalid operator has as well).
 */
export const NOT_AVAILABLE_CODES: readonly number[] = [
  401, 412, 415, 418, 419, 459, 460, 461, 501, 502, 503, 508, 509, 602, 603, 607, 608, 613, 614, 615, 617, 619, 620,
  622, 630, 633, 635, 1410, 1411, 1415, 1417, 1802, 1904, 1918, 1953, 1954, 4110, 4111, 4119, 5102, 5124, 5126, 5128,
  5131, 5135, 19002, 23005, 24007,
];

export function planCases({ profile, only }: Selection): { readonly path: string; readonly cases: readonly Case[] }[] {
  return COLLECTIONS.filter(({ path }) => isChosen(path, only)).map((collection) => ({
    path: collection.path,
    cases: everyCollectionCases(collection).filter(({ runsOnAccounts }) => runsOnAccounts?.(profile)),
  }));
}

export function planClients({ profile, clients, only }: Selection): { facts: ClientFacts; services: Service[] }[] {
  if (profile !== 'ngrok') return [];
  const services = SERVICES.filter(({ path }) => isChosen(path, only));
  return clients.map((name) => ({
    facts: CLIENTS[name],
    services: services.filter((service) => !isLacking(CLIENTS[name], service.name, 'create')),
  }));
}

/** Collections of the vendor's clients whose objects could carry no marker. */
export function listSkipped(): readonly string[] {
  // Its objects are parts of a subscription.
  const others = ['/event_subscriptions/{id}/sources'];
  return [...SERVICES.map(({ path }) => path).filter((path) => !canBeMarked(path)), ...others];
}

export function listPaths(selection: Selection): readonly string[] {
  const all = [...COLLECTIONS, ...(selection.profile === 'ngrok' ? SERVICES : [])];
  return [...new Set(all.map(({ path }) => path))].sort();
}

function isChosen(path: string, only: readonly string[]): boolean {
  return canBeMarked(path) && (only.length === 0 || only.includes(path));
}
