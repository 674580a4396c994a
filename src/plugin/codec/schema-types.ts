import { type IdentitySchema, impliedType, type ProviderSchema, type Schema } from '../../provider/protocol/schema';
import type { ObjectType } from '../../values/cty-type';

/** The object types of a provider's schemas, worked out once each. The functions throw where there is no such type. */
export interface SchemaTypes {
  provider(): ObjectType;
  resource(type: string | undefined): ObjectType;
  dataSource(type: string | undefined): ObjectType;
  ephemeral(type: string | undefined): ObjectType;
  /** The configuration of a list of such resources. */
  list(type: string | undefined): ObjectType;
  /** Undefined for resources that have no identity. */
  identity(type: string | undefined): { readonly schema: IdentitySchema; readonly type: ObjectType } | undefined;
}

/** Whether a message may show the text as the name of a type: in a damaged request it may be a part of a state, with secrets. */
export function isTypeName(text: string): boolean {
  return /^\w{1,100}$/.test(text);
}

/** The types of a schema; `schema` is asked for when the first one is needed. */
export function createSchemaTypes(schema: () => ProviderSchema): SchemaTypes {
  const known = new Map<Schema, ObjectType>();
  const typeOf = (of: Schema): ObjectType => {
    const type = known.get(of) ?? impliedType(of.attributes);
    known.set(of, type);
    return type;
  };
  const find = (what: string, schemas: Readonly<Record<string, Schema>>, name = ''): ObjectType => {
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!found) {
      const wanted = isTypeName(name) ? `${what} '${name}'` : `such ${what}`;
      throw new Error(`The provider has no ${wanted}; it has ${Object.keys(schemas).join(', ')}`);
    }
    return typeOf(found);
  };
  return {
    provider: () => typeOf(schema().provider),
    resource: (type) => find('resource type', schema().resources, type),
    dataSource: (type) => find('data source', schema().dataSources, type),
    ephemeral: (type) => find('ephemeral resource', schema().ephemeralResources, type),
    list: (type) => find('list of resources', schema().listResources, type),
    identity(name = '') {
      const { identities } = schema();
      const found = Object.hasOwn(identities, name) ? identities[name] : undefined;
      if (!found) return undefined;
      const members = found.attributes.map((attribute) => [attribute.name, attribute.type] as const);
      return { schema: found, type: ['object', Object.fromEntries(members)] };
    },
  };
}
