import { confirmCandidate } from '../account/confirm';
import { readAccount } from '../account/read-account';
import type { RecordedChanges } from '../drift/attribution/recorded-changes';
import { keyIdOfToken } from '../drift/compare/derived-objects';
import type { LookupResult } from '../drift/compare/input';
import { findCandidates } from '../drift/compare/match-state-to-account';
import type { IgnoreRule } from '../drift/report/ignore';
import { type Drift, detectDrift } from '../drift/report/report';
import { findKindOfId } from '../model/kinds';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { type CommandClient, expectAccount } from './command-client';
import type { CliContext } from './context';
import { expectReadable, type Inputs } from './load-inputs';

export interface DetectOptions {
  readonly events: { readonly changes: RecordedChanges; readonly problems: readonly string[] } | undefined;
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
  const bound = findAccountObjects(context, inputs);
  for (const id of bound.fromConfiguration) await expectAccount(context, client, id);
  const account = await readAccount(client, { call });
  expectReadable(account);
  const { stateResources, configured, stacks, stateFiles, workingDirectories, terraformCommand, deployCommand } =
    inputs;
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
    events: events?.changes,
    eventProblems: events?.problems ?? [],
    ownKeys,
    ignore,
    isBound: bound.isBound,
    now: client.serviceTime(),
    today: new Date().toISOString().slice(0, 10),
    stateFiles,
    workingDirectories,
    terraformCommand,
    deployCommand,
  });
}

/**
 * Objects of `account_object` that identify the account of this command. A provider configuration with its own settings
 * may be for another account, and references and variables have no value here.
 */
function findAccountObjects(
  { env }: CliContext,
  { stacks }: Inputs,
): { readonly fromConfiguration: readonly string[]; readonly isBound: boolean } {
  const literals = stacks
    .flatMap(({ providers }) => providers)
    .filter(({ alias, base_url: url, api_key: key }) => (alias ?? url ?? key) === undefined)
    .flatMap(({ account_object: id }) => (typeof id === 'string' && findKindOfId(id) ? [id] : []));
  // The client of the command has checked the one of the environment.
  return {
    fromConfiguration: [...new Set(literals)],
    isBound: literals.length > 0 || (env[PROVIDER_ATTRIBUTES.account_object.env] ?? '') !== '',
  };
}
