/** Changes that were made and undone in between: the account agrees again, and somebody was in it all the same. */

import type { Json } from '../../model/json';
import { valueAt } from '../../model/json';
import type { Attribute, Attributes } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { isInput } from '../../model/request';
import { shownValue } from '../compare/compare-values';
import type { Attribution, FieldChange } from '../report/finding';
import { type FindMarks, hideMarked, shownName } from '../report/redact-sensitive';
import { attributionOf, fieldEquals } from './attribution';
import type { History, Step } from './history';

/** One such change. `path` is null where an object was made and deleted again. */
export interface Undone extends Omit<FieldChange, 'path'> {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  readonly path: string | null;
  readonly made: Attribution;
  readonly undone: Attribution;
}

/**
 * Fields that left a value and came back to the one they have now, each time; and objects that came and went. What was
 * done and undone with the pipeline's own keys alone is left out. Values that a state marks as sensitive are hidden.
 */
export function findUndone(history: History, self: readonly string[], findMarks: FindMarks): Undone[] {
  return history.objects.flatMap(({ kind, id }) => {
    const steps = history.of(kind, id);
    const [first, last] = [steps[0] as Step, steps.at(-1) as Step];
    const marks = steps.flatMap(({ values }) => findMarks(kind, id, values));
    const name = shownName(kind, last.values, marks);
    if (last.action === 'deleted') {
      if (first.action !== 'created') return [];
      return unlessOwn({
        kind,
        id,
        name,
        path: null,
        before: null,
        after: id,
        made: attributionOf(first, self),
        undone: attributionOf(last, self),
      });
    }
    return inputPaths(getKind(kind).attributes).flatMap((path) =>
      excursions(kind, path, steps).flatMap(([made, back]) => {
        const shown = (step: Step): Json =>
          shownValue(getKind(kind).attributes[path] as Attribute, (valueAt(step.values, path) ?? null) as Json);
        return unlessOwn({
          kind,
          id,
          name,
          ...hideMarked({ path, before: shown(back), after: shown(made) }, marks),
          made: attributionOf(made, self),
          undone: attributionOf(back, self),
        });
      }),
    );
  });
}

function unlessOwn(each: Undone): Undone[] {
  return each.made.self && each.undone.self ? [] : [each];
}

/** Pairs of the step that left the present value and the one that came back to it. */
function excursions(kind: string, path: string, steps: readonly Step[]): [Step, Step][] {
  const { attributes } = getKind(kind);
  const present = shownValue(attributes[path] as Attribute, (valueAt(steps.at(-1)?.values, path) ?? null) as Json);
  const has = (step: Step): boolean => fieldEquals(attributes, path, step.values, present);
  const pairs: [Step, Step][] = [];
  let left: Step | undefined;
  let wasThere = false;
  for (const step of steps) {
    if (has(step)) {
      if (left) pairs.push([left, step]);
      left = undefined;
      wasThere = true;
    } else if (wasThere && !left) {
      left = step;
    }
  }
  return pairs;
}

function inputPaths(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    isInput(attribute) && !attribute.readback ? [name] : [],
  );
}
