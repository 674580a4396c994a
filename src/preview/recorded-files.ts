import type { EventFile } from '../command/inputs/find-event-files';

/** What reads the files of `--events`. */
export const EVENTS_ENGINES = ['stream', 'duckdb'] as const;
export type EventsEngine = (typeof EVENTS_ENGINES)[number];

/** The files of `--events` and of `--traffic`. */
export interface RecordedFiles {
  readonly events: readonly EventFile[];
  readonly traffic: readonly EventFile[];
}
