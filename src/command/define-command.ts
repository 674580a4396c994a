/** A command as data, and the frame around it: help, options, formats, `--out`, `--accounts`, and the exit status. */

import { Argument, Command } from 'commander';
import { EXIT } from '../model/exit-status';
import type { Words } from '../values/words';
import { type CliContext, CliError } from './context';
import { type ExitMeanings, formatExitHelp } from './failure';
import { createEachAccount, type EachAccount } from './fleet/each-account';
import type { FleetWords } from './fleet/merge-reports';
import type { FleetOptions } from './fleet/run-fleet';
import { listMarkerParts, type MarkedOptions } from './marker';
import {
  addFleetOptions,
  addFormatOptions,
  attributeName,
  createOption,
  type FormatOptions,
  OPTIONS,
  type OptionName,
  type OptionUses,
  type OptionValues,
  rejectMultipleStdin,
  resolveFormat,
} from './options';
import { checkOutputFile, type OutputOptions, PRIVATE_FILE, printOrWrite } from './output-file';
import type { ReportFormat, WriteOptions } from './report';

export interface Ended {
  /** A value of {@link EXIT}; of `access run` the status of the command that it ran. */
  readonly status: number;
  /**
   * The last line on standard error, if the status is not 0. It is left out where both outputs are one, as with `2>&1`,
   * and the report ends with it.
   */
  readonly message?: Words;
}

export interface Reported<Report> extends Ended {
  readonly report: Report;
  /** Lines on standard error, before the report and after it. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** A file of `--out` may be read by others: it has no values of deployed objects, except ids. */
  readonly isPublic?: true;
}

/**
 * How a command ends: with a report, after the lines that it prints as they come, or after it has printed by itself.
 */
export type Outcome<Report> = Reported<Report> | { readonly lines: AsyncGenerator<string, Ended> } | Ended;

export interface ArgumentUse {
  /** `<network>`, `[file...]`. */
  readonly name: string;
  readonly meaning: Words;
  readonly choices?: readonly string[];
  /** Its value names a file; `-` is standard input. Not for an argument with several values. */
  readonly isFile?: true;
  readonly default?: string;
  /** Parses one value. Throws an `InvalidArgumentError`. */
  readonly parse?: (text: string) => string;
}

export interface CommandInput<Options, FormatName extends string> {
  readonly options: Options & { readonly format: FormatName };
  readonly args: readonly string[];
  /** The user gave `--accounts`, even if the file has one account. */
  readonly isMerged: boolean;
  /**
   * Reads the account of the environment, or with `--accounts` the selected ones of the file, and merges their reports.
   */
  readonly eachAccount: EachAccount;
}

export interface CommandDefinition<Uses extends OptionUses, FormatName extends string, Report> {
  readonly name: string;
  readonly about: Words;
  /** The usage line of the help, if that of commander does not show how the command is called. */
  readonly usage?: string;
  /** Complete lines, such as `netingress drift`. */
  readonly examples: readonly string[] | ((context: CliContext) => readonly string[]);
  /** Paragraphs of the help between the examples and the exit status. */
  readonly details?: Words;
  /** The meanings of the exit status 0, 2 and 3 for this command, or all of the help about it. */
  readonly exit: ExitMeanings | string;
  readonly args?: readonly ArgumentUse[];
  /**
   * The options of the command by name, with what is special for it. A name that {@link OPTIONS} lacks is a type error.
   */
  readonly options: Uses & { readonly [Name in Exclude<keyof Uses, OptionName>]: never };
  /**
   * The formats of the report; if there are none, the report is the text itself. The first one is the default, unless
   * `defaultFormat` finds another.
   */
  readonly formats?: Readonly<Record<FormatName, ReportFormat<Report>>>;
  readonly defaultFormat?: {
    /** The end of the help of `--format`. */
    readonly detail: Words;
    find(options: OptionValues<Uses> & { readonly out: string | undefined }): FormatName;
  };
  /** The report may be written to a file. An empty report writes none, and leaves an existing one as it is. */
  readonly out?: {
    /** The name of what is written, in messages: `the report`. */
    readonly contents: string;
    readonly detail?: Words;
  };
  /** The command has `--accounts`, and its report is a `Report` of report.ts. */
  readonly perAccount?: FleetWords & {
    /** Options that are an error beside `--accounts`, as in {@link addFleetOptions}. */
    readonly conflicts: readonly string[];
  };
  run(
    context: CliContext,
    input: CommandInput<OptionValues<Uses> & { readonly out: string | undefined }, FormatName>,
  ): Promise<Outcome<Report>>;
}

export type CommandFactory = (context: CliContext, group?: string) => Command;

export interface DefinedCommand<FormatName extends string, Report> extends CommandFactory {
  readonly formats: Readonly<Record<FormatName, ReportFormat<Report>>>;
}

