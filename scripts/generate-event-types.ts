/** Writes the types of events from the model; `--check` compares only. */
import { EVENTS } from '../src/model/events/event-catalog';
import { eventTypes } from './lib/event-types';
import { writeOrCheck } from './lib/generated-file';

writeOrCheck('generate-event-types.ts', 'src/events/generated/types.ts', eventTypes(EVENTS));
