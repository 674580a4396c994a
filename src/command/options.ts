/**
 * Every option of the command line but `--help` and `--version`, which are those of commander: one name, one form and
 * one meaning, whichever commands have it. CONTRIBUTING.md has the table.
 */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatNetwork, isSingleAddress, parseCidr } from '../model/ip/cidr';
import type { Words } from '../values/words';
import { type CliContext, CliError } from './context';

/** Folder that a synth writes unless `cdktf.json` names another one. */
export const DEFAULT_SYNTH_FOLDER = 'cdktf.out';

export const APP_DETAIL = `default: ${DEFAULT_SYNTH_FOLDER}, if it exists`;

export interface OptionDefinition {
  /** The option as the help shows it: `--state <file>`. One without a placeholder in angle brackets is a switch. */
  readonly flags: string;
  /** May be given several times, with one value each. A command may accept only one: {@link OptionUse.only}. */
  readonly repeatable?: true;
  readonly meaning: Words;
}

const DEFINITIONS = {
  access: { flags: '--access <file>', meaning: 'the file that `netingress access export` wrote' },
  account: { flags: '--account <name>', repeatable: true, meaning: 'an account by its name' },
  accounts: { flags: '--accounts <file>', meaning: 'accounts in a YAML file, instead of the one of the environment' },
  address: { flags: '--address <ip>', repeatable: true, meaning: 'address of a client as the service sees it' },
  'api-key': { flags: '--api-key <key>', meaning: 'the only accepted API key' },
  app: { flags: '--app <folder>', meaning: 'folder of the synthesized app' },
  before: { flags: '--before <folder>', meaning: 'earlier folder of the synthesized app, to compare with' },
  by: { flags: '--by <name>', meaning: 'who grants the access' },
  checkpoint: {
    flags: '--checkpoint <file>',
    meaning: 'stores which events were read, so that the next run does not repeat their findings',
  },
  clock: { flags: '--clock <time>', meaning: 'sets the clock to this time and freezes it' },
  deliver: { flags: '--deliver <folder>', meaning: 'writes the events of each destination to FOLDER/ID.ndjson' },
  dir: { flags: '--dir <folder>', meaning: 'folder of Terraform configuration in HCL, instead of an app' },
  'dry-run': { flags: '--dry-run', meaning: 'shows what would be done, and does nothing' },
  emulator: { flags: '--emulator <url>', meaning: 'reads the events of the emulator at this URL' },
  endpoint: {
    flags: '--endpoint <url>',
    repeatable: true,
    meaning: 'URL of an endpoint, or of a request with its path',
  },
  engine: { flags: '--engine <name>', meaning: 'engine that runs the SQL' },
  events: {
    flags: '--events <path>',
    repeatable: true,
    meaning:
      'recorded events as destinations deliver them, also compressed: a file, a folder, a pattern, or - for standard input',
  },
  'events-engine': {
    flags: '--events-engine <name>',
    meaning: 'what reads --events: a stream, or DuckDB on several cores, also files of Parquet',
  },
  'fail-on': {
    flags: '--fail-on <type>',
    repeatable: true,
    meaning: 'type of findings that leads to exit status 2',
  },
  for: { flags: '--for <duration>', meaning: 'how long, such as 30m, 1h or 72h' },
  format: { flags: '--format <format>', meaning: 'format of the result' },
  header: { flags: '--header <name: value>', repeatable: true, meaning: 'header of the request to --endpoint' },
  host: { flags: '--host <address>', meaning: 'address to listen on' },
  ignore: { flags: '--ignore <file>', meaning: 'ignore rules in YAML or JSON' },
  json: { flags: '--json', meaning: 'same as --format json' },
  keep: { flags: '--keep', meaning: 'keeps the emulator and the deployed objects' },
  key: { flags: '--key <file>', meaning: 'file with the private key; - for standard input' },
  kind: { flags: '--kind <type>', repeatable: true, meaning: 'only objects of this resource type' },
  limit: {
    flags: '--limit <name=number>',
    repeatable: true,
    meaning: 'a limit of the account, such as ip_policy_rule.per_policy=100',
  },
  list: { flags: '--list', meaning: 'prints the objects as JSON, and writes no code' },
  live: { flags: '--live', meaning: 'reads the account' },
  'max-extra': {
    flags: '--max-extra <ratio>',
    meaning: 'largest part of extra addresses that a budget may cost, such as 0.01 for 1 %',
  },
  'max-new-addresses': {
    flags: '--max-new-addresses <number>',
    meaning: 'largest number of addresses that a restriction or public endpoint may newly admit',
  },
  'max-rules': {
    flags: '--max-rules <number>',
    meaning: 'a budget: at most this many networks of each family, with the fewest extra addresses',
  },
  'max-rules-per-policy': {
    flags: '--max-rules-per-policy <number>',
    meaning: 'divides the networks among policies of at most this many rules',
  },
  method: { flags: '--method <method>', meaning: 'HTTP method of the request to --endpoint' },
  mirror: { flags: '--mirror <folder>', meaning: 'provider mirror to install into' },
  'must-admit': {
    flags: '--must-admit <network>',
    repeatable: true,
    meaning: 'network whose every address must be admitted',
  },
  'must-deny': {
    flags: '--must-deny <network>',
    repeatable: true,
    meaning: 'network of which no address may be admitted',
  },
  'no-collapse': { flags: '--no-collapse', meaning: 'draws a separate box for each object' },
  'no-new-access': {
    flags: '--no-new-access',
    meaning: 'no restriction or public endpoint may admit an address in a case in which it did not before',
  },
  objects: {
    flags: '--objects <file>',
    meaning: 'only the objects in this list, which --list printed, with its names',
  },
  once: { flags: '--once', meaning: 'stops after the events that the emulator has' },
  out: { flags: '--out <path>', meaning: 'file or folder to write the result to' },
  'own-key': {
    flags: '--own-key <id>',
    repeatable: true,
    meaning: 'id of an API key of your own pipeline, or of the user of the key, whose changes are not reported',
  },
  packed: { flags: '--packed', meaning: 'installs the zips as they are' },
  parallel: { flags: '--parallel <number>', meaning: 'how many accounts are read at once' },
  plan: { flags: '--plan <file>', meaning: 'plan as `terraform show -json PLANFILE` prints it; - for standard input' },
  platform: {
    flags: '--platform <os_arch>',
    repeatable: true,
    meaning: 'platform of the provider with its own runtime, such as linux_amd64',
  },
  policy: { flags: '--policy <name or id>', repeatable: true, meaning: 'id or description of an IP policy' },
  port: { flags: '--port <number>', meaning: 'port to listen on; 0 selects a free port' },
  profile: { flags: '--profile <name>', meaning: 'API dialect' },
  'rate-limit': { flags: '--rate-limit <n/seconds>', meaning: 'requests per sliding window, such as 120/60' },
  'ready-file': {
    flags: '--ready-file <file>',
    meaning: 'writes {"url", "pid"} to a file when the emulator accepts requests',
  },
  reason: { flags: '--reason <text>', meaning: 'why the access is needed' },
  release: { flags: '--release <folder>', meaning: 'folder with the zips of a release' },
  repair: {
    flags: '--repair',
    meaning: 'shows and applies a Terraform plan that reverts the changes, then checks again',
  },
  restriction: {
    flags: '--restriction <type>',
    repeatable: true,
    meaning: 'type of a restriction: dashboard, api, agent or endpoints',
  },
  seed: { flags: '--seed <text>', meaning: 'seed for ids, tokens and keys' },
  select: {
    flags: '--select <pattern>',
    repeatable: true,
    meaning:
      'only objects whose name, address, id or description contains the pattern (with *: matches it completely), everything that depends on them, and everything they depend on, with its parts',
  },
  since: { flags: '--since <age>', meaning: 'only objects created since: 7d, 12h, or a timestamp' },
  stack: { flags: '--stack <name>', repeatable: true, meaning: 'only this stack of the app' },
  state: {
    flags: '--state <file>',
    repeatable: true,
    meaning: "Terraform's state in a file; - for standard input",
  },
  store: { flags: '--store <file>', meaning: 'keeps all objects, with their secrets, for the next start' },
  ticket: { flags: '--ticket <id>', meaning: 'ticket that the access belongs to' },
  traffic: {
    flags: '--traffic <path>',
    repeatable: true,
    meaning: 'counted requests as CSV, with the columns address,part,requests,last_time: a file, a folder or a pattern',
  },
  var: { flags: '--var <name=value>', repeatable: true, meaning: 'value of a Terraform variable' },
  'var-file': { flags: '--var-file <file>', repeatable: true, meaning: 'file with values of Terraform variables' },
} as const satisfies Readonly<Record<string, OptionDefinition>>;

