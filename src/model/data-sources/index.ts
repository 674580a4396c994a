/** The list of data sources that are described by hand; to add one, write its file here and add its line. */
import { boundEndpoints } from './bound-endpoints';
import type { DataSource } from './data-source';

export { boundEndpoints } from './bound-endpoints';
export type { DataSource } from './data-source';

/** Every data source. */
export const DATA_SOURCES: readonly DataSource[] = [boundEndpoints];

/** The data source of that name; throws if there is none, which is a bug of the caller. */
export function findDataSource(name: string): DataSource {
  const found = DATA_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`No data source is named '${name}'`);
  return found;
}
