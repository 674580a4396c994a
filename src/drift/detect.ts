import { confirmCandidate } from '../account/confirm';
import { readAccount } from '../account/read-account';
import { type CommandClient, expectAccount } from '../command/command-client';
import type { CliContext } from '../command/context';
import { findAccountObjects } from '../command/inputs/find-account-objects';
import { expectReadable, type Inputs } from '../command/inputs/load-inputs';
import { derivedReason, keyIdOfToken } from '../model/derived-objects';
import type { AccountInventory, AccountObject } from '../model/inventory';
import { addFreeObjects, findMoves, movesFromStates } from '../moves';
import { fromStates, type StateObject } from '../objects/from-states';
import { type ObjectsByAccount, separateOtherAccounts } from '../objects/other-accounts';
import type { RecordedChanges } from './attribution/recorded-changes';
import type { LookupResult, LostObject } from './compare/input';
import { findCandidates } from './compare/object-index';
import type { IgnoreRule } from './report/ignore';
import { type Drift, detectDrift } from './report/report';

export interface DetectOptions {
  readonly events: { readonly changes: RecordedChanges; readonly problems: readonly string[] } | undefined;
  readonly ownKeys: readonly string[];
  readonly ignore: readonly IgnoreRule[];
}

/**
 * Lists the account, looks up what the states and traffic policies name and its complete lists lack, and compares.
 * Throws a CliError if no list can be read, or if an `account_object` of the configuration is not in the account or
 * cannot be read. Sends GET requests only.
 */
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
  const { stateFiles, isHcl, workingDirectories, terraformCommand, deployCommand, otherStacks } = inputs;
  const allInState = fromStates(inputs.stateResources, inputs.stacks);
  const inOtherStates = fromStates(otherStacks.stateResources);
  const separated = separateOtherAccounts(inputs.stacks, allInState, account);
  const { inState, stacks, unchecked } = separated;
  const readerKeyId = keyIdOfToken(apiKey);
  const lookups = await Promise.all(
    findCandidates({ account, inState }).map(async (candidate): Promise<LookupResult> => {
      const result = await confirmCandidate(client, candidate, call);
      return { ...candidate, ...('gone' in result ? {} : result) };
    }),
  );
  return detectDrift({
    account,
    inState,
    configured: inputs.configured && stacks.flatMap(({ resources }) => resources),
    stacks,
    unchecked,
    inOtherStates,
    unreadStates: otherStacks.unread,
    lost: listLost(separated, account, [...allInState, ...inOtherStates], { readerKeyId, now: client.serviceTime() }),
    lookups,
    readerKeyId,
    usage: { requests: requests() - requestsBefore, pages: account.kinds.reduce((sum, { pages }) => sum + pages, 0) },
    events: events?.changes,
    eventProblems: events?.problems ?? [],
    ownKeys,
    ignore,
    isBound: bound.isBound,
    now: client.serviceTime(),
    today: new Date().toISOString().slice(0, 10),
    stateFiles,
    isHcl,
    workingDirectories,
    terraformCommand,
    deployCommand,
  });
}

/** The pairs that `moves --live` would import. */
function listLost(
  { inState, stacks }: ObjectsByAccount,
  account: AccountInventory,
  owners: readonly StateObject[],
  known: Parameters<typeof derivedReason>[2],
): readonly LostObject[] {
  const isDerived = (kind: string, object: AccountObject): boolean => derivedReason(kind, object, known) !== undefined;
  const source = addFreeObjects(movesFromStates(inState, stacks), account, owners, isDerived);
  return findMoves(source).moves.flatMap(({ from: { place, kind, id }, to }) =>
    place ? [] : [{ stack: to.place.stack ?? '', address: to.place.address, kind, id }],
  );
}
