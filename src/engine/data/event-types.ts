import { eventTypes } from '../../model/data-sources';
import { eventFields } from '../../model/events/fields';
import { FILTERABLE_FIELDS } from '../../model/events/traffic';
import { EVENT_TYPES, TRAFFIC_EVENT_TYPES } from '../../model/events/types';
import { objectValue, type Value } from '../../values/value';
import type { ReadableData } from '../resource';
import { dataFromModel } from './data-from-model';

/** `netingress_event_types`: all event types with their fields, without asking the service. */
export const eventTypesDataSource: ReadableData = {
  ...dataFromModel(eventTypes),
  read: async () => ({ state: objectValue([['event_types', EVENT_TYPES.map(eventType)]]), diagnostics: [] }),
};

function eventType(type: string): Value {
  const traffic = (TRAFFIC_EVENT_TYPES as readonly string[]).includes(type);
  const fields = (eventFields(type) ?? []).map((name) =>
    objectValue([
      ['name', name],
      ['filterable', traffic && FILTERABLE_FIELDS.includes(name)],
    ]),
  );
  return objectValue([
    ['type', type],
    ['class', traffic ? 'traffic' : 'audit'],
    ['fields', fields],
  ]);
}
