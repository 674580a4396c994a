/** `netingress events sql`: the SQL with which a team's own engine answers what `preview --events` answers. */
import { Command, InvalidArgumentError } from 'commander';
import { SQL_ENGINES, type SqlEngine } from '../../sql/dialect';
import { createScript } from '../../sql/script';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { createOption } from '../options';

interface Options {
  readonly engine: SqlEngine;
  readonly events: string;
  readonly access: string;
}

const SQL_HELP = `
Examples:
  netingress events sql --engine duckdb --events 'archive/*.ndjson.gz' --access access.csv > events.sql
  netingress events sql --engine spark --events s3a://archive/events --access access.csv > events.sql

Nothing is read: the SQL names the files. The engine reads one event in each line, and rows of Parquet; netingress_unread
counts the other lines, and events of types that this version does not know.
${formatExitHelp({})}
`;

export function eventsCommand(context: CliContext): Command {
  return new Command('events')
    .description('Recorded events in an engine of your own.')
    .addHelpText('after', SQL_HELP)
    .addCommand(
      new Command('sql')
        .description('Prints tables of all event types, and the query of the requests that a change refuses or admits.')
        .addOption(createOption('engine', { choices: SQL_ENGINES, required: true }))
        .addOption(
          createOption('events', {
            only: 'use a pattern of the engine',
            default: 'events/*.ndjson.gz',
            parse: rejectInput,
          }),
        )
        .addOption(createOption('access', { default: 'access.csv' }))
        .addHelpText('after', SQL_HELP)
        .action((options: Options) => printSql(context, options)),
    );
}

function rejectInput(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected files as the engine names them.');
  if (text !== '-') return text;
  throw new InvalidArgumentError('An engine cannot read standard input again; expected files.');
}

function printSql({ print }: CliContext, { engine, ...inputs }: Options): void {
  for (const [name, value] of Object.entries(inputs))
    if (/[\\'"`]|\p{Cc}/u.test(value))
      throw new CliError(`--${name} has a quote, a backslash or a control character; expected a path without them.`);
  print(createScript(engine, inputs).trimEnd());
}