export type OptionName = keyof typeof DEFINITIONS;

export const OPTIONS: Readonly<Record<OptionName, OptionDefinition>> = DEFINITIONS;

export interface OptionUse {
  /** What the option means for this command beyond its meaning for all: its default, or a condition. */
  readonly detail?: Words;
  /** Why this command accepts only one value of a repeatable option, as the end of a sentence. */
  readonly only?: Words;
  readonly required?: true;
  readonly choices?: readonly string[];
  /** Parses one value. Throws an `InvalidArgumentError`. */
  readonly parse?: (text: string, context: CliContext) => unknown;
  /** The default. An option with a list of values has none: its default is `[]`. */
  readonly default?: unknown;
  /** The default as the help shows it, if it differs from the value. */
  readonly shownDefault?: string;
  /**
   * Options of which none can be given beside this one, by their attribute names: `newAccess` for `--no-new-access`.
   */
  readonly conflicts?: readonly string[];
}

export type OptionUses = { readonly [Name in OptionName]?: OptionUse };

/**
 * The values of the options that a command uses, by their attribute names: `newAccess` for `--no-new-access`, which is
 * true unless the option is given.
 */
export type OptionValues<Uses extends OptionUses> = {
  readonly [Name in keyof Uses & OptionName as AttributeName<Name>]: OptionValue<Name, Uses[Name]>;
};