export function defineCommand<const Uses extends OptionUses, FormatName extends string = never, Report = string>(
  definition: CommandDefinition<Uses, FormatName, Report>,
): DefinedCommand<FormatName, Report> {
  const create: CommandFactory = (context, group) => {
    const { name, about, usage, args = [], options, out, perAccount, formats, defaultFormat } = definition;
    const command = new Command(name).description(about);
    if (usage !== undefined) command.usage(usage);
    for (const each of args) command.addArgument(createArgument(each));
    for (const [option, use] of Object.entries(options as OptionUses))
      command.addOption(createOption(option as OptionName, use, context));
    if (out)
      command.addOption(
        createOption('out', { detail: out.detail ?? 'default: standard output', parse: checkOutputFile }, context),
      );
    if (perAccount) addFleetOptions(command, perAccount.conflicts, context);
    if (formats) {
      const names = Object.keys(formats) as FormatName[];
      addFormatOptions(
        command,
        {
          formats: names,
          ...(defaultFormat ? { detail: defaultFormat.detail } : { default: names[0] }),
        },
        context,
      );
    }
    const path = group === undefined ? name : `${group} ${name}`;
    return command
      .addHelpText('after', () => formatHelp(context, definition))
      .action(async (...given: unknown[]) => {
        // Commander passes the arguments, a variadic one as a list, and then the options.
        const values = given.slice(0, args.length).flat() as readonly (string | undefined)[];
        await runCommand(context, definition, {
          path,
          args: values.filter((value) => value !== undefined),
          values: given[args.length] as OptionValues<Uses>,
          options: given[args.length] as FrameOptions<FormatName>,
        });
      });
  };
  return Object.assign(create, {
    formats: definition.formats ?? ({} as Readonly<Record<FormatName, ReportFormat<Report>>>),
  });
}

export function defineGroup(
  definition: Pick<CommandDefinition<OptionUses, never, never>, 'name' | 'about' | 'examples' | 'details' | 'exit'>,
  commands: readonly CommandFactory[],
): CommandFactory {
  return (context) => {
    const { name, about } = definition;
    const group = new Command(name).description(about).addHelpText('after', () => formatHelp(context, definition));
    for (const create of commands) group.addCommand(create(context, name));
    return group;
  };
}

function createArgument({ name, meaning, choices, default: byDefault, parse }: ArgumentUse): Argument {
  const argument = new Argument(name, meaning);
  if (choices) argument.choices(choices);
  if (parse)
    argument.argParser((text: string, previous: unknown) =>
      argument.variadic ? [...((previous ?? []) as readonly string[]), parse(text)] : parse(text),
    );
  return byDefault === undefined ? argument : argument.default(byDefault);
}

function formatHelp(
  context: CliContext,
  { examples, details, exit }: Pick<CommandDefinition<OptionUses, never, never>, 'examples' | 'details' | 'exit'>,
): string {
  const lines = typeof examples === 'function' ? examples(context) : examples;
  const status = typeof exit === 'string' ? exit : formatExitHelp(exit);
  return [
    `\n${lines.length === 1 ? 'Example' : 'Examples'}:`,
    ...lines.map((line) => `  ${line}`),
    '',
    ...(details === undefined ? [] : [details]),
    status,
    '',
  ].join('\n');
}

interface FrameOptions<FormatName extends string> extends FormatOptions<FormatName>, Partial<FleetOptions> {
  readonly out?: string;
}

async function runCommand<Uses extends OptionUses, FormatName extends string, Report>(
  context: CliContext,
  definition: CommandDefinition<Uses, FormatName, Report>,
  given: {
    readonly path: string;
    readonly args: readonly string[];
    /** The same object twice: what the command declares, and what the frame adds. */
    readonly values: OptionValues<Uses>;
    readonly options: FrameOptions<FormatName>;
  },
): Promise<void> {
  const { values, options, args, path } = given;
  const { formats, defaultFormat, out, perAccount } = definition;
  const files = (definition.args ?? []).flatMap(({ isFile }, index) => (isFile ? args[index] : []));
  rejectMultipleStdin([...listInputFiles(definition.options, values), options.accounts, ...files]);
  const found = { ...values, out: options.out };
  const format = (resolveFormat(options) ?? defaultFormat?.find(found)) as FormatName;
  const writer = formats?.[format];
  const isMerged = options.accounts !== undefined;
  const outcome = await definition.run(context, {
    options: { ...found, format },
    args,
    isMerged,
    eachAccount: createEachAccount(context, options, perAccount, writer?.parts),
  });
  if ('lines' in outcome) return end(await printLines(context, outcome.lines));
  if ('report' in outcome)
    await writeReport(context, outcome, {
      writer,
      options: {
        command: path,
        markerParts: listMarkerParts(context, { ...values, ...options } as MarkedOptions),
        isMerged,
        out: found.out,
        warn: context.printError,
      },
      output: { file: out && found.out, contents: out?.contents ?? '' },
    });
  end(outcome);
}

async function writeReport<Report>(
  context: CliContext,
  { report, before = [], after = [], isPublic }: Reported<Report>,
  target: {
    readonly writer: ReportFormat<Report> | undefined;
    readonly options: WriteOptions;
    readonly output: OutputOptions;
  },
): Promise<void> {
  const { writer, options, output } = target;
  const text = writer ? await writer.write(report, options) : String(report);
  for (const line of before) context.printError(line);
  if (text !== '') await printOrWrite(context, text, isPublic ? output : { ...output, mode: PRIVATE_FILE });
  for (const line of after) context.printError(line);
}

/** Values of options with `<file>` or `<path>`. For most, such as `--state` and `--events`, `-` is standard input. */
function listInputFiles(uses: OptionUses, options: object): readonly string[] {
  const names = (Object.keys(uses) as OptionName[]).filter((name) => /<(file|path)>/.test(OPTIONS[name].flags));
  const values = names.map((name) => (options as Readonly<Record<string, unknown>>)[attributeName(name)]);
  return values.flat().filter((value) => typeof value === 'string');
}

async function printLines({ print }: CliContext, lines: AsyncGenerator<string, Ended>): Promise<Ended> {
  for (;;) {
    const { done, value } = await lines.next();
    if (done) return value;
    print(value);
  }
}

/** Throws for a status other than 0: `main.ts` prints the message and exits with the status. */
function end({ status, message = '' }: Ended): void {
  if (status !== EXIT.done) throw new CliError(message, status);
}
