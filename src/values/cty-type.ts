import { ValueError, withStep } from './error';

/** Terraform types in the JSON representation of schemas ("cty type JSON"), which needs no conversion for the wire. */
export type CtyType =
  | 'string'
  | 'number'
  | 'bool'
  | 'dynamic'
  | readonly ['list' | 'set' | 'map', CtyType]
  | readonly ['object', Readonly<Record<string, CtyType>>]
  | readonly ['tuple', readonly CtyType[]];

export type ObjectType = readonly ['object', Readonly<Record<string, CtyType>>];

/** Throws ValueError for JSON that is no type. */
export function parseType(json: unknown): CtyType {
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return json;
  if (!Array.isArray(json) || json.length !== 2) throw notType(json);
  const [kind, inner]: unknown[] = json;
  switch (kind) {
    case 'list':
    case 'set':
    case 'map':
      return [kind, parseType(inner)];
    case 'tuple':
      if (!Array.isArray(inner)) throw notType(json);
      return ['tuple', inner.map((element, index) => withStep(index, () => parseType(element)))];
    case 'object':
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) throw notType(json);
      return [
        'object',
        Object.fromEntries(Object.entries(inner).map(([name, type]) => [name, withStep(name, () => parseType(type))])),
      ];
    default:
      throw notType(json);
  }
}

function notType(json: unknown): ValueError {
  const text = JSON.stringify(json) ?? String(json);
  return new ValueError(`expected a type such as "string" or ["list","string"], found ${text.slice(0, 100)}`);
}
