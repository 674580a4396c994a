/** Audit events from text, in any form in which they are delivered, with what is broken told and left out. */
import { type DriftEvent, isDated } from '../drift/attribution/history';
import { parseEvents } from '../events/parse-events';

/** What was read. */
export interface ReadEvents {
  readonly events: readonly DriftEvent[];
  /** One sentence for each part that could not be read; the others are there all the same. */
  readonly problems: readonly string[];
}

/** Reads all events of a text; `name` is shown in problems. */
export async function readEvents(text: string, name: string): Promise<ReadEvents> {
  const events: DriftEvent[] = [];
  const problems: string[] = [];
  // Members are not checked: an event of a newer form still tells who did what.
  for await (const { event, error, line } of parseEvents(text.replace(/^\uFEFF/, ''), { check: false })) {
    if (event && isDated(event)) events.push(event);
    else if (event)
      problems.push(`Line ${line} of ${name} was left out: it has no event_id, or no time as event_timestamp.`);
    else problems.push(`Line ${line} of ${name} was left out: ${error.message}`);
  }
  return { events, problems };
}
