import { EVENT_TYPES } from '../../model/events/event-types';
import { eventFields } from '../../model/events/fields';
import { FORMATS } from '../../model/formats/formats';
import { type ProviderFunction, textOf } from './provider-function';

/** `event_fields(type)`. */
export const eventFieldsFunction: ProviderFunction = {
  name: 'event_fields',
  schema: {
    summary: 'The fields of an event type',
    description:
      'Dotted names of the fields that events of the type carry. Of the traffic events these are what `fields` of an ' +
      'event subscription’s source can choose from.',
    parameters: [
      { name: 'type', type: 'string', description: `One of the ${EVENT_TYPES.length} event types, with version.` },
    ],
    returns: ['list', 'string'],
  },
  call(type) {
    const text = textOf(type);
    const fields = eventFields(text);
    if (fields) return { result: [...fields] };
    const wrong = FORMATS.event_type(text);
    return {
      error: `${wrong?.problem ?? `'${text}' has no fields`}; expected ${wrong?.expected ?? 'an event type'}`,
      argument: 0,
    };
  },
};
