/** From the JSON that `terraform providers schema -json` prints. */
import type {
  FunctionSchema,
  NestedSchema,
  ProviderSchema,
  Schema,
  SchemaAttribute,
  SchemaBlock,
} from '../provider/protocol/schema';
import { parseType } from '../values/cty-type';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../values/json';

/** Throws for an unknown type or nesting. What is missing is empty. */
export function parseProviderSchema(json: JsonObject): ProviderSchema {
  return {
    provider: parseSchema(json['provider']),
    resources: parseSchemas(json['resource_schemas']),
    dataSources: parseSchemas(json['data_source_schemas']),
    ephemeralResources: parseSchemas(json['ephemeral_resource_schemas']),
    listResources: {},
    actions: {},
    // Identities are left out of the copied states too.
    identities: {},
    functions: Object.fromEntries(
      Object.entries(toJsonObject(json['functions'])).map(([name, signature]) => [
        name,
        parseFunction(toJsonObject(signature)),
      ]),
    ),
  };
}

function parseSchemas(json: Json | undefined): Record<string, Schema> {
  return Object.fromEntries(Object.entries(toJsonObject(json)).map(([type, schema]) => [type, parseSchema(schema)]));
}

function parseSchema(json: Json | undefined): Schema {
  const { version, block } = toJsonObject(json);
  return { version: Number(version ?? 0), ...parseBlock(toJsonObject(block)) };
}

function parseBlock(block: JsonObject): Omit<Schema, 'version'> {
  return {
    description: String(block['description'] ?? ''),
    attributes: parseAttributes(block['attributes']),
    blocks: Object.entries(toJsonObject(block['block_types'])).map(([name, nested]): SchemaBlock => {
      const { nesting_mode: nesting, block: inner, min_items: min, max_items: max } = toJsonObject(nested);
      return {
        name,
        nesting: parseNesting(nesting),
        ...parseBlock(toJsonObject(inner)),
        minItems: Number(min ?? 0),
        maxItems: Number(max ?? 0),
      };
    }),
  };
}

const NESTINGS = ['single', 'group', 'list', 'set', 'map'] as const;

function parseNesting(text: Json | undefined): SchemaBlock['nesting'] {
  const nesting = NESTINGS.find((name) => name === text);
  if (nesting === undefined) throw new Error(`Unknown nesting ${JSON.stringify(text)} in a schema`);
  return nesting;
}

const FLAGS = ['required', 'optional', 'computed', 'sensitive'] as const;

function parseAttributes(json: Json | undefined): SchemaAttribute[] {
  return Object.entries(toJsonObject(json)).map(([name, value]): SchemaAttribute => {
    const attribute = toJsonObject(value);
    const { nested_type: nested, type } = attribute;
    return {
      name,
      description: String(attribute['description'] ?? ''),
      ...(isJsonObject(nested) ? { nested: parseNested(nested) } : { type: parseType(type) }),
      ...Object.fromEntries(FLAGS.map((flag) => [flag, attribute[flag] === true])),
      ...(attribute['write_only'] === true && { writeOnly: true }),
    };
  });
}

function parseNested({ attributes, nesting_mode: mode }: JsonObject): NestedSchema {
  const nesting = parseNesting(mode);
  if (nesting === 'group') throw new Error('Nested attributes cannot be a group');
  return { nesting, attributes: parseAttributes(attributes) };
}

function parseFunction(signature: JsonObject): FunctionSchema {
  const parameters = Array.isArray(signature['parameters']) ? (signature['parameters'] as readonly Json[]) : [];
  const variadic = signature['variadic_parameter'];
  const parseParameter = (json: Json) => {
    const { name, type, description } = toJsonObject(json);
    return { name: String(name ?? 'value'), type: parseType(type), description: String(description ?? '') };
  };
  return {
    summary: String(signature['summary'] ?? ''),
    description: String(signature['description'] ?? ''),
    parameters: parameters.map(parseParameter),
    ...(isJsonObject(variadic) && { variadicParameter: parseParameter(variadic) }),
    returns: parseType(signature['return_type']),
  };
}
