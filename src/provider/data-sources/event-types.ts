import { eventTypes } from '../../model/data-sources';
import { EVENTS, type EventSpec } from '../../model/events/event-catalog';
import { type CtyValue, objectValue } from '../../values/cty-value';
import { dataSourceFromModel, type ProviderDataSource } from './data-source';

/** `netingress_event_types`: all event types with their fields. Sends no request. */
export const eventTypesDataSource: ProviderDataSource = {
  ...dataSourceFromModel(eventTypes),
  read: async () => ({ state: objectValue([['event_types', EVENTS.map(eventType)]]), diagnostics: [] }),
};

function eventType(event: EventSpec): CtyValue {
  const fields = event.fields.map(({ name, type, filterable }) =>
    objectValue([
      ['name', name],
      ['type', type],
      ['filterable', filterable],
    ]),
  );
  return objectValue([
    ['type', event.type],
    ['class', event.class],
    ['fields', fields],
  ]);
}
