/** The provider's schema as a message of the plugin protocol; pure. */
import {
  attributeType,
  type NestedSchema,
  type ProviderSchema,
  type Schema,
  type SchemaAttribute,
} from '../engine/schema';
import {
  type GetProviderSchemaResponse,
  type SchemaAttribute as SchemaAttributeMessage,
  type Schema as SchemaMessage,
  SchemaObjectNestingMode,
  type ServerCapabilities,
  StringKind,
} from './generated/tfplugin6';

/** What this provider can beyond the minimum (terraform/rules 2.4). */
export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  // Every operation works in a process that was never asked for its schema, so Terraform may cache it.
  getProviderSchemaOptional: true,
};

const NESTING: Readonly<Record<NestedSchema['nesting'], number>> = {
  single: SchemaObjectNestingMode.SINGLE,
  list: SchemaObjectNestingMode.LIST,
  set: SchemaObjectNestingMode.SET,
  map: SchemaObjectNestingMode.MAP,
};

/** The answer to GetProviderSchema. */
export function providerSchemaMessage(schema: ProviderSchema): GetProviderSchemaResponse {
  return {
    provider: schemaMessage(schema.provider),
    resourceSchemas: schemaMessages(schema.resources),
    dataSourceSchemas: schemaMessages(schema.dataSources),
    serverCapabilities: SERVER_CAPABILITIES,
  };
}

function schemaMessages(schemas: Readonly<Record<string, Schema>>): Record<string, SchemaMessage> {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, schemaMessage(schema)]));
}

function schemaMessage({ version, description, attributes }: Schema): SchemaMessage {
  return {
    version,
    block: { attributes: attributes.map(attributeMessage), description, descriptionKind: StringKind.MARKDOWN },
  };
}

function attributeMessage(attribute: SchemaAttribute): SchemaAttributeMessage {
  const { name, description, nested, required, optional, computed, sensitive, writeOnly, deprecated } = attribute;
  return {
    name,
    ...(nested
      ? { nestedType: { nesting: NESTING[nested.nesting], attributes: nested.attributes.map(attributeMessage) } }
      : { type: Buffer.from(JSON.stringify(attributeType(attribute))) }),
    description,
    descriptionKind: StringKind.MARKDOWN,
    required,
    optional,
    computed,
    sensitive,
    writeOnly,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated,
  };
}
