import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readAccount } from '../../account/read-account';
import {
  type Adoption,
  type AdoptionList,
  creatorsOf,
  type Dependencies,
  missingFromAccount,
  parseList,
  planAdoption,
  printList,
  writeAdoption,
} from '../../adopt';
import { derivedReason, keyIdOfToken } from '../../drift/compare/service-managed';
import { parseDuration } from '../../model/formats/duration';
import type { AccountInventory, StateResource } from '../../model/inventory';
import { counted } from '../../model/text';
import { PROVIDER_ADDRESS } from '../../terraform/mirror';
import { findPackage } from '../../terraform/npm-package';
import { StateError } from '../../terraform/state';
import { JOURNAL, type Journal, openJournal } from '../adopt/resume-journal';
import { refuseExisting, writeFiles } from '../adopt/write-files';
import { CliError, EXIT } from '../cli-error';
import { type Connection, connect } from '../connect';
import type { CliContext } from '../context';
import { readGivenStates } from '../load-inputs';
import { collect } from '../options';
import { createProgress } from '../progress';
import { readEvents } from '../read-events';
import { checkStdin, readInput, STDIN_NAME } from '../read-input';

interface Options {
  readonly out?: string;
  readonly state: readonly string[];
  readonly format: 'ts' | 'hcl';
  /** `true` prints the list, a text is the file of one. */
  readonly list?: true | string;
  readonly since?: number;
  readonly events?: string;
}

const help = `
Examples:
  netingress adopt --out ingress
  netingress adopt --list > list.json && netingress adopt --list list.json --out ingress
  netingress adopt --out lately --state terraform.tfstate --since 7d --events audit.ndjson --format hcl

A run that was ended, or that the rate limit stopped, goes on where it was when it is started again within the hour.
Exit status: 0 done, 1 error, 3 something of the account could not be read.
`;

/** `netingress adopt`: code for what exists and no state manages. */
export function adoptCommand(context: CliContext): Command {
  return new Command('adopt')
    .description('Writes code that declares and imports what exists and no state manages. Only reads the account.')
    .option('--out <folder>', 'where to write; it may exist, but no file is overwritten')
    .option('--state <file>', 'a state whose objects are left out; - for standard input; more than once', collect, [])
    .addOption(
      new Option('--format <format>', 'a CDKTF application in TypeScript, or Terraform configuration')
        .choices(['ts', 'hcl'])
        .default('ts'),
    )
    .option('--list [file]', 'prints what would be adopted as JSON; with a file: adopts what it lists, under its names')
    .option('--since <age>', 'only what was created since: 7d, 12h, or a timestamp', parseSince)
    .option('--events <file>', 'audit events as delivered, to say who created what; - for standard input')
    .addHelpText('after', help)
    .action((options: Options) => runAdopt(context, options));
}

async function runAdopt(context: CliContext, options: Options): Promise<void> {
  checkStdin([...options.state, options.events, options.list === true ? undefined : options.list]);
  const folder = options.out === undefined ? undefined : resolve(context.cwd, options.out);
  if (folder === undefined && options.list !== true)
    throw new CliError('Where to write is not known: give --out FOLDER, or --list to see what would be adopted.');
  const input = {
    stated: await readStates(context, options.state),
    ...(typeof options.list === 'string' && { list: await readList(context, options.list) }),
    ...(options.events !== undefined && { creators: await readCreators(context, options.events) }),
  };
  const connection = connect(context);
  try {
    const journal = folder === undefined ? undefined : openFolder(connection, folder, options);
    if (journal && journal.pages > 0) context.err(`Going on after ${journal.pages} pages that were read before.`);
    const account = await readWhole(context, connection, journal);
    const ownKey = keyIdOfToken(connection.apiKey);
    const adoption = planAdoption(
      { account, ...input },
      {
        derived: (kind, object) => derivedReason(kind, object, ownKey),
        ...(options.since !== undefined && { since: options.since }),
      },
    );
    const missing = input.list ? missingFromAccount(input.list, adoption) : [];
    if (missing.length > 0) throw badList(String(options.list), missing);
    if (options.list === true) context.out(printList(adoption));
    else if (folder !== undefined) await write(context, folder, adoption, options);
    journal?.remove();
    reportUnread(account);
  } finally {
    await connection.client.close();
  }
}

/** Refuses at once what would be refused after minutes of reading; a journal tells that the files are of its own run. */
function openFolder({ client, apiKey }: Connection, folder: string, { format, list }: Options): Journal {
  const journal = openJournal(join(folder, JOURNAL), { baseUrl: client.baseUrl, apiKey, now: Date.now() });
  if (journal.pages > 0 || list === true) return journal;
  try {
    refuseExisting(folder, format === 'hcl' ? ['versions.tf', 'main.tf', 'imports.tf'] : ['main.ts', 'package.json']);
    return journal;
  } catch (error) {
    journal.remove();
    throw error;
  }
}

