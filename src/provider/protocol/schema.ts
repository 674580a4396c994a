import { memoizeObject } from '../../model/memoize';
import type { CtyType, ObjectType } from '../../values/cty-type';
import { type CtyValue, type ObjectValue, objectValue } from '../../values/cty-value';
import type { Words } from '../../values/words';

export interface SchemaAttribute {
  readonly name: string;
  readonly description: Words;
  readonly type?: CtyType;
  readonly nested?: NestedSchema;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: string;
}

export interface NestedSchema {
  readonly nesting: 'single' | 'list' | 'set' | 'map';
  readonly attributes: readonly SchemaAttribute[];
}

export interface Schema {
  /** Increased if stored states must be upgraded. */
  readonly version: number;
  /** Markdown. */
  readonly description: Words;
  readonly attributes: readonly SchemaAttribute[];
  /** Nested blocks. Our provider has none; other providers that a sandbox serves do. */
  readonly blocks?: readonly SchemaBlock[];
}

/** A nested block. A `group` is a single block that always exists. */
export interface SchemaBlock extends Omit<Schema, 'version'> {
  readonly name: string;
  readonly nesting: 'single' | 'group' | 'list' | 'set' | 'map';
  readonly minItems: number;
  /** 0 for any number. */
  readonly maxItems: number;
}

/** Its attributes are state attributes of the same name. */
export interface IdentitySchema {
  readonly version: number;
  readonly attributes: readonly IdentityAttribute[];
}

export interface IdentityAttribute {
  readonly name: string;
  readonly type: CtyType;
  readonly description: Words;
  readonly requiredForImport: boolean;
}

/** Arguments are wholly known and never null; elements of a map or list may be null. */
export interface FunctionSchema {
  readonly summary: Words;
  /** Markdown. */
  readonly description: Words;
  readonly parameters: readonly FunctionParameter[];
  readonly variadicParameter?: FunctionParameter;
  readonly returns: CtyType;
}

export interface FunctionParameter {
  readonly name: string;
  readonly type: CtyType;
  readonly description: Words;
}

/** The response to GetProviderSchema. Keys are full type names, `netingress_ip_policy`. */
export interface ProviderSchema {
  readonly provider: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
  readonly dataSources: Readonly<Record<string, Schema>>;
  readonly ephemeralResources: Readonly<Record<string, Schema>>;
  /** Configurations of list blocks. */
  readonly listResources: Readonly<Record<string, Schema>>;
  /** Identity schemas by resource type; a type may have none. */
  readonly identities: Readonly<Record<string, IdentitySchema>>;
  /** Configurations of actions. */
  readonly actions: Readonly<Record<string, Schema>>;
  /** Functions by name, without that of the provider. */
  readonly functions: Readonly<Record<string, FunctionSchema>>;
}

/** A refresh needs the same type once per object. */
export const schemaType = memoizeObject(
  ({ attributes, blocks }: Schema): ObjectType => impliedType(attributes, blocks),
);

export const identityType = memoizeObject(
  ({ attributes }: IdentitySchema): ObjectType => [
    'object',
    Object.fromEntries(attributes.map(({ name, type }) => [name, type])),
  ],
);

/** Members are sorted as Terraform sorts them, so that both encode a value as the same bytes. */
export function impliedType(attributes: readonly SchemaAttribute[], blocks: readonly SchemaBlock[] = []): ObjectType {
  const members = [
    ...attributes.map((attribute) => [attribute.name, attributeType(attribute)] as const),
    ...blocks.map((block) => [block.name, blockType(block)] as const),
  ];
  return ['object', Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)))];
}

function blockType({ nesting, attributes, blocks }: SchemaBlock): CtyType {
  const type = impliedType(attributes, blocks);
  if (nesting === 'single' || nesting === 'group') return type;
  // Elements of a dynamic type may differ in their types, so Terraform uses a tuple, or for a map an object.
  return nesting !== 'set' && isDynamic(type) ? 'dynamic' : [nesting, type];
}

function isDynamic(type: CtyType): boolean {
  if (typeof type === 'string') return type === 'dynamic';
  if (type[0] === 'object') return Object.values(type[1]).some(isDynamic);
  return type[0] === 'tuple' ? type[1].some(isDynamic) : isDynamic(type[1]);
}

export function attributeType({ name, type, nested }: SchemaAttribute): CtyType {
  if (type) return type;
  if (!nested) throw new Error(`Schema attribute '${name}' has neither a type nor nested attributes`);
  const element = impliedType(nested.attributes);
  return nested.nesting === 'single' ? element : [nested.nesting, element];
}

/** The identity of a resource type is its `id`; undefined for a type without one. */
export function identitySchema({ attributes }: Schema): IdentitySchema | undefined {
  const id = attributes.find(({ name, type }) => name === 'id' && type === 'string');
  if (!id) return undefined;
  return {
    version: 0,
    attributes: [{ name: id.name, type: 'string', description: id.description, requiredForImport: true }],
  };
}

/** Undefined without a state, and while a member is null or unknown, as before a create. */
export function identityOf(schema: IdentitySchema, state: ObjectValue | null): ObjectValue | undefined {
  const members = schema.attributes.map(({ name }): [string, CtyValue] => [name, state?.[name] ?? null]);
  return members.every(([, value]) => typeof value === 'string') ? objectValue(members) : undefined;
}
