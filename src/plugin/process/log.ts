/** Log lines that Terraform understands, on standard error (terraform/rules 1.7). */

import type { Redactor } from '../redact';
import type { Environment } from './handshake';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

/** How important a line is. */
export type Level = (typeof LEVELS)[number];

/** More about a line, shown as `name=value`. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes a line, if anybody asked for lines of its level. Secrets are taken out of texts and fields. */
export type Log = (level: Level, message: string, fields?: LogFields) => void;

/** Terraform cuts lines at 64 KiB and shows the pieces as raw text; with names and escapes this stays below. */
const MAX_LINE_BYTES = 60_000;
const MAX_MESSAGE_LENGTH = 8_000;

/** The least level to write, or undefined to write nothing, from the variables that Terraform knows and one of ours. */
export function readLogLevel(environment: Environment): Level | undefined {
  const names = ['TF_LOG_PROVIDER_NETINGRESS', 'TF_LOG_PROVIDER', 'TF_LOG'];
  const asked = names.map((name) => environment[name]).find((value) => value);
  if (asked === undefined || asked.toLowerCase() === 'off') return undefined;
  // Like Terraform: `json` and whatever it does not know mean everything.
  return LEVELS.find((level) => level === asked.toLowerCase()) ?? 'trace';
}

/** A log that writes lines from `level` on with `write`. Without a level nothing is even formatted. */
export function createLog(
  level: Level | undefined,
  write: (line: string) => void,
  redactor: Redactor,
  now: () => Date = () => new Date(),
): Log {
  if (level === undefined) return () => undefined;
  const least = LEVELS.indexOf(level);
  return (lineLevel, message, fields = {}) => {
    if (LEVELS.indexOf(lineLevel) < least) return;
    write(formatLine(lineLevel, message, fields, redactor, now()));
  };
}

function formatLine(level: Level, message: string, fields: LogFields, redactor: Redactor, time: Date): string {
  const head = {
    '@level': level,
    '@message': redactor.apply(message),
    '@module': 'netingress',
    // Exactly six digits, or Terraform takes the line for plain text (terraform/rules 0.2).
    '@timestamp': time.toISOString().replace('Z', '000Z'),
  };
  const rest = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !name.startsWith('@'))
    .map(([name, value]) => [name, typeof value === 'string' ? redactor.apply(value) : value] as const);
  const line = `${JSON.stringify({ ...head, ...Object.fromEntries(rest) })}\n`;
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const text = head['@message'];
  const cut = text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)}…` : text;
  return `${JSON.stringify({ ...head, '@message': cut, truncated: true })}\n`;
}
