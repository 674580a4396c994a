import { InvalidArgumentError } from 'commander';
import { CliError } from '../command/context';
import { defineCommand, defineGroup } from '../command/define-command';
import { EXIT } from '../model/exit-status';
import { SQL_ENGINES } from './dialect';
import { createScript } from './script';

const HELP = {
  examples: [
    "netingress events sql --engine duckdb --events 'archive/*.ndjson.gz' --access access.csv > events.sql",
    'netingress events sql --engine spark --events s3a://archive/events --access access.csv > events.sql',
  ],
  details: `Nothing is read: the SQL names the files. The engine reads one event in each line, and rows of Parquet; netingress_unread
counts the other lines, events of types that this version does not know, and requests without a valid address.`,
  exit: {},
};

const sql = defineCommand({
  ...HELP,
  name: 'sql',
  about: 'Prints tables of all event types, and the query of the requests that a change refuses or admits.',
  options: {
    engine: { choices: SQL_ENGINES, required: true },
    events: { only: 'use a pattern of the engine', default: 'events/*.ndjson.gz', parse: parseEngineFiles },
    access: { default: 'access.csv' },
  },
  async run(_, { options: { engine, events, access } }) {
    const inputs = { events, access };
    for (const [name, value] of Object.entries(inputs))
      if (/[\\'"`]|\p{Cc}/u.test(value))
        throw new CliError(`--${name} has a quote, a backslash or a control character; expected a path without them.`);
    return { report: createScript(engine, inputs), status: EXIT.done };
  },
});

export const events = defineGroup({ ...HELP, name: 'events', about: 'Recorded events in an engine of your own.' }, [
  sql,
]);

function parseEngineFiles(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected files as the engine names them.');
  if (text !== '-') return text;
  throw new InvalidArgumentError('An engine cannot read standard input again; expected files.');
}
