import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { findAccountFailure, readAccount } from '../account/read-account';
import { type CommandClient, withCommandClient } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import { defineCommand, type Ended } from '../command/define-command';
import { streamDatedEvents } from '../command/inputs/event-files';
import { findEventFiles } from '../command/inputs/find-event-files';
import { expectReadable, loadStates } from '../command/inputs/load-inputs';
import { readInput } from '../command/inputs/read-input';
import { APP_DETAIL, DEFAULT_SYNTH_FOLDER, type OptionUses, type OptionValues } from '../command/options';
import { runStep } from '../command/progress';
import { CDKTF_LIBRARIES, type CdktfLibrary } from '../model/cdktf-library';
import { derivedReason, keyIdOfToken } from '../model/derived-objects';
import { EXIT } from '../model/exit-status';
import type { AccountInventory, StateResource } from '../model/inventory';
import { formatCount } from '../model/text';
import { parseDuration, parseTimestamp } from '../model/time';
import { fromStates } from '../objects/from-states';
import { commandName, findConfiguredBinary } from '../terraform/find-binary';
import { findCdktfLibrary, synthCommand } from '../terraform/find-cdktf-library';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import { findPackage, findProjectManifest, ownManifest } from '../terraform/npm-package';
import { isNetingressSource } from '../terraform/provider-source';
import { readSynthesizedStacks } from '../terraform/read-configuration';
import {
  type Adoption,
  type AdoptionList,
  addCreator,
  buildAdoption,
  type Dependencies,
  findMissing,
  parseList,
  printList,
  type RenderOptions,
  renderAdoption,
} from '.';
import { JOURNAL, type Journal, openJournal } from './resume-journal';
import type { SkipReason } from './select';
import { rejectExisting, writeFiles } from './write-files';

