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
import * as messages from '../generated/tfplugin6';

export const SERVER_CAPABILITIES: messages.ServerCapabilities = {
  planDestroy: true,
  // Terraform may cache the schema, because no operation depends on an earlier GetProviderSchema.
  getProviderSchemaOptional: true,
  moveResourceState: true,
  generateResourceConfig: true,
};

const NESTING: Readonly<Record<NestedSchema['nesting'], number>> = {
  single: messages.SchemaObjectNestingMode.SINGLE,
  list: messages.SchemaObjectNestingMode.LIST,
  set: messages.SchemaObjectNestingMode.SET,
  map: messages.SchemaObjectNestingMode.MAP,
};

export function providerSchemaMessage(schema: ProviderSchema): messages.GetProviderSchemaResponse {
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

export function functionMessages({ functions }: ProviderSchema): Record<string, messages.FunctionSignature> {
  return Object.fromEntries(Object.entries(functions).map(([name, schema]) => [name, functionMessage(schema)]));
}

export function identityMessages({ identities }: ProviderSchema): Record<string, messages.ResourceIdentitySchema> {
  return Object.fromEntries(Object.entries(identities).map(([type, schema]) => [type, identityMessage(schema)]));
}

function functionMessage(schema: FunctionSchema): messages.FunctionSignature {
  const { summary, description, parameters, variadicParameter, returns } = schema;
  return {
    summary,
    description,
    descriptionKind: messages.StringKind.MARKDOWN,
    parameters: parameters.map(parameterMessage),
    ...(variadicParameter && { variadicParameter: parameterMessage(variadicParameter) }),
    return: { type: Buffer.from(JSON.stringify(returns)) },
  };
}

function parameterMessage({ name, type, description }: FunctionParameter) {
  return { name, type: Buffer.from(JSON.stringify(type)), description, descriptionKind: messages.StringKind.MARKDOWN };
}

function identityMessage({ version, attributes }: IdentitySchema): messages.ResourceIdentitySchema {
  return {
    version,
    identityAttributes: attributes.map(({ type, ...attribute }) => ({
      ...attribute,
      type: Buffer.from(JSON.stringify(type)),
    })),
  };
}

function schemaMessages(schemas: Readonly<Record<string, Schema>>): Record<string, messages.Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, schemaMessage(schema)]));
}

function schemaMessage({ version, ...block }: Schema): messages.Schema {
  return { version, block: blockMessage(block) };
}

const BLOCK_NESTING: Readonly<Record<SchemaBlock['nesting'], number>> = {
  single: messages.SchemaNestedBlockNestingMode.SINGLE,
  group: messages.SchemaNestedBlockNestingMode.GROUP,
  list: messages.SchemaNestedBlockNestingMode.LIST,
  set: messages.SchemaNestedBlockNestingMode.SET,
  map: messages.SchemaNestedBlockNestingMode.MAP,
};

function blockMessage({ description, attributes, blocks = [] }: Omit<Schema, 'version'>): messages.SchemaBlock {
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
    descriptionKind: messages.StringKind.MARKDOWN,
  };
}

function attributeMessage(attribute: SchemaAttribute): messages.SchemaAttribute {
  const { name, description, nested, required, optional, computed, sensitive, writeOnly, deprecated } = attribute;
  return {
    name,
    ...(nested
      ? { nestedType: { nesting: NESTING[nested.nesting], attributes: nested.attributes.map(attributeMessage) } }
      : { type: Buffer.from(JSON.stringify(attributeType(attribute))) }),
    description,
    descriptionKind: messages.StringKind.MARKDOWN,
    required,
    optional,
    computed,
    sensitive,
    writeOnly,
    deprecated: deprecated !== undefined,
    deprecationMessage: deprecated,
  };
}
