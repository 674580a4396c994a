import type { Environment } from '../model/provider-settings';
import type { Redactor } from './redact';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

export type Level = (typeof LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Drops a line whose level is not enabled, redacts secrets, and omits fields whose name begins with `@`. */
export type Log = (level: Level, message: string, fields?: LogFields) => void;

/**
 * Below the 64 KiB at which Terraform splits lines, the buffer with which go-plugin reads the log of a provider. A line
 * with more bytes than this constant loses its fields, and its message is cut to {@link MAX_MESSAGE_LENGTH}.
 */
const MAX_LINE_BYTES = 60_000;
/** A character has at most six bytes in JSON, so this fits into the line. */
const MAX_MESSAGE_LENGTH = 8_000;

/** The first variable that is not empty counts; undefined (no log) for none and for `off`. */
export function readLogLevel(environment: Environment): Level | undefined {
  const names = ['TF_LOG_PROVIDER_NETINGRESS', 'TF_LOG_PROVIDER', 'TF_LOG'];
  const value = names.map((name) => environment[name]).find(Boolean);
  if (value === undefined || value.toLowerCase() === 'off') return undefined;
  // As in Terraform, `json` and unknown values enable all levels.
  return LEVELS.find((level) => level === value.toLowerCase()) ?? 'trace';
}

export function createLog(
  level: Level | undefined,
  write: (line: string) => void,
  redactor: Redactor,
  now: () => Date = () => new Date(),
): Log {
  if (level === undefined) return () => undefined;
  const minimum = LEVELS.indexOf(level);
  return (lineLevel, message, fields = {}) => {
    if (LEVELS.indexOf(lineLevel) < minimum) return;
    write(formatLine(lineLevel, message, fields, redactor, now()));
  };
}

function formatLine(level: Level, message: string, fields: LogFields, redactor: Redactor, time: Date): string {
  const head = {
    '@level': level,
    '@message': redactor.apply(message),
    '@module': 'netingress',
    // Terraform parses the line only if the fraction has exactly six digits.
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
