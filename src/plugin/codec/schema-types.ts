import {
  type IdentitySchema,
  identityType,
  type ProviderSchema,
  type Schema,
  schemaType,
} from '../../provider/protocol/schema';
import type { ObjectType } from '../../values/cty-type';

/** The functions throw for a type that the provider does not have; `identity` returns undefined. */
export interface SchemaTypes {
  provider(): ObjectType;
  resource(type: string | undefined): ObjectType;
  dataSource(type: string | undefined): ObjectType;
  ephemeral(type: string | undefined): ObjectType;
  list(type: string | undefined): ObjectType;
  action(type: string | undefined): ObjectType;
  identity(type: string | undefined): { readonly schema: IdentitySchema; readonly type: ObjectType } | undefined;
}

/**
 * Whether a message may quote a type name. In a damaged request the string may be a part of a state: of such a part
 * only a short word is quoted.
 */
export function isTypeName(name: string): boolean {
  return /^\w{1,100}$/.test(name);
}

/** Calls `schema` when a type is needed, and not before. */
export function createSchemaTypes(schema: () => ProviderSchema): SchemaTypes {
  const find = (what: string, schemas: Readonly<Record<string, Schema>>, name = ''): ObjectType => {
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!found) {
      const subject = isTypeName(name) ? `${what} '${name}'` : `such ${what}`;
      throw new Error(`The provider has no ${subject}; expected one of ${Object.keys(schemas).join(', ')}`);
    }
    return schemaType(found);
  };
  return {
    provider: () => schemaType(schema().provider),
    resource: (type) => find('resource type', schema().resources, type),
    dataSource: (type) => find('data source', schema().dataSources, type),
    ephemeral: (type) => find('ephemeral resource', schema().ephemeralResources, type),
    list: (type) => find('list resource', schema().listResources, type),
    action: (type) => find('action', schema().actions, type),
    identity(name = '') {
      const { identities } = schema();
      const found = Object.hasOwn(identities, name) ? identities[name] : undefined;
      return found && { schema: found, type: identityType(found) };
    },
  };
}