/** A kind that the key may not see is left out and reported at the end; anything else may pass, so the run ends. */
async function readWhole(
  context: CliContext,
  { client }: Connection,
  journal: Journal | undefined,
): Promise<AccountInventory> {
  const account = await createProgress(context).step('Read the account', () =>
    readAccount(client, {
      call: { signal: context.signal },
      ...(journal && { known: journal.known, onObjects: journal.add }),
    }),
  );
  const failures = account.kinds.flatMap(({ failure, kind }) => (failure ? [{ ...failure, kind }] : []));
  const [first] = failures;
  if (first && failures.length === account.kinds.length && failures.every(({ reason }) => reason === first.reason)) {
    journal?.remove();
    throw new CliError(`Nothing of the account could be read. ${first.message}`);
  }
  const passing = failures.filter(({ reason }) => reason !== 'refused');
  if (passing.length === 0) return account;
  const kept = journal ? ' What was read is kept: run the same command again within the hour to go on.' : '';
  throw new CliError(
    `The account could not be read to its end, so nothing was written.${kept}\n${passing.map(({ kind, message }) => `  ${kind}: ${message}`).join('\n')}`,
    EXIT.incomplete,
  );
}

function reportUnread({ kinds }: AccountInventory): void {
  const unread = kinds.flatMap(({ kind, failure }) => (failure ? [`  ${kind}: ${failure.message}`] : []));
  if (unread.length > 0)
    throw new CliError(`Some kinds could not be read and are not adopted:\n${unread.join('\n')}`, EXIT.incomplete);
}

async function write(context: CliContext, folder: string, adoption: Adoption, { format, out }: Options): Promise<void> {
  const { objects, derived, managed, older } = adoption;
  const others = [
    ...(managed > 0 ? [`${managed} managed by a state`] : []),
    ...(derived.length > 0 ? [`${derived.length} derived`] : []),
    ...(older > 0 ? [`${older} older`] : []),
  ];
  const rest = others.length > 0 ? ` Left out: ${others.join(', ')}.` : '';
  if (objects.length === 0) {
    context.err(`There is nothing to adopt, so nothing was written.${rest}`);
    return;
  }
  const { version } = findPackage();
  const files = writeAdoption(adoption, format, {
    version,
    providerAddress: PROVIDER_ADDRESS,
    dependencies: dependencies(),
  });
  await writeFiles(folder, files);
  for (const { path } of files) context.out(join(out ?? folder, path));
  context.err(
    `Wrote ${counted(objects.length, 'resource')} to import.${rest} ${join(out ?? folder, 'README.md')} says how to go on.`,
  );
}

/** The ranges that this package itself is built and tested with. */
function dependencies(): Dependencies {
  const { root, version } = findPackage();
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? '*']));
  return {
    runtime: { ...pick(manifest.peerDependencies, ['cdktf', 'constructs']), netingress: `^${version}` },
    development: pick(manifest.devDependencies, ['@types/node', 'cdktf-cli', 'tsx', 'typescript']),
  };
}

async function readStates(context: CliContext, files: readonly string[]): Promise<StateResource[]> {
  try {
    return (await readGivenStates(context, files)).flatMap(({ resources }) => resources);
  } catch (error) {
    if (error instanceof StateError) throw new CliError(error.message);
    throw error;
  }
}

async function readList(context: CliContext, file: string): Promise<AdoptionList> {
  const list = parseList(await readInput(context, file, 'the list'));
  if ('problems' in list) throw badList(file, list.problems);
  return list;
}

function badList(file: string, problems: readonly string[]): CliError {
  const shown = problems.slice(0, 20).map((problem) => `  ${problem}`);
  return new CliError(
    `Cannot adopt what ${file} lists:\n${shown.join('\n')}\nEdit it, or write it anew with \`npx netingress adopt --list\`.`,
  );
}

async function readCreators(context: CliContext, file: string): Promise<ReturnType<typeof creatorsOf>> {
  const { events, problems } = await readEvents(
    await readInput(context, file, 'the events'),
    file === '-' ? STDIN_NAME : file,
  );
  for (const problem of problems) context.err(problem);
  return creatorsOf(events);
}

const day = 24 * 60 * 60 * 1000;

/** The time that is meant, in ms since 1970. */
function parseSince(text: string): number {
  const days = /^([1-9]\d{0,4})d$/.exec(text)?.[1];
  const age = days === undefined ? parseDuration(text) : Number(days) * day;
  if (age !== undefined) return Date.now() - age;
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError('Expected an age such as 7d or 12h, or a timestamp such as 2026-01-31T12:00:00Z.');
}
