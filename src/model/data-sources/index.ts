/** All data sources: two per kind, and those in files of their own. */
import { KINDS } from '../kinds';
import { boundEndpoints } from './bound-endpoints';
import type { DataSource } from './data-source';
import { eventTypes } from './event-types';
import { listDataSource, objectDataSource } from './kinds';

export { boundEndpoints } from './bound-endpoints';
export type { DataSource, LookupKey, LookupKeys } from './data-source';
export { eventTypes } from './event-types';
export { listDataSource, objectDataSource } from './kinds';

export const DATA_SOURCES: readonly DataSource[] = [
  boundEndpoints,
  eventTypes,
  ...KINDS.flatMap((kind) => [objectDataSource(kind), listDataSource(kind)]),
];

/** Throws for an unknown name, which is a bug of the caller. */
export function findDataSource(name: string): DataSource {
  const found = DATA_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`No data source is named '${name}'`);
  return found;
}
