/** Audit events from text, as they are delivered: one JSON object a line, a JSON array, or `{"events": [...]}`. */
import type { DriftEvent } from '../drift/history';

/** What was read. */
export interface ReadEvents {
  readonly events: readonly DriftEvent[];
  /** One sentence for each part that could not be read; the others are there all the same. */
  readonly problems: readonly string[];
}

/** Reads all events of a text; `name` is shown in problems. */
export function parseEvents(text: string, name: string): ReadEvents {
  const whole = tryParse(text);
  if (whole !== undefined) return eventsOf(listIn(whole), (index) => `event ${index + 1} of ${name}`);
  const lines = text.split('\n');
  const numbered = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  const parts = numbered.map(({ line, number }) => {
    const value = tryParse(line);
    if (value !== undefined) return eventsOf([value], () => `line ${number} of ${name}`);
    const torn = number === lines.length ? ', perhaps still being written' : '';
    return { events: [], problems: [`Line ${number} of ${name} is not whole JSON${torn}: it was left out.`] };
  });
  return { events: parts.flatMap(({ events }) => events), problems: parts.flatMap(({ problems }) => problems) };
}

/** One line of a growing file: its events, or what is wrong with it. */
export function parseEventLine(line: string): ReadEvents {
  const value = tryParse(line);
  if (value === undefined) return { events: [], problems: ['A line is not whole JSON: it was left out.'] };
  return eventsOf(listIn(value), () => 'a line');
}

function eventsOf(values: readonly unknown[], placeOf: (index: number) => string): ReadEvents {
  const events: DriftEvent[] = [];
  const problems: string[] = [];
  for (const [index, value] of values.entries()) {
    if (isEvent(value)) events.push(value);
    else
      problems.push(
        `${capital(placeOf(index))} is no event: expected event_id, event_type, event_timestamp and object.`,
      );
  }
  return { events, problems };
}

function isEvent(value: unknown): value is DriftEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { event_id, event_type, event_timestamp } = value as Partial<Record<keyof DriftEvent, unknown>>;
  const texts = [event_id, event_type, event_timestamp].every((text) => typeof text === 'string');
  return texts && !Number.isNaN(Date.parse(event_timestamp as string));
}

function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { events } = value as { events?: unknown };
  return Array.isArray(events) ? events : [value];
}

function tryParse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
