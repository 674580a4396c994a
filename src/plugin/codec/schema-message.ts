/** Encodes the schema as a message of the plugin protocol; pure. */
import {
  attributeType,
  type FunctionParameter,
  type FunctionSchema,
  type IdentitySchema,
  type NestedSchema,
  type ProviderSchema,
  type Schema,
  type SchemaAttribute,
  type SchemaBlock,
} from '../../provider/protocol/schema';
import {
  type FunctionSignature,
  type GetProviderSchemaResponse,
  type ResourceIdentitySchema,
  type SchemaAttribute as SchemaAttributeMessage,
  type SchemaBlock as SchemaBlockMessage,
  type Schema as SchemaMessage,
  SchemaNestedBlockNestingMode,
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
    actionSchemas: Object.fromEntries(
      Object.entries(schema.actions).map(([type, action]) => [type, { schema: schemaMessage(action) }]),
    ),
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

function functionMessage(schema: FunctionSchema): FunctionSignature {
  const { summary, description, parameters, variadicParameter, returns } = schema;
  return {
    summary,
    description,
    descriptionKind: StringKind.MARKDOWN,
    parameters: parameters.map(parameterMessage),
    ...(variadicParameter && { variadicParameter: parameterMessage(variadicParameter) }),
    return: { type: Buffer.from(JSON.stringify(returns)) },
  };
}

function parameterMessage({ name, type, description }: FunctionParameter) {
  return { name, type: Buffer.from(JSON.stringify(type)), description, descriptionKind: StringKind.MARKDOWN };
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

function schemaMessage({ version, ...block }: Schema): SchemaMessage {
  return { version, block: blockMessage(block) };
}

const BLOCK_NESTING: Readonly<Record<SchemaBlock['nesting'], number>> = {
  single: SchemaNestedBlockNestingMode.SINGLE,
  group: SchemaNestedBlockNestingMode.GROUP,
  list: SchemaNestedBlockNestingMode.LIST,
  set: SchemaNestedBlockNestingMode.SET,
  map: SchemaNestedBlockNestingMode.MAP,
};

function blockMessage({ description, attributes, blocks = [] }: Omit<Schema, 'version'>): SchemaBlockMessage {
  return {
    attributes: attributes.map(attributeMessage),
    ...(blocks.length > 0 && {
      blockTypes: blocks.map((block) => ({
        typeName: block.name,
        block: blockMessage(block),
        nesting: BLOCK_NESTING[block.nesting],
        minItems: block.minItems,
        maxItems: block.maxItems,
      })),
    }),
    description,
    descriptionKind: StringKind.MARKDOWN,
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
