import { type DriftEvent, isDated } from '../drift/attribution/history';
import { parseEvents } from '../events/parse-events';
import type { CliContext } from './context';
import { inputName, readInput } from './read-input';

export interface ReadEvents {
  readonly events: readonly DriftEvent[];
  /** One sentence for each record that was skipped. */
  readonly problems: readonly string[];
}

/** Reads the audit events of `--events` and reports skipped records on standard error. */
export async function readEventFile(context: CliContext, file: string): Promise<ReadEvents> {
  const read = await readEvents(await readInput(context, file, 'the events'), inputName(file));
  for (const problem of read.problems) context.err(problem);
  return read;
}

/** Parses audit events in any form in which a destination receives them; `name` appears in problems. */
export async function readEvents(text: string, name: string): Promise<ReadEvents> {
  const events: DriftEvent[] = [];
  const problems: string[] = [];
  // Members are not validated, so events of a newer format still provide the principal and the time.
  for await (const { event, error, line } of parseEvents(text.replace(/^\uFEFF/, ''), { check: false })) {
    if (event && isDated(event)) events.push(event);
    else if (event)
      problems.push(`Line ${line} of ${name} was skipped: it has no event_id or no valid event_timestamp.`);
    else problems.push(`Line ${line} of ${name} was skipped: ${error.message}`);
  }
  return { events, problems };
}
