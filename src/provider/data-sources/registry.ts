/** The list of everything that Terraform can read here: two data sources per kind, and those of their own. */
import type { Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { boundEndpointsData } from './data/bound-endpoints';
import { eventTypesDataSource } from './data/event-types';
import { kindDataSource } from './data/kind';
import { kindListDataSource } from './data/kind-list';
import type { ReadableData } from './resource';

/** All data sources; the kinds are those of the model unless others are given. */
export function readableData(kinds: readonly Kind[] = KINDS): readonly ReadableData[] {
  const ofKinds = kinds.flatMap((kind) => [kindDataSource(kind), kindListDataSource(kind)]);
  return [boundEndpointsData, eventTypesDataSource, ...ofKinds];
}
