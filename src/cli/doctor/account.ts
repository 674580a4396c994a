/** Checks whether the configuration is bound to the account of the API key, and whether the local states belong to it. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { confirmObject, readAccount } from '../../account/read-account';
import { ACCOUNT_OBJECT_KINDS, chooseAccountObject } from '../../adopt/account-object';
import type { Client } from '../../client';
import type { ListFailure } from '../../model/inventory';
import { getKind, tryFindKind } from '../../model/kinds';
import { parseKindName } from '../../model/naming';
import { holdsObjects, warnIfAllGone } from '../../model/other-account';
import { isKindIn } from '../../model/profiles/kind-in';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import type { SynthesizedStack } from '../../terraform/configuration/configuration';
import { readSynthesizedStacks } from '../../terraform/read-configuration';
import { parseState, type State } from '../../terraform/state';
import { withCommandClient } from '../command-client';
import type { CliContext } from '../context';
import { DEFAULT_SYNTH_FOLDER } from '../options';
import { type Check, ok } from './check';

const NAME = 'Account';
const VARIABLE = PROVIDER_ATTRIBUTES.account_object.env;

/** Where the configuration and the states of the account are. */
export interface StateSources {
  /** Folder that `cdktf synth` wrote, absolute; default: the one in `dir`. */
  readonly app?: string | undefined;
  /** Folder of Terraform, absolute; default: the current one. */
  readonly dir?: string | undefined;
  /** Only these stacks of the app; empty for all. */
  readonly stacks?: readonly string[];
  /** Further state files, absolute. */
  readonly states?: readonly string[];
}

/** The API key is accepted. Returns no check for an account without an object to name. */
export async function checkAccount(context: CliContext, sources: StateSources = {}): Promise<Check[]> {
  try {
    return await withCommandClient(context, async ({ client }) => {
      const bound = context.env[VARIABLE] ?? '';
      if (bound !== '') return [ok(NAME, `has ${bound} (${VARIABLE})`)];
      if (await isConfigured(context, sources)) return [];
      return [...(await suggestObject(client)), ...(await checkStates(context, client, sources))];
    });
  } catch (error) {
    context.signal.throwIfAborted();
    return [{ name: NAME, status: 'skipped', found: `cannot be checked: ${(error as Error).message}` }];
  }
}

/** Whether a synthesized stack or a file of HCL in this folder sets `account_object`. The provider checks its value. */
async function isConfigured({ cwd }: CliContext, sources: StateSources): Promise<boolean> {
  const { dir = cwd } = sources;
  const stacks = await readStacks(dir, sources);
  if (stacks.some(({ providers }) => providers.some(({ account_object: id }) => (id ?? null) !== null))) return true;
  const files = (await readdir(dir)).filter((file) => /\.(tf|tofu)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.some((text) => /^\s*account_object\s*=/m.test(text));
}

async function suggestObject(client: Client): Promise<Check[]> {
  for (const name of ACCOUNT_OBJECT_KINDS) {
    if (!isKindIn(getKind(name), client.profile)) continue;
    const objects: { id: string; createdAt: string }[] = [];
    for await (const { id, created_at: createdAt } of client.list(name)) {
      objects.push({ id, createdAt: String(createdAt ?? '') });
    }
    const chosen = chooseAccountObject(objects);
    if (chosen === undefined) continue;
    const found = 'no account_object is configured, so the API key of another account would not be noticed';
    const advice = `Add \`account_object = "${chosen}"\` to the provider block (\`accountObject: '${chosen}'\` in a CDKTF app), or set ${VARIABLE}.`;
    return [{ name: NAME, status: 'warning', found, advice }];
  }
  return [];
}

async function readStacks(
  dir: string,
  { app, stacks: names = [] }: StateSources,
): Promise<readonly SynthesizedStack[]> {
  const stacks = (await readSynthesizedStacks(app ?? resolve(dir, DEFAULT_SYNTH_FOLDER))) ?? [];
  return names.length === 0 ? stacks : stacks.filter(({ name }) => names.includes(name));
}

/** Local states only: a backend may need credentials, and `netingress drift` reads every state. */
async function checkStates({ cwd, signal }: CliContext, client: Client, sources: StateSources): Promise<Check[]> {
  const { dir = cwd, states = [] } = sources;
  const stacks = await readStacks(dir, sources);
  const files = [
    ...stacks.flatMap(({ name, localState }) => (localState === undefined ? [] : [{ stack: name, file: localState }])),
    { stack: '.', file: join(dir, 'terraform.tfstate') },
    ...states.map((file) => ({ stack: '.', file })),
  ].filter(({ file }) => existsSync(file));
  const checks = await Promise.all(
    files.map(async ({ stack, file }) =>
      checkState(client, parseState(await readFile(file, 'utf8'), { stack }), signal),
    ),
  );
  return checks.flat();
}

/** A list is no proof that an object is gone, so this many are also read one by one. */
const CONFIRMED = 3;

async function checkState(client: Client, { source, resources }: State, signal: AbortSignal): Promise<Check[]> {
  const objects = resources.flatMap(({ type, values }) => {
    const kind = tryFindKind(parseKindName(type) ?? '');
    return kind && typeof values['id'] === 'string' ? [{ kind: kind.name, id: values['id'] }] : [];
  });
  const account = await readAccount(client, { kinds: [...new Set(objects.map(({ kind }) => kind))], call: { signal } });
  const listed = new Set(account.kinds.flatMap((listing) => listing.objects.map(({ id }) => id)));
  if (objects.some(({ id }) => listed.has(id))) return [];
  const state = 'stack' in source && source.stack !== '.' ? `stack ${source.stack}` : 'the state of this folder';
  const unread = account.kinds.find(({ failure }) => failure)?.failure;
  if (unread) return notChecked(state, unread);
  const confirmed = await Promise.all(
    objects.slice(0, CONFIRMED).map(({ kind, id }) => confirmObject(client, kind, id, { signal })),
  );
  for (const read of confirmed) if ('failure' in read) return notChecked(state, read.failure);
  const isGone = confirmed.every((read) => 'gone' in read);
  const counts = isGone ? { gone: objects.length, others: 0 } : { gone: 0, others: objects.length };
  const warning = warnIfAllGone({ state, ...counts }, holdsObjects(account));
  return warning ? [{ name: NAME, status: 'warning', found: warning.message, advice: warning.remedy }] : [];
}

function notChecked(state: string, { message }: ListFailure): Check[] {
  const found = `whether the account has the objects of ${state} was not checked: ${message}`;
  return [{ name: NAME, status: 'skipped', found }];
}
