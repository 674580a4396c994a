import { confirmCandidate } from '../account/confirm';
import { readAccount } from '../account/read-account';
import { keyIdOfToken } from '../drift/compare/derived-objects';
import { findCandidates } from '../drift/compare/match-state-to-account';
import type { IgnoreRule } from '../drift/ignore';
import type { LookupResult } from '../drift/input';
import { type Drift, detectDrift } from '../drift/report/report';
import type { CommandClient } from './command-client';
import type { CliContext } from './context';
import type { ReadEvents } from './event-files';
import { expectReadable, type Inputs } from './load-inputs';

export interface DetectOptions {
  readonly events: ReadEvents | undefined;
  readonly ownKeys: readonly string[];
  readonly ignore: readonly IgnoreRule[];
}

/** Lists the account, reads each object that no list contains, and compares. Sends GET requests only. */
export async function detect(
  context: CliContext,
  commandClient: CommandClient,
  inputs: Inputs,
  { events, ownKeys, ignore }: DetectOptions,
): Promise<Drift> {
  const { client, apiKey, requests } = commandClient;
  const requestsBefore = requests();
  const call = { signal: context.signal };
  const account = await readAccount(client, { call });
  expectReadable(account);
  const { stateResources, configured, stacks, workingDirectories, terraformCommand } = inputs;
  const lookups = await Promise.all(
    findCandidates({ account, stateResources }).map(async (candidate): Promise<LookupResult> => {
      const result = await confirmCandidate(client, candidate, call);
      return { ...candidate, ...('gone' in result ? {} : result) };
    }),
  );
  return detectDrift({
    account,
    stateResources,
    configured,
    stacks,
    lookups,
    readerKeyId: keyIdOfToken(apiKey),
    usage: { requests: requests() - requestsBefore, pages: account.kinds.reduce((sum, { pages }) => sum + pages, 0) },
    events: events?.events,
    eventProblems: events?.problems ?? [],
    ownKeys,
    ignore,
    now: client.serviceTime() ?? Date.now(),
    today: new Date().toISOString().slice(0, 10),
    workingDirectories,
    terraformCommand,
  });
}
