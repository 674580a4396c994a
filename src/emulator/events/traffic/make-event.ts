import { findEvent } from '../../../model/events/event-catalog';
import type { Json, JsonObject } from '../../../model/json';
import { derivedId } from '../../crypto/ids';
import { createDraw } from './draw';
import type { TrafficPlan } from './request';
import { type Making, USUAL_VALUES } from './usual-values';

/** Makes the object of each event of a plan, in order. */
export type MakeObject = (time: number, origin: string) => JsonObject;

/** What makes the objects of a plan; the same seed makes the same ones at the same times. */
export function objectsOf({ type, given }: TrafficPlan, seed: string): MakeObject {
  const draw = createDraw(seed);
  const fields = findEvent(type)?.fields.map(({ name }) => name) ?? [];
  const usual = USUAL_VALUES[type] ?? {};
  return (time, origin) => {
    const made = new Map<string, Json>();
    const making: Making = { ...draw, time, origin, given: (field) => given.get(field) !== undefined, of, id };
    function of(field: string): Json {
      const known = made.get(field);
      if (known !== undefined) return known;
      // What is left out still has a usual value, for the fields that follow from it.
      const make = given.get(field) ?? usual[field] ?? (() => '');
      const value = make(making);
      made.set(field, value);
      return value;
    }
    const shown = fields.filter((field) => !given.has(field) || given.get(field) !== undefined);
    return nested(shown.map((field) => [field, of(field)]));
  };

  function id(prefix: string): string {
    return derivedId(prefix, `${seed} ${draw.fraction()}`);
  }
}

/** Dotted fields as the nested object that is delivered. */
function nested(fields: readonly (readonly [string, Json])[]): JsonObject {
  const object: Record<string, Json> = {};
  for (const [field, value] of fields) {
    const steps = field.split('.');
    let here = object;
    for (const step of steps.slice(0, -1)) {
      here[step] ??= {};
      here = here[step] as Record<string, Json>;
    }
    here[steps.at(-1) as string] = value;
  }
  return object;
}
