/** An account that cannot be read is a problem in its result, and ends no other account. An interruption ends all. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createRedact } from '../../client/redact';
import { EXIT } from '../../model/exit-status';
import { omitUndefined } from '../../model/members';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { describeEnd, run } from '../../terraform/run';
import type { Words } from '../../values/words';
import { type CliContext, CliError } from '../context';
import { describeFailure } from '../failure';
import { terraformEnvironment } from '../inputs/load-inputs';
import { type FleetAccount, readAccountsFile } from './accounts-file';

export interface FleetOptions {
  /** The accounts file. */
  readonly accounts: string;
  /** Names of the selected accounts; if empty, all of the file. */
  readonly account: readonly string[];
  readonly parallel: number;
}

export type AccountResult<Value> = {
  readonly account: string;
  readonly baseUrl: string;
  readonly status: number;
} & (
  | { readonly value: Value; readonly problem?: undefined }
  | { readonly problem: string; readonly value?: undefined }
);

/** A choice: a key command may ask a slow service. */
const KEY_TIMEOUT_MS = 60_000;
/** From SIGINT, with which a key command is ended, to SIGKILL. A choice. */
const KEY_GRACE_MS = 5000;
/** Characters that a key command may print. A choice: what prints more prints something else than a key. */
const MAX_KEY_OUTPUT = 65_536;

/**
 * Runs `use` for the accounts, at most `parallel` at once. Rejects for a wrong file, and if the command is interrupted.
 */
export async function runFleet<Value>(
  context: CliContext,
  { accounts: file, account: names, parallel }: FleetOptions,
  use: (context: CliContext, account: FleetAccount) => Promise<{ readonly value: Value; readonly status: number }>,
): Promise<readonly AccountResult<Value>[]> {
  const accounts = await readAccountsFile(context, file, names);
  const results: AccountResult<Value>[] = [];
  const queue = [...accounts.entries()];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, account] = next;
      results[index] = await runAccount(context, account, use);
      context.signal.throwIfAborted();
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, accounts.length) }, work));
  return results;
}

async function runAccount<Value>(
  context: CliContext,
  account: FleetAccount,
  use: (context: CliContext, account: FleetAccount) => Promise<{ readonly value: Value; readonly status: number }>,
): Promise<AccountResult<Value>> {
  const { name, baseUrl } = account;
  const fail = (error: unknown, toProblem: (message: string) => string): AccountResult<Value> => {
    context.signal.throwIfAborted();
    const failure = describeFailure(error);
    const message = failure?.message ?? String(error instanceof Error ? (error.stack ?? error) : error);
    return { account: name, baseUrl, status: failure?.status ?? EXIT.error, problem: toProblem(message) };
  };
  let key: string;
  try {
    key = await readKey(context, account);
  } catch (error) {
    return fail(error, (message) => message);
  }
  try {
    return { account: name, baseUrl, ...(await use(createAccountContext(context, account, key), account)) };
  } catch (error) {
    return fail(error, createRedact([key]));
  }
}

/**
 * The base URL, the key and the account object are those of the entry: without an account object in the entry there is
 * none. The profile of the environment counts if the entry has none. All other settings are those of the environment.
 */
function createAccountContext(context: CliContext, account: FleetAccount, key: string): CliContext {
  const { name, baseUrl, accountObject, profile } = account;
  const attributes = PROVIDER_ATTRIBUTES;
  return {
    ...context,
    env: {
      ...context.env,
      [attributes.base_url.env]: baseUrl,
      [attributes.api_key.env]: key,
      [attributes.account_object.env]: accountObject,
      ...omitUndefined({ [attributes.profile.env]: profile }),
    },
    settingsSource: 'accounts file',
    // Other accounts print at the same time.
    mayAnimate: false,
    printError: (text) => context.printError(text.replace(/^/gm, `${name}: `)),
  };
}

/** Messages contain neither the key nor the output of the command. */
async function readKey(context: CliContext, { name, key, folder }: FleetAccount): Promise<string> {
  const value = (await readKeySource(context, key, folder)).trim();
  if (value !== '') return value;
  throw new CliError(
    `The key of account ${name} is empty; expected an API key. Correct ${describeSource(key)}.`,
    EXIT.undecided,
  );
}

async function readKeySource(context: CliContext, key: FleetAccount['key'], folder: string): Promise<string> {
  if ('env' in key) return context.env[key.env] ?? '';
  if ('file' in key) {
    return readFile(resolve(folder, key.file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new CliError(
        `Cannot read the key from ${key.file}: ${error.code ?? error.message}. Correct api_key in the accounts file.`,
        EXIT.undecided,
      );
    });
  }
  const [program = '', ...args] = key.command;
  const timeout = AbortSignal.timeout(KEY_TIMEOUT_MS);
  const result = await run(program, args, {
    cwd: folder,
    env: terraformEnvironment(context),
    signal: AbortSignal.any([context.signal, timeout]),
    killAfter: KEY_GRACE_MS,
    maxOutput: MAX_KEY_OUTPUT,
  }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(
      `The key command ${program} cannot be started: ${error.code ?? error.message}. Install it, or correct api_key in the accounts file.`,
      EXIT.undecided,
    );
  });
  if (result.status === 0) return result.stdout;
  const isTooLong = [result.stdout, result.stderr].some(({ length }) => length > MAX_KEY_OUTPUT);
  if (isTooLong)
    throw new CliError(
      `The key command ${program} prints more than ${MAX_KEY_OUTPUT} characters; expected only the key. Its output is not shown. Run it by hand.`,
      EXIT.undecided,
    );
  const end = timeout.aborted ? `did not end within ${KEY_TIMEOUT_MS / 1000} s` : describeEnd(result);
  throw new CliError(`The key command ${program} ${end}. Its output is not shown. Run it by hand.`, EXIT.undecided);
}

function describeSource(key: FleetAccount['key']): Words {
  if ('env' in key) return `the environment variable ${key.env}`;
  return 'file' in key ? `the file ${key.file}` : `the key command ${key.command[0]}`;
}

export const WORST_FIRST: readonly number[] = [EXIT.error, EXIT.failed, EXIT.undecided, EXIT.done];

/** Returns the first of {@link WORST_FIRST} that an account has; 0 without accounts. */
export function worstStatus(results: readonly { readonly status: number }[]): number {
  return WORST_FIRST.find((status) => results.some((each) => each.status === status)) ?? EXIT.done;
}