type AttributeName<Name extends string> = Name extends `no-${infer Rest}` ? CamelCase<Rest> : CamelCase<Name>;

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type OptionValue<Name extends OptionName, Use> = (typeof DEFINITIONS)[Name]['flags'] extends `${string}<${string}`
  ? (typeof DEFINITIONS)[Name] extends { readonly repeatable: true }
    ? Use extends { readonly only: Words }
      ? OneValue<Use> | Missing<Use>
      : readonly OneValue<Use>[]
    : OneValue<Use> | Missing<Use>
  : Name extends `no-${string}`
    ? boolean
    : true | undefined;

type OneValue<Use> = Use extends { readonly parse: (text: string, context: CliContext) => infer Value }
  ? Value
  : Use extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** A required option, and one with a default, has a value. */
type Missing<Use> = Use extends { readonly required: true } | { readonly default: unknown } ? never : undefined;

export function attributeName(name: OptionName): string {
  return new Option(OPTIONS[name].flags).attributeName();
}

/**
 * A repeatable option has a list of values, unless the command accepts `only` one. A switch has no value. Every other
 * option is an error if it is given twice: commander would use the last value and ignore the others.
 */
export function createOption(name: OptionName, use: OptionUse, context: CliContext): Option {
  const { flags, repeatable = false, meaning } = OPTIONS[name];
  const { detail, only, required = false, choices, parse, conflicts } = use;
  const isList = repeatable && only === undefined;
  const description = [meaning, ...(detail === undefined ? [] : [detail]), ...(isList ? ['repeatable'] : [])].join(
    '; ',
  );
  const option = new Option(flags, description).makeOptionMandatory(required);
  if (conflicts) option.conflicts([...conflicts]);
  if (!flags.includes('<')) return option;
  // `choices` sets `parseArg`, which rejects other values.
  if (choices) option.choices(choices);
  const { parseArg = (text: string) => text } = option;
  const parseOne = parse ?? ((text: string): unknown => parseArg(text, undefined as never));
  let given = false;
  option.argParser((text: string, previous: unknown) => {
    if (given && !isList) throw new InvalidArgumentError(`It is given twice; expected once${only ? `: ${only}` : ''}.`);
    given = true;
    const value = parseOne(text, context);
    return isList ? [...(previous as readonly unknown[]), value] : value;
  });
  if (isList) return option.default([]);
  return use.default === undefined ? option : option.default(use.default, use.shownDefault);
}

