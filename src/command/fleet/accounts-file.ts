/**
 * The accounts file of `--accounts`. All entries are checked before the first account is read, also those that
 * `--account` does not select; whether keys and files exist is checked with their account.
 */

import { dirname, resolve } from 'node:path';
import * as z from 'zod';
import { findKindOfId } from '../../model/kinds';
import { parseBaseUrl } from '../../model/net/base-url';
import { PROFILES } from '../../model/profiles';
import { describeForm, describeNames, listMembers } from '../../model/zod-forms';
import type { Words } from '../../values/words';
import { type CliContext, CliError } from '../context';
import { readYaml } from '../inputs/read-input';

const NAME = /^[A-Za-z0-9][\w.-]*$/;

const text = z.string().min(1, 'is empty; expected a value');

/** The members of an entry. Paths are relative to the folder of the file. */
const MEMBERS = {
  name: text.regex(
    NAME,
    'expected letters, digits, ., _ and -, of which the first is a letter or digit, such as production',
  ),
  base_url: text.refine(isBaseUrl, 'expected a URL such as https://api.example.com, without user name and query'),
  api_key: z.union(
    [z.strictObject({ env: text }), z.strictObject({ file: text }), z.strictObject({ command: z.array(text).min(1) })],
    {
      error: 'expected one of {env: VARIABLE}, {file: FILE} and {command: [PROGRAM, ARGUMENT, ...]}',
    },
  ),
  states: z.array(text).min(1, 'is empty; expected a state file').optional(),
  app: text.optional(),
  dir: text.optional(),
  stacks: z.array(text).min(1, 'is empty; expected the name of a stack').optional(),
  account_object: text
    .refine((id) => findKindOfId(id) !== undefined, 'expected the id of an object of the account')
    .optional(),
  profile: z.enum(Object.keys(PROFILES) as [string, ...string[]]).optional(),
};
const ENTRY = z
  .strictObject(MEMBERS, { error: describeOther('members such as name') })
  .refine(({ states, app, dir }) => (states ?? app ?? dir) !== undefined, {
    error: 'has nothing to compare with; expected app, dir or states',
  })
  .refine(({ app, dir }) => app === undefined || dir === undefined, { error: 'has app and dir; expected one of them' })
  .refine(({ app, stacks }) => stacks === undefined || app !== undefined, {
    error: 'has stacks without app; expected app',
  });

const FILE = z.strictObject(
  { accounts: z.array(z.unknown()).min(1, 'is empty; expected an account') },
  { error: describeOther('accounts: [...]') },
);

export interface FleetAccount {
  readonly name: string;
  readonly baseUrl: string;
  readonly key: { readonly env: string } | { readonly file: string } | { readonly command: readonly string[] };
  /** State files, absolute. Empty: those of the app or the folder. */
  readonly states: readonly string[];
  /** Folder that `cdktf synth` wrote, absolute. */
  readonly app: string | undefined;
  /** Folder of Terraform configuration in HCL, absolute. */
  readonly dir: string | undefined;
  /** Empty: all of the app. */
  readonly stacks: readonly string[];
  /** The object that the account of the key must have. Undefined if the entry has none. */
  readonly accountObject: string | undefined;
  /** Undefined: the profile of the environment. */
  readonly profile: string | undefined;
  /** Folder of the accounts file, in which a key command runs. */
  readonly folder: string;
}

/** Reads the accounts of a file, or those with the given names. The error lists the problems of all entries. */
export async function readAccountsFile(
  context: CliContext,
  file: string,
  names: readonly string[],
): Promise<readonly FleetAccount[]> {
  const value = await readYaml(context, file, 'the accounts');
  const result = FILE.safeParse(value, { error: describeIssue });
  if (!result.success) throw failWith(file, describeIssues('accounts file', result.error));
  const folder = dirname(resolve(context.cwd, file));
  const problems: string[] = [];
  const accounts = new Map<string, FleetAccount>();
  result.data.accounts.forEach((each, index) => {
    const entry = ENTRY.safeParse(each, { error: describeIssue });
    const subject = describeEntry(each, index);
    if (!entry.success) {
      problems.push(...describeIssues(subject, entry.error));
      return;
    }
    if (accounts.has(entry.data.name))
      problems.push(`${subject} has the name of an earlier entry; expected another one`);
    accounts.set(entry.data.name, toAccount(entry.data, folder));
  });
  if (problems.length > 0) throw failWith(file, problems);
  const unknown = names.filter((name) => !accounts.has(name));
  if (unknown.length > 0)
    throw new CliError(
      `Unknown account ${unknown.join(', ')} in ${file}; expected one of ${[...accounts.keys()].join(', ')}. Correct --account.`,
    );
  return [...accounts.values()].filter(({ name }) => names.length === 0 || names.includes(name));
}

function toAccount(entry: z.infer<typeof ENTRY>, folder: string): FleetAccount {
  const { name, base_url: baseUrl, api_key: key, states = [], app, dir, stacks = [], account_object, profile } = entry;
  const toPath = (path: string | undefined) => (path === undefined ? undefined : resolve(folder, path));
  return {
    name,
    baseUrl,
    key,
    states: states.map((state) => resolve(folder, state)),
    app: toPath(app),
    dir: toPath(dir),
    stacks,
    accountObject: account_object,
    profile,
    folder,
  };
}

/** The message for a value that is not an object: `is empty or of another form; expected accounts: [...]`. */
function describeOther(expected: string) {
  return ({ code }: z.core.$ZodRawIssue): string | undefined =>
    code === 'invalid_type' ? `is empty or of another form; expected ${expected}` : undefined;
}

/** Says what is wrong and which form is expected. It quotes no value, because a URL may contain a password. */
function describeIssue(issue: z.core.$ZodRawIssue): Words | undefined {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${key} is unknown; expected ${describeNames(listMembers(issue), key)}`).join('; ');
  const form = describeForm(issue);
  return form === undefined
    ? undefined
    : `is ${issue.input === undefined ? 'missing' : 'of another form'}; expected ${form}`;
}

function describeIssues(subject: Words, { issues }: z.ZodError): Words[] {
  return issues.map(({ path, message }) => `${subject}${path.length > 0 ? `, ${path.join('.')}` : ''}: ${message}`);
}

/** `account production`, or the number of an entry without a valid name: `account 3`. */
function describeEntry(entry: unknown, index: number): Words {
  const { name } = (entry ?? {}) as { readonly name?: unknown };
  return `account ${typeof name === 'string' && NAME.test(name) ? name : index + 1}`;
}

function failWith(file: string, problems: readonly string[]): CliError {
  return new CliError(
    [`Cannot read the accounts from ${file}; no account was read:`, ...problems.map((each) => `  ${each}`)].join('\n'),
  );
}

function isBaseUrl(value: string): boolean {
  // The client of the account decides on plain http: it accepts a loopback address, and others if a setting allows it.
  return !('problem' in parseBaseUrl(value, { allowInsecureHttp: true }));
}
