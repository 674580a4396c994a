/** Encodes the schema as a message of the plugin protocol; pure. */
import {
  attributeType,
  type FunctionSchema,
  type IdentitySchema,
  type NestedSchema,
  type ProviderSchema,
  type Schema,
  type SchemaAttribute,
} from '../../provider/protocol/schema';
import {
  type FunctionSignature,
  type GetProviderSchemaResponse,
  type ResourceIdentitySchema,
  type SchemaAttribute as SchemaAttributeMessage,
  type Schema as SchemaMessage,
  SchemaObjectNestingMode,
  type ServerCapabilities,
  StringKind,
} from '../generated/tfplugin6';

export const SERVER_CAPABILITIES: ServerCapabilities = {
  planDestroy: true,
  // Terraform may cache the schema, because no operation depends on an earlier GetProviderSchema.
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

const NESTING: Readonly<Record<NestedSchema['nesting'], number>> = {
  single: SchemaObjectNestingMode.SINGLE,
  list: SchemaObjectNestingMode.LIST,
  set: SchemaObjectNestingMode.SET,
  map: SchemaObjectNestingMode.MAP,
};

export function providerSchemaMessage(schema: ProviderSchema): GetProviderSchemaResponse {
  return {
    provider: schemaMessage(schema.provider),
    resourceSchemas: schemaMessages(schema.resources),
    dataSourceSchemas: schemaMessages(schema.dataSources),
    ephemeralResourceSchemas: schemaMessages(schema.ephemeralResources),
    listResourceSchemas: schemaMessages(schema.listResources),
    functions: functionMessages(schema),
    serverCapabilities: SERVER_CAPABILITIES,
  };
}

export function functionMessages({ functions }: ProviderSchema): Record<string, FunctionSignature> {
  return Object.fromEntries(Object.entries(functions).map(([name, schema]) => [name, functionMessage(schema)]));
}

export function identityMessages({ identities }: ProviderSchema): Record<string, ResourceIdentitySchema> {
  return Object.fromEntries(Object.entries(identities).map(([type, schema]) => [type, identityMessage(schema)]));
}

function functionMessage({ summary, description, parameters, returns }: FunctionSchema): FunctionSignature {
  return {
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      type: Buffer.from(JSON.stringify(parameter.type)),
      description: parameter.description,
      descriptionKind: StringKind.MARKDOWN,
    })),
    return: { type: Buffer.from(JSON.stringify(returns)) },
  };
}

function identityMessage({ version, attributes }: IdentitySchema): ResourceIdentitySchema {
  return {
    version,
    identityAttributes: attributes.map(({ type, ...attribute }) => ({
      ...attribute,
      type: Buffer.from(JSON.stringify(type)),
    })),
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