const OPTIONS = {
  out: { detail: 'a folder; existing files are never overwritten' },
  app: { detail: `${APP_DETAIL}; objects in the states of its stacks are skipped` },
  state: {
    detail: 'objects in it are skipped; default: the states of the stacks, without an app that of the current folder',
  },
  list: { conflicts: ['objects', 'out'] },
  objects: {},
  since: { parse: parseSince },
  events: { detail: 'they show who created an object' },
  format: {
    detail: 'a CDKTF app in TypeScript, or a Terraform configuration',
    choices: ['ts', 'hcl'],
    default: 'ts',
  },
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const adopt = defineCommand({
  name: 'adopt',
  about: 'Writes code that configures and imports the objects that no state manages. Only reads the account.',
  examples: [
    'netingress adopt --out ingress',
    'netingress adopt --list > list.json && netingress adopt --objects list.json --out ingress',
    'netingress adopt --out lately --state terraform.tfstate --since 7d --events audit.ndjson --format hcl',
  ],
  details: 'An interrupted run with --out continues if it is repeated within one hour.',
  exit: { undecided: 'a part of the account or of the events was not read' },
  options: OPTIONS,
  run: (context, { options }) => runAdopt(context, options),
});

async function runAdopt(context: CliContext, options: Options): Promise<Ended> {
  const folder = options.out === undefined ? undefined : resolve(context.cwd, options.out);
  if (folder === undefined && !options.list)
    throw new CliError('Missing --out FOLDER. To preview the objects, give --list instead.');
  const creators = new Map<string, string>();
  const unread = await streamDatedEvents(context, await findEventFiles(context, options.events), (event) =>
    addCreator(creators, event),
  );
  const states = await loadStates(context, options);
  await expectSynthesized(context, options);
  const resources = states.flatMap((state) => state.resources);
  const input = {
    inState: fromStates(resources),
    ...(options.objects !== undefined && { list: await readList(context, options.objects) }),
    ...(options.events.length > 0 && { creators }),
  };
  return withCommandClient(context, async (commandClient) => {
    const profile = commandClient.client.profile.name;
    const journal = folder === undefined ? undefined : openFolder(commandClient, folder, options);
    if (journal && journal.pageCount > 0)
      context.printError(`Continuing after ${journal.pageCount} pages of an interrupted run.`);
    const account = await readPermittedKinds(context, commandClient, journal);
    const now = commandClient.client.serviceTime();
    const known = { readerKeyId: keyIdOfToken(commandClient.apiKey), now };
    const adoption = buildAdoption(
      { account, ...input },
      {
        derivedReason: (kind, object) => derivedReason(kind, object, known),
        ...(options.since !== undefined && { since: options.since }),
        now,
      },
    );
    const missing = input.list ? findMissing(input.list, adoption) : [];
    if (missing.length > 0) {
      // They may be of a resource type that was not read, which explains it better.
      expectAllRead(account);
      throw invalidList(String(options.objects), missing);
    }
    if (options.list) writeList(context, adoption, states.length);
    else if (folder !== undefined)
      await write(context, folder, adoption, options, { ...findProvider(resources), profile });
    journal?.remove();
    expectAllRead(account);
    return {
      status: unread.length > 0 ? EXIT.undecided : EXIT.done,
      message: 'Not all events were read, as listed above, so the creators of objects may be missing.',
    };
  });
}

/** The objects of an app that was never synthesized would be adopted a second time. */
async function expectSynthesized({ cwd }: CliContext, { app, state }: Options): Promise<void> {
  if (app !== undefined || state.length > 0 || !existsSync(join(cwd, 'cdktf.json'))) return;
  if (await readSynthesizedStacks(resolve(cwd, DEFAULT_SYNTH_FOLDER))) return;
  throw new CliError(
    `The app of cdktf.json has no synthesized configuration, so it is not known which objects it manages; expected one in ${DEFAULT_SYNTH_FOLDER}. Run ${synthCommand(cwd)}, name its folder with --app, or give --state.`,
  );
}

function writeList({ print, printError }: CliContext, adoption: Adoption, stateCount: number): void {
  print(printList(adoption));
  if (stateCount === 0)
    printError(
      'No state was found here, so the list has the objects that a state manages, too. Give --app or --state to leave them out.',
    );
}

/**
 * Fails before the account is read if the folder has one of some files that each adoption writes; `writeFiles` checks
 * all files. With pages in a journal, existing files may be those of the interrupted run.
 */
function openFolder({ client, apiKey }: CommandClient, folder: string, { format }: Options): Journal {
  const journal = openJournal(join(folder, JOURNAL), { baseUrl: client.baseUrl, apiKey });
  if (journal.pageCount > 0) return journal;
  try {
    rejectExisting(folder, format === 'hcl' ? ['versions.tf', 'main.tf', 'imports.tf'] : ['main.ts', 'package.json']);
    return journal;
  } catch (error) {
    journal.remove();
    throw error;
  }
}

/** Skips kinds that the key may not read. Any other failure ends the run, because it may be transient. */
async function readPermittedKinds(
  context: CliContext,
  { client }: CommandClient,
  journal: Journal | undefined,
): Promise<AccountInventory> {
  const account = await runStep(context, 'Read the account', async () => {
    const read = await readAccount(client, {
      call: { signal: context.signal },
      ...(journal && { resumeFrom: journal.listingSoFar, onObjects: journal.add }),
    });
    // A journal with pages of an earlier run is kept.
    if (findAccountFailure(read) && journal?.pageCount === 0) journal.remove();
    expectReadable(read);
    return read;
  });
  const failures = account.kinds.flatMap(({ failure, kind }) => (failure ? [{ ...failure, kind }] : []));
  const transient = failures.filter(({ reason }) => reason !== 'forbidden');
  if (transient.length === 0) return account;
  const advice = journal ? ' Repeat the command within one hour to continue.' : '';
  throw new CliError(
    `Cannot read the complete account; nothing was written.${advice}\n${transient.map(({ kind, message }) => `  ${kind}: ${message}`).join('\n')}`,
    EXIT.undecided,
  );
}

function expectAllRead({ kinds }: AccountInventory): void {
  const unread = kinds.flatMap(({ kind, failure }) => (failure ? [`  ${kind}: ${failure.message}`] : []));
  if (unread.length > 0)
    throw new CliError(
      `These resource types could not be read and are not adopted:\n${unread.join('\n')}`,
      EXIT.undecided,
    );
}

/** The source of the provider in the given states, if they agree; otherwise the one that synth places. */
function findProvider(stateResources: readonly StateResource[]): { providerAddress: string; isPublished: boolean } {
  const providers = stateResources.filter(({ type }) => type.startsWith('netingress_')).map(({ provider }) => provider);
  const [address, ...others] = new Set(providers.filter(isNetingressSource));
  const isPublished = address !== undefined && others.length === 0 && address !== PROVIDER_ADDRESS;
  return { providerAddress: isPublished ? address : PROVIDER_ADDRESS, isPublished };
}

async function write(
  context: CliContext,
  folder: string,
  adoption: Adoption,
  { format, out }: Options,
  provider: Pick<RenderOptions, 'providerAddress' | 'isPublished' | 'profile'>,
): Promise<void> {
  const { objects, notAdoptable, managedCount, older } = adoption;
  const count = (...reasons: readonly SkipReason[]): number =>
    notAdoptable.filter(({ why }) => reasons.includes(why)).length;
  const reasons = {
    'managed by a state': managedCount,
    'needing no configuration': count('needs_none', 'live_grant'),
    'not supported by this version': count('unsupported'),
    older: older.length,
  };
  const overdue = count('overdue_grant');
  const skipped = Object.entries(reasons).flatMap(([reason, count]) => (count > 0 ? `${count} ${reason}` : []));
  if (overdue > 0) skipped.push(formatCount(overdue, 'overdue grant'));
  const reap = overdue > 0 ? ' Delete overdue grants with `npx netingress access reap`.' : '';
  const summary = skipped.length > 0 ? ` Skipped: ${skipped.join(', ')}.${reap}` : '';
  if (objects.length === 0) {
    context.printError(`No objects to adopt; nothing was written.${summary}`);
    return;
  }
  const { version } = findPackage();
  const library = findCdktfLibrary(context.cwd);
  const files = renderAdoption(adoption, format, {
    version,
    ...provider,
    terraformCommand: commandName(await findConfiguredBinary(context.env)),
    library,
    ...findPackageSource(context.cwd, folder),
    dependencies: findDependencies(library),
  });
  await writeFiles(folder, files);
  for (const { path } of files) context.print(join(out ?? folder, path));
  context.printError(
    `Wrote ${formatCount(objects.length, 'resource')} to import.${summary} Next steps: ${join(out ?? folder, 'README.md')}.`,
  );
}

/** What this package was installed from, relative to `folder`; nothing if the project names a version. */
function findPackageSource(cwd: string, folder: string): Pick<RenderOptions, 'packageSource'> {
  const { root, isCheckout } = findPackage();
  const project = findProjectManifest(cwd);
  const { dependencies = {}, devDependencies = {} } = project?.manifest ?? {};
  const named = { ...dependencies, ...devDependencies }['netingress'];
  const [, file] = /^file:(.*)$/.exec(named ?? '') ?? [];
  const checkout = named === undefined && isCheckout ? root : undefined;
  const path = project && file !== undefined ? resolve(project.folder, file) : checkout;
  return path === undefined ? {} : { packageSource: `file:${relative(folder, path).split(sep).join('/')}` };
}

/** This package is developed with both libraries, so its manifest has the versions that are tested. */
function findDependencies(library: CdktfLibrary): Dependencies {
  const { peerDependencies = {}, devDependencies = {} } = ownManifest();
  // The manifest has all of these names: `*` is only for the type.
  const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? '*']));
  return {
    // cdktn refuses the newest constructs, which the range of the peer dependency accepts.
    runtime: pick(library === 'cdktn' ? devDependencies : peerDependencies, [library, 'constructs']),
    development: {
      ...pick(devDependencies, ['@types/node']),
      // The command line has the version of its library.
      [CDKTF_LIBRARIES[library].cli]: devDependencies[library] ?? '*',
      ...pick(devDependencies, ['tsx', 'typescript']),
    },
  };
}

async function readList(context: CliContext, file: string): Promise<AdoptionList> {
  const list = parseList(await readInput(context, file, 'the list'));
  if ('problems' in list) throw invalidList(file, list.problems);
  return list;
}

function invalidList(file: string, problems: readonly string[]): CliError {
  const lines = problems.slice(0, 20).map((problem) => `  ${problem}`);
  return new CliError(
    `Cannot adopt the list in ${file}:\n${lines.join('\n')}\nCorrect it, or write a new list with \`npx netingress adopt --list\`.`,
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

function parseSince(text: string): number {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  const age = days === undefined ? parseDuration(text) : Number(days) * DAY_MS;
  if (age !== undefined) return Date.now() - age;
  const time = parseTimestamp(text);
  if (time !== undefined) return time;
  throw new InvalidArgumentError('Expected an age such as 7d or 12h, or a timestamp such as 2026-01-31T12:00:00Z.');
}
