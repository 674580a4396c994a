/** How a request for traffic says what a field holds. */
import type { EventFieldType } from '../../../model/events/field-types';
import { parseTimestamp } from '../../../model/formats/timestamp';
import { addressIn, parseCidr } from '../../../model/ip/cidr';
import { isJsonObject, type Json, type JsonObject } from '../../../model/json';
import { ApiProblem } from '../../http/api-problem';
import type { Draw } from './draw';
import { refuseUnknown, typeName } from './read-input';

/** Makes the value of a field for one event. */
export type MakeValue = (draw: Draw) => Json;

type Distribution = (given: JsonObject, field: string, type: EventFieldType) => MakeValue;

/** By the member that tells them apart; a value that is such an object itself stands in `value`. */
const distributions: Readonly<Record<string, { readonly members: readonly string[]; readonly read: Distribution }>> = {
  value: { members: ['value'], read: ({ value = null }, field, type) => constant(field, type, value) },
  oneOf: { members: ['oneOf', 'weights'], read: readOneOf },
  between: { members: ['between'], read: readBetween },
  normal: { members: ['normal'], read: readNormal },
  cidr: { members: ['cidr'], read: readCidr },
};

/** What the field's values are made by; refuses what does not fit the field's type. */
export function readValue(field: string, type: EventFieldType, given: Json): MakeValue {
  if (isJsonObject(given)) {
    const word = Object.keys(distributions).find((name) => Object.hasOwn(given, name));
    const distribution = word === undefined ? undefined : distributions[word];
    if (distribution) {
      refuseUnknown(given, distribution.members, `fields.${field}`);
      return distribution.read(given, field, type);
    }
    if (!type.startsWith('Map')) {
      refuseUnknown(given, Object.keys(distributions), `fields.${field}`);
    }
  }
  return constant(field, type, given);
}

function constant(field: string, type: EventFieldType, value: Json): MakeValue {
  checkType(field, type, value);
  return () => value;
}

function readOneOf({ oneOf, weights }: JsonObject, field: string, type: EventFieldType): MakeValue {
  if (!Array.isArray(oneOf) || oneOf.length === 0) throw wrong(field, 'oneOf', oneOf, 'a list of one value or more');
  const values = oneOf as readonly Json[];
  for (const value of values) checkType(field, type, value);
  if (weights === undefined) return (draw) => draw.pick(values);
  const fit =
    Array.isArray(weights) &&
    weights.length === values.length &&
    (weights as unknown[]).every((weight) => typeof weight === 'number' && weight >= 0) &&
    (weights as number[]).some((weight) => weight > 0);
  if (!fit) throw wrong(field, 'weights', weights, `${values.length} numbers from 0, one for each value and not all 0`);
  return (draw) => draw.pick(values, weights as number[]);
}

function readBetween({ between }: JsonObject, field: string, type: EventFieldType): MakeValue {
  const [least, most, ...rest] = Array.isArray(between) ? (between as readonly Json[]) : [];
  if (!isInteger(type) || !isWhole(least, type) || !isWhole(most, type) || least > most || rest.length > 0) {
    throw wrong(field, 'between', between, 'two whole numbers [least, most], for a field that is a number');
  }
  return (draw) => draw.whole(least, most);
}

function readNormal({ normal }: JsonObject, field: string, type: EventFieldType): MakeValue {
  if (isJsonObject(normal)) refuseUnknown(normal, ['mean', 'deviation'], `fields.${field}.normal`);
  const { mean, deviation } = isJsonObject(normal) ? normal : {};
  if (!isInteger(type) || typeof mean !== 'number' || typeof deviation !== 'number' || mean < 0 || deviation < 0) {
    throw wrong(field, 'normal', normal, '{"mean", "deviation"} from 0, for a field that is a number');
  }
  const most = type === 'int32' ? maxInt32 : Number.MAX_SAFE_INTEGER;
  return (draw) => Math.min(most, Math.max(0, Math.round(draw.normal(mean, deviation))));
}

function readCidr({ cidr }: JsonObject, field: string, type: EventFieldType): MakeValue {
  const range = typeof cidr === 'string' ? parseCidr(cidr) : undefined;
  if (type !== 'string' || !range || 'problem' in range) {
    throw wrong(field, 'cidr', cidr, 'a range such as 203.0.113.0/24, for a field that is a text');
  }
  return (draw) =>
    addressIn(
      range,
      Array.from({ length: 16 }, () => draw.whole(0, 255)),
    );
}

const maxInt32 = 2 ** 31 - 1;

function isInteger(type: EventFieldType): boolean {
  return type === 'int32' || type === 'int64';
}

function isWhole(value: Json | undefined, type: EventFieldType): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && (type !== 'int32' || Math.abs(value) <= maxInt32);
}

/** Refuses a value that a field of that type cannot hold, with the field and what was found. */
function checkType(field: string, type: EventFieldType, value: Json): void {
  if (!fits(type, value))
    throw new ApiProblem(400, undefined, `fields.${field} is ${typeName(value)}; expected ${type}.`);
}

/** Whether a value is of a type as event-sources.md writes it: `int32`, `Map<string, List<string>>`. */
function fits(type: string, value: Json): boolean {
  const [, list] = /^List<(.+)>$/.exec(type) ?? [];
  if (list) return Array.isArray(value) && (value as readonly Json[]).every((item) => fits(list, item));
  const [, map] = /^Map<string, (.+)>$/.exec(type) ?? [];
  if (map) return isJsonObject(value) && Object.values(value).every((item) => fits(map, item ?? null));
  switch (type) {
    case 'any':
      return true;
    case 'bool':
    case 'boolean':
      return typeof value === 'boolean';
    case 'int32':
    case 'int64':
      return isWhole(value, type);
    case 'timestamp':
      return typeof value === 'string' && parseTimestamp(value) !== undefined;
    default:
      return typeof value === 'string';
  }
}

function wrong(field: string, member: string, value: Json | undefined, expected: string): ApiProblem {
  return new ApiProblem(400, undefined, `fields.${field}.${member} is ${JSON.stringify(value)}; expected ${expected}.`);
}
