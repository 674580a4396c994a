import type { Composite } from '../kind';
import { computedText, requiredText } from '../resources/common';

/**
 * Not one of the composites that manage or wait for objects: it has no object at the service, so there is nothing to
 * compare, draw or adopt.
 */
export const rotation: Composite = {
  name: 'rotation',
  title: 'rotation',
  doc: 'Remembers which of two slots is current, so that two credentials can replace each other. A new value of `rotation` makes the other slot current and is the new value of that slot; the slot that was current keeps its value. Has no object at the service, and no clock: only a new value of `rotation` changes it.',
  attributes: {
    id: computedText('Always `rotation`.'),
    rotation: requiredText(
      'Any string, for example the date of a scheduled pipeline. A new value switches the slots; an earlier value is also new.',
    ),
    current: computedText('The current slot: `a` or `b`.'),
    a: computedText('Value of `rotation` when slot `a` became current; at first the first value.'),
    b: computedText('Value of `rotation` when slot `b` became current; at first the first value.'),
    version: {
      type: 'number',
      presence: 'computed',
      doc: 'Number of values of `rotation` so far, for the version of a write-only argument.',
    },
  },
};
