/** The list of data sources: two for every kind, and those described by hand; to add one, write its file and its line. */
import { KINDS } from '../kinds';
import { boundEndpoints } from './bound-endpoints';
import type { DataSource } from './data-source';
import { eventTypes } from './event-types';
import { listDataSource, objectDataSource } from './kinds';

export { boundEndpoints } from './bound-endpoints';
export type { DataSource, UnsupportedArgument } from './data-source';
export { eventTypes } from './event-types';
export { listDataSource, objectDataSource } from './kinds';
export type { LookupKey, LookupKeys } from './lookup';

/** Every data source. */
export const DATA_SOURCES: readonly DataSource[] = [
  boundEndpoints,
  eventTypes,
  ...KINDS.flatMap((kind) => [objectDataSource(kind), listDataSource(kind)]),
];

/** The data source of that name; throws if there is none, which is a bug of the caller. */
export function findDataSource(name: string): DataSource {
  const found = DATA_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`No data source is named '${name}'`);
  return found;
}
