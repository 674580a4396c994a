import type { Composite } from '../kind';
import { computedText, requiredText } from '../resources/common';

/** Not one of `COMPOSITES`: it belongs to no object at the service, so there is nothing to compare, draw or adopt. */
export const rotation: Composite = {
  name: 'rotation',
  title: 'rotation',
  doc: 'Remembers which of two slots is current, so that two credentials can replace each other. A new value of `rotation` makes the other slot current and is the new value of that slot; the slot that was current keeps its value. Has no object at the service, and no clock: only a new value of `rotation` changes it. The plan refuses a new value while the credential of the previous one was not created; apply again with the previous value then.',
  attributes: {
    id: computedText('Always `rotation`.'),
    rotation: requiredText(
      'Any string, for example the date of a scheduled pipeline. A new value switches the slots; an earlier value is also new.',
    ),
    current: computedText('The current slot: `a` or `b`.'),
    a: computedText(
      'For `rotation` of the credential in slot `a`: the value of `rotation` when the slot became current, with its number and that of the newest rotation. Only API keys and tunnel credentials ignore the newest number, so use it for nothing else.',
    ),
    b: computedText('For `rotation` of the credential in slot `b`, as `a`.'),
    version: {
      type: 'number',
      presence: 'computed',
      doc: 'Number of values of `rotation` so far, for the version of a write-only argument.',
    },
  },
};