export function addFormatOptions<Format extends string>(
  command: Command,
  { formats, ...use }: { readonly formats: readonly Format[] } & Pick<OptionUse, 'detail' | 'default'>,
  context: CliContext,
): Command {
  command.addOption(createOption('format', { ...use, choices: formats }, context));
  const hasJson = formats.some((format) => format === 'json');
  return hasJson ? command.addOption(createOption('json', { conflicts: ['format'] }, context)) : command;
}

export interface FormatOptions<Format extends string> {
  /** Undefined if the user gave none, and the default depends on other options. */
  readonly format?: Format;
  readonly json?: boolean;
}

/** Undefined if the user gave no format, and `--format` has no default. */
export function resolveFormat<Format extends string>({
  format,
  json,
}: FormatOptions<Format>): Format | 'json' | undefined {
  return json === true ? 'json' : format;
}

/** Returns the canonical form: `203.0.113.7` -> `203.0.113.7/32`. */
export function parseNetwork(text: string): string {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new InvalidArgumentError(`'${text}' ${parsed.problem}; expected ${parsed.expected}.`);
  return parsed.canonical;
}

/** Returns the address in canonical form, without a mask: `2001:DB8::1` -> `2001:db8::1`. */
export function parseIpAddress(text: string): string {
  const parsed = parseCidr(text);
  if (!('problem' in parsed) && isSingleAddress(parsed)) return formatNetwork(parsed.canonical);
  throw new InvalidArgumentError('Expected one IPv4 or IPv6 address without zone.');
}

/** Parses a ratio, which may be more than 1: `0.9`, `90%`, `150%`. */
export function parseRatio(text: string): number {
  const [, number, percent] = /^(\d*\.?\d+)(%?)$/.exec(text) ?? [];
  if (number !== undefined) return Number(number) / (percent === '%' ? 100 : 1);
  throw new InvalidArgumentError('Expected a ratio such as 0.9 or 90%.');
}

export function parseCount(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('Expected an integer of 0 or more.');
}

/** Throws a {@link CliError} if several options would read standard input, which can be read once. */
export function rejectMultipleStdin(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === '-').length > 1)
    throw new CliError('Several files are read from standard input (-); expected one.');
}

/**
 * Adds `--accounts`, `--account` and `--parallel`. `conflicts` are the options that cannot be given beside
 * `--accounts`, such as `app`, which is a member of the entries of the file. Without `--accounts` the other two are an
 * error: `drift --account production --repair` would repair the account of the environment.
 */
export function addFleetOptions(command: Command, conflicts: readonly string[], context: CliContext): Command {
  return command
    .addOption(createOption('accounts', { conflicts }, context))
    .addOption(createOption('account', { detail: 'of --accounts; default: all' }, context))
    .addOption(createOption('parallel', { detail: 'with --accounts', parse: parseParallel, default: 4 }, context))
    .hook('preAction', () => {
      if (command.getOptionValueSource('accounts') !== undefined) return;
      const option = ['account', 'parallel'].find((name) => command.getOptionValueSource(name) === 'cli');
      if (option === undefined) return;
      throw new CliError(
        `--${option} belongs to --accounts, which is missing; expected --accounts FILE. Add it, or omit --${option}.`,
      );
    });
}

/** The largest number is a choice, and so is the default in {@link addFleetOptions}. */
function parseParallel(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 32) return number;
  throw new InvalidArgumentError('Expected a number from 1 to 32.');
}
