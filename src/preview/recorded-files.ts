import type { EventFile } from '../command/inputs/find-event-files';

export const EVENTS_ENGINES = ['stream', 'duckdb'] as const;
export type EventsEngine = (typeof EVENTS_ENGINES)[number];

export interface RecordedFiles {
  readonly events: readonly EventFile[];
  readonly traffic: readonly EventFile[];
}
