/** A provider's schema in our own words; `plugin` turns it into protocol messages. */
import type { CtyType, ObjectType } from '../../values/cty-type';

/** An attribute: of a plain type, or with attributes of its own (`nested`). Exactly one of the two. */
export interface SchemaAttribute {
  readonly name: string;
  readonly description: string;
  readonly type?: CtyType;
  readonly nested?: NestedSchema;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string;
}

/** Attributes of an object, of the elements of a list or set, or of the values of a map. */
export interface NestedSchema {
  readonly nesting: 'single' | 'list' | 'set' | 'map';
  readonly attributes: readonly SchemaAttribute[];
}

/** Schema of the provider's configuration, a resource or a data source. */
export interface Schema {
  /** Version of the state's layout; raised when a stored state must be upgraded. */
  readonly version: number;
  /** Markdown. */
  readonly description: string;
  readonly attributes: readonly SchemaAttribute[];
}

/** What identifies an object of a resource type; all of it is in the state under the same names. */
export interface IdentitySchema {
  readonly version: number;
  readonly attributes: readonly IdentityAttribute[];
}

/** One part of an identity. */
export interface IdentityAttribute {
  readonly name: string;
  readonly type: CtyType;
  readonly description: string;
  readonly requiredForImport: boolean;
}

/** Signature of a function. Arguments are never null, and known throughout. */
export interface FunctionSchema {
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: CtyType; readonly description: string }[];
  readonly returns: CtyType;
}

/** Everything Terraform asks for in GetProviderSchema. Keys are full type names, `netingress_ip_policy`. */
export interface ProviderSchema {
  readonly provider: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
  readonly dataSources: Readonly<Record<string, Schema>>;
  readonly ephemeralResources: Readonly<Record<string, Schema>>;
  /** What a list of resources of the type may be narrowed by. */
  readonly listResources: Readonly<Record<string, Schema>>;
  /** By the type of the resource; not all have one. */
  readonly identities: Readonly<Record<string, IdentitySchema>>;
  /** By the name of the function, without the provider's. */
  readonly functions: Readonly<Record<string, FunctionSchema>>;
}

/** The object type that a schema implies: every attribute, always. */
export function impliedType(attributes: readonly SchemaAttribute[]): ObjectType {
  return ['object', Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeType(attribute)]))];
}

/** The type of one attribute's value. */
export function attributeType({ name, type, nested }: SchemaAttribute): CtyType {
  if (type) return type;
  if (!nested) throw new Error(`Schema attribute '${name}' has neither a type nor nested attributes`);
  const element = impliedType(nested.attributes);
  return nested.nesting === 'single' ? element : [nested.nesting, element];
}
