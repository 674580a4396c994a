import { eventFields } from '../../model/events/event-catalog';
import { EVENT_TYPES } from '../../model/events/event-types';
import { FORMATS } from '../../model/formats/formats';
import { type ProviderFunction, requireString } from './provider-function';

export const eventFieldsFunction: ProviderFunction = {
  name: 'event_fields',
  schema: {
    summary: 'The fields of an event type',
    description:
      'Returns the dotted names of the fields of events of the type. For traffic events these are the valid values in ' +
      '`fields` of a source of an event subscription.',
    parameters: [
      { name: 'type', type: 'string', description: `One of the ${EVENT_TYPES.length} event types, with version.` },
    ],
    returns: ['list', 'string'],
  },
  call(type) {
    const name = requireString(type);
    const fields = eventFields(name);
    if (fields) return { result: [...fields] };
    const invalid = FORMATS.event_type(name);
    return {
      error: `${invalid?.problem ?? `'${name}' has no fields`}; expected ${invalid?.expected ?? 'an event type'}`,
      argument: 0,
    };
  },
};
