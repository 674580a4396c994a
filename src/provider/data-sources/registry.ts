/** The list of everything that Terraform can read here: two data sources per kind, and those of their own. */
import type { Kind } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import type { ReadableData } from '../resources/managed-resource';
import { boundEndpointsData } from './bound-endpoints';
import { eventTypesDataSource } from './event-types';
import { kindDataSource } from './object';
import { kindListDataSource } from './object-list';

/** All data sources; the kinds are those of the model unless others are given. */
export function readableData(kinds: readonly Kind[] = KINDS): readonly ReadableData[] {
  const ofKinds = kinds.flatMap((kind) => [kindDataSource(kind), kindListDataSource(kind)]);
  return [boundEndpointsData, eventTypesDataSource, ...ofKinds];
}
