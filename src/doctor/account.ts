/** Checks whether `account_object` is set and, if not, whether the local states are of the account of the API key. */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { confirmObject, readAccount } from '../account/read-account';
import type { Client } from '../client';
import { expectAccount, withCommandClient } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import { listMissingSources, type StateSources } from '../command/fleet/missing-sources';
import { findStates } from '../command/inputs/load-inputs';
import { DEFAULT_SYNTH_FOLDER } from '../command/options';
import { EXIT } from '../model/exit-status';
import { formatStateSource, ROOT_MODULE, type StateSource } from '../model/inventory';
import { getKind } from '../model/kinds';
import { holdsObjects, warnIfAllGone } from '../model/other-account';
import { isKindIn } from '../model/profiles/kind-in';
import { nameSetting, PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { ACCOUNT_OBJECT_KINDS, chooseAccountObject } from '../objects/account-object';
import { fromStates, listStateObjects } from '../objects/from-states';
import { separateOtherAccounts } from '../objects/other-accounts';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { readSynthesizedStacks } from '../terraform/read-configuration';
import { findLocalState } from '../terraform/read-state';
import { parseState, type TerraformState } from '../terraform/state';
import { CONFIGURATION_FILE } from '../terraform/ui-json';
import type { DescribedFailure } from '../values/read-failure';
import { type Check, failed, ok } from './check';

const NAME = 'Account';
const VARIABLE = PROVIDER_ATTRIBUTES.account_object.env;

/**
 * Reads the object of `account_object`. Returns a check only if the account lacks it (`failed`), or if that is not
 * known (`skipped`). Then do not call {@link checkAccount}: its client would fail for the same reason.
 */
export async function confirmAccountObject(
  context: CliContext,
  client: Client,
  id: string,
): Promise<Check | undefined> {
  try {
    await expectAccount(context, client, id);
    return undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { name: NAME, status: error.status === EXIT.undecided ? 'skipped' : 'failed', found: error.message };
  }
}

/**
 * Call it after {@link confirmAccountObject} found nothing. Without `sources` it checks the app and the states of the
 * current folder. An error is a skipped check; only an abort rejects.
 */
export async function checkAccount(context: CliContext, sources?: StateSources): Promise<Check[]> {
  let missing: readonly Check[] = [];
  try {
    if (sources !== undefined) missing = await listMissing(sources);
    const found = await withCommandClient(context, async ({ client }) => {
      const bound = context.env[VARIABLE] ?? '';
      if (bound !== '') return [ok(NAME, `has ${bound} (${nameSetting('account_object', context.settingsSource)})`)];
      const stacks = await readStacks(context.cwd, sources);
      if (await isConfigured(context, stacks, sources)) return [];
      const states = await checkStates(context, client, stacks, sources);
      // If the states seem to be of another account, no object of this one is suggested: it would bind the
      // configuration to it.
      const isOther = states.some(({ status }) => status !== 'skipped');
      return [...(isOther ? [] : await suggestObject(context, client)), ...states];
    });
    return [...missing, ...found];
  } catch (error) {
    context.signal.throwIfAborted();
    return [...missing, { name: NAME, status: 'skipped', found: `cannot be checked: ${(error as Error).message}` }];
  }
}

async function listMissing(sources: StateSources): Promise<Check[]> {
  return (await listMissingSources(sources)).map(({ problem, advice }) => failed(NAME, problem, advice));
}

/**
 * Whether a synthesized stack, or a file of Terraform directly in the folder, sets `account_object`. The files are not
 * parsed: a line `  account_object = …` of HCL counts in any block, and so does a text in JSON, `"account_object":
 * "…"`. The value is not read, because the provider checks it.
 */
async function isConfigured({ cwd }: CliContext, stacks: Stacks, sources?: StateSources): Promise<boolean> {
  if (stacks?.some(({ providers }) => providers.some(({ account_object: id }) => (id ?? null) !== null))) return true;
  const { dir } = sources ?? { dir: cwd };
  if (dir === undefined || !existsSync(dir)) return false;
  const files = (await readdir(dir)).filter((file) => CONFIGURATION_FILE.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.some((text) => /^\s*account_object\s*=|"account_object"\s*:\s*"/m.test(text));
}

async function suggestObject({ settingsSource }: CliContext, client: Client): Promise<Check[]> {
  for (const name of ACCOUNT_OBJECT_KINDS) {
    if (!isKindIn(getKind(name), client.profile)) continue;
    const objects: { id: string; createdAt: string }[] = [];
    for await (const { id, created_at: createdAt } of client.list(name)) {
      objects.push({ id, createdAt: String(createdAt ?? '') });
    }
    const chosen = chooseAccountObject(objects);
    if (chosen === undefined) continue;
    const found = 'no account_object is configured, so the API key of another account would not be noticed';
    const advice = `Add \`account_object = "${chosen}"\` to the provider block (\`accountObject: '${chosen}'\` in TypeScript), or set ${nameSetting('account_object', settingsSource)}.`;
    return [{ name: NAME, status: 'warning', found, advice }];
  }
  return [];
}

type Stacks = readonly SynthesizedStack[] | undefined;

async function readStacks(cwd: string, sources?: StateSources): Promise<Stacks> {
  const app = sources === undefined ? resolve(cwd, DEFAULT_SYNTH_FOLDER) : sources.app;
  const stacks = app === undefined ? undefined : await readSynthesizedStacks(app);
  const { stacks: names = [] } = sources ?? {};
  return names.length === 0 ? stacks : stacks?.filter(({ name }) => names.includes(name));
}

/** The states that `netingress drift` would read, if they are files: a backend may need credentials. */
async function checkStates(
  context: CliContext,
  client: Client,
  stacks: Stacks,
  sources?: StateSources,
): Promise<Check[]> {
  const { cwd, env, signal } = context;
  const { dir, states = [] } = sources ?? { dir: cwd };
  const { files, modules } = findStates(context, { state: states, dir }, stacks);
  const found: readonly { readonly file: string; readonly source: StateSource }[] = [
    ...files.map((file) => ({ file, source: { file } })),
    ...modules.flatMap((module) => {
      const { name } = module;
      const file = findLocalState(module, env);
      if (file === undefined) return [];
      // The name of a root module does not say of which account it is.
      return [{ file, source: name === ROOT_MODULE && sources ? { file } : { stack: name } }];
    }),
  ].filter(({ file }) => existsSync(file));
  const status = sources === undefined ? 'warning' : 'failed';
  const checks = await Promise.all(
    found.map(async ({ file, source }) =>
      checkState(client, parseState(await readFile(file, 'utf8'), source), stacks ?? [], signal, status),
    ),
  );
  return checks.flat();
}

/**
 * How many objects of a state that no list has are also read one by one: a list is no proof that an object is gone. A
 * choice; the others count as gone with these.
 */
const MAX_CONFIRMED = 3;

/**
 * A state with deposed objects, or with objects of unknown types, is not checked. `otherAccount` is the status if
 * {@link warnIfAllGone} warns that the account has none of the objects: a warning for the current folder, which may
 * well be of another account; a failure for a state that `--accounts` names for this account.
 */
async function checkState(
  client: Client,
  { source, resources }: TerraformState,
  stacks: readonly SynthesizedStack[],
  signal: AbortSignal,
  otherAccount: 'warning' | 'failed',
): Promise<Check[]> {
  const inState = fromStates(resources, stacks);
  const all = listStateObjects(inState);
  if (all.others > 0) return [];
  const kinds = [...new Set(all.objects.map(({ kind }) => kind))];
  const account = await readAccount(client, { kinds, call: { signal } });
  const { objects } = listStateObjects(separateOtherAccounts(stacks, inState, account).inState);
  const listed = new Set(account.kinds.flatMap((listing) => listing.objects.map(({ id }) => id)));
  if (objects.some(({ id }) => listed.has(id))) return [];
  const state = formatStateSource(source);
  const unread = account.kinds.find(({ failure }) => failure)?.failure;
  if (unread) return notChecked(state, unread);
  const confirmed = await Promise.all(
    objects.slice(0, MAX_CONFIRMED).map(({ kind, id }) => confirmObject(client, kind, id, { signal })),
  );
  for (const read of confirmed) if ('failure' in read) return notChecked(state, read.failure);
  const isGone = confirmed.every((read) => 'gone' in read);
  const counts = isGone ? { gone: objects.length, others: 0 } : { gone: 0, others: objects.length };
  const warning = warnIfAllGone({ state, ...counts, canSelectStack: false }, holdsObjects(account));
  return warning ? [{ name: NAME, status: otherAccount, found: warning.message, advice: warning.remedy }] : [];
}

function notChecked(state: string, { message }: DescribedFailure): Check[] {
  const found = `whether the account has the objects of ${state} was not checked: ${message}`;
  return [{ name: NAME, status: 'skipped', found }];
}
