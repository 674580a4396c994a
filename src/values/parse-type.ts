import type { CtyType } from './cty-type';
import { ValueError, within } from './error';

/** Reads a type from Terraform's type JSON, already parsed; throws ValueError if it is none. */
export function parseType(json: unknown): CtyType {
  if (json === 'string' || json === 'number' || json === 'bool' || json === 'dynamic') return json;
  if (!Array.isArray(json) || json.length !== 2) throw notType(json);
  const [kind, of]: unknown[] = json;
  switch (kind) {
    case 'list':
    case 'set':
    case 'map':
      return [kind, parseType(of)];
    case 'tuple':
      if (!Array.isArray(of)) throw notType(json);
      return ['tuple', of.map((element, index) => parseMember(index, element))];
    case 'object':
      if (typeof of !== 'object' || of === null || Array.isArray(of)) throw notType(json);
      return ['object', Object.fromEntries(Object.entries(of).map(([name, type]) => [name, parseMember(name, type)]))];
    default:
      throw notType(json);
  }
}

function parseMember(step: string | number, json: unknown): CtyType {
  try {
    return parseType(json);
  } catch (error) {
    throw within(step, error);
  }
}

function notType(json: unknown): ValueError {
  const text = JSON.stringify(json) ?? String(json);
  return new ValueError(`expected a type such as "string" or ["list","string"], found ${text.slice(0, 100)}`);
}
