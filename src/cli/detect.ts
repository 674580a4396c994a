/** Reads everything that drift detection needs and runs it. */
import { readAccount, readObject } from '../account/read-account';
import type { DriftEvent } from '../drift/attribution/history';
import { findCandidates } from '../drift/compare/match-state-to-account';
import { keyIdOfToken } from '../drift/compare/service-managed';
import type { IgnoreRule } from '../drift/ignore';
import type { Confirmation } from '../drift/input';
import { type Drift, detectDrift } from '../drift/report/report';
import type { AccountInventory } from '../model/inventory';
import { CliError } from './cli-error';
import type { Connection } from './connect';
import type { CliContext } from './context';
import type { Estate } from './load-inputs';

/** What beside account and estate goes into a report. */
export interface DetectOptions {
  readonly events: readonly DriftEvent[] | undefined;
  readonly eventProblems: readonly string[];
  readonly self: readonly string[];
  readonly ignore: readonly IgnoreRule[];
  readonly onPage?: (kind: string, objects: number) => void;
}

/** Reads the account by lists, asks once for each object that no list held, and compares. Sends GET and nothing else. */
export async function detect(
  context: CliContext,
  connection: Connection,
  estate: Estate,
  options: DetectOptions,
): Promise<Drift> {
  const { client, apiKey, requests } = connection;
  const before = requests();
  const call = { signal: context.signal };
  const account = await readAccount(client, { call, ...(options.onPage && { onPage: options.onPage }) });
  expectReadable(account);
  const { stated } = estate;
  const confirmations = await Promise.all(
    findCandidates({ account, stated }).map(async ({ kind, id }): Promise<Confirmation> => {
      const reading = await readObject(client, kind, id, call);
      return { kind, id, ...('gone' in reading ? {} : reading) };
    }),
  );
  return detectDrift({
    account,
    stated,
    declared: estate.declared,
    stacks: estate.stacks,
    confirmations,
    ownKey: keyIdOfToken(apiKey),
    usage: { requests: requests() - before, pages: account.kinds.reduce((sum, { pages }) => sum + pages, 0) },
    events: options.events,
    eventProblems: options.eventProblems,
    self: options.self,
    ignore: options.ignore,
    today: new Date().toISOString().slice(0, 10),
    places: estate.places,
  });
}

/** A wrong key or address fails for all kinds alike: then nothing at all is known. */
function expectReadable({ kinds }: AccountInventory): void {
  const failures = kinds.flatMap(({ failure, pages }) => (failure && pages === 0 ? [failure] : []));
  if (failures.length < kinds.length) return;
  throw new CliError(`Nothing of the account could be read. ${failures[0]?.message ?? ''}`);
}
