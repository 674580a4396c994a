import type { Kind } from '../model/kind';
import { READ_ONLY_KINDS } from '../model/kinds';
import { resourceType } from '../model/naming';
import { kindIn, type Profile } from '../model/profiles';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import type { ProviderAction } from './actions/action';
import { verifyAccessAction } from './actions/verify-access';
import type { ProviderDataSource } from './data-sources/data-source';
import { createObjectDataSource, createObjectListDataSource } from './data-sources/kinds';
import { boundEndpointsDataSource, eventTypesDataSource } from './data-sources/without-kind';
import { canBeEphemeral, createEphemeralResource, type EphemeralResource } from './ephemeral';
import { PROVIDER_FUNCTIONS, type ProviderFunction } from './functions';
import { createListResource, type ListResource } from './list';
import type { ProviderDiagnostic } from './protocol/diagnostic';
import { type IdentitySchema, identitySchema, type ProviderSchema, type Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import { certificateWaitResources } from './resources/certificate-wait';
import type { ManagedResource } from './resources/managed-resource';
import { createObjectResource } from './resources/object';
import { rotationResource } from './resources/rotation';
import { ruleSetResource } from './resources/rule-set';
import { unavailableType } from './unavailable';

/** Each map is keyed by full type name, `netingress_ip_policy`; functions by name without the provider's. */
export interface ProviderRegistry {
  readonly resources: ReadonlyMap<string, ManagedResource>;
  readonly dataSources: ReadonlyMap<string, ProviderDataSource>;
  readonly ephemeral: ReadonlyMap<string, EphemeralResource>;
  readonly lists: ReadonlyMap<string, ListResource>;
  readonly actions: ReadonlyMap<string, ProviderAction>;
  readonly functions: ReadonlyMap<string, ProviderFunction>;
  /** The error for each type that the profile does not have. */
  readonly refused: ReadonlyMap<string, ProviderDiagnostic>;
}

const registries = new WeakMap<readonly Kind[], Map<RegistryKey, ProviderRegistry>>();
const providerSchemas = new WeakMap<ProviderRegistry, ProviderSchema>();

/** `any`: before ConfigureProvider. `unknown`: the profile is known after apply, or invalid. Both refuse no type. */
type RegistryKey = Profile | 'any' | 'unknown';

export function getRegistry(
  kinds: readonly Kind[],
  configured?: { readonly profile: Profile | undefined },
): ProviderRegistry {
  const ofKinds = getOrSet(registries, kinds, () => new Map<RegistryKey, ProviderRegistry>());
  if (!configured) return getOrSet(ofKinds, 'any', () => buildRegistry(kinds, undefined));
  const { profile } = configured;
  return getOrSet(ofKinds, profile ?? 'unknown', () =>
    buildRegistry(
      kinds.map((kind) => kindIn(kind, profile)),
      profile,
    ),
  );
}

export function getSchema(registry: ProviderRegistry): ProviderSchema {
  return getOrSet(providerSchemas, registry, () => buildSchema(registry));
}

function getOrSet<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

function buildRegistry(kinds: readonly Kind[], profile: Profile | undefined): ProviderRegistry {
  const byType = <T extends { readonly type: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
    new Map(items.map((item) => [item.type, item]));
  const listed = [...kinds, ...READ_ONLY_KINDS];
  const refusedTypes = listed.flatMap((kind) =>
    [resourceType(kind), resourceType({ name: kind.plural })].flatMap((type): [string, ProviderDiagnostic][] => {
      const problem = unavailableType(type, kind, profile);
      return problem ? [[type, problem]] : [];
    }),
  );
  return {
    resources: byType([
      ...kinds.map(createObjectResource),
      ruleSetResource,
      ...certificateWaitResources(),
      rotationResource,
    ]),
    dataSources: byType([
      boundEndpointsDataSource,
      eventTypesDataSource,
      ...listed.flatMap((kind) => [createObjectDataSource(kind), createObjectListDataSource(kind)]),
    ]),
    ephemeral: byType(kinds.filter(canBeEphemeral).map(createEphemeralResource)),
    lists: byType(kinds.map(createListResource)),
    refused: new Map(refusedTypes),
    actions: byType([verifyAccessAction]),
    functions: new Map(PROVIDER_FUNCTIONS.map((definition) => [definition.name, definition])),
  };
}

/** Throws for an unknown type: Terraform only names types of the schema. */
export function getType<T>(items: ReadonlyMap<string, T>, type: string): T {
  const item = items.get(type);
  if (!item) throw new Error(`The provider has no type '${type}'; it has ${[...items.keys()].join(', ')}`);
  return item;
}

function buildSchema({
  resources,
  dataSources,
  ephemeral,
  lists,
  actions,
  functions,
}: ProviderRegistry): ProviderSchema {
  const schemas = <T extends Schema | ProviderFunction['schema']>(items: ReadonlyMap<string, { readonly schema: T }>) =>
    Object.fromEntries([...items].map(([type, { schema }]) => [type, schema]));
  return {
    provider: {
      version: 0,
      description: 'Manages the configuration of a network ingress service.',
      // `schemaAttributes` marks an attribute with a default as computed, but Terraform does not plan a provider block.
      attributes: schemaAttributes(PROVIDER_ATTRIBUTES).map(({ computed: _, ...attribute }) => attribute),
    },
    resources: schemas(resources),
    dataSources: schemas(dataSources),
    ephemeralResources: schemas(ephemeral),
    listResources: schemas(lists),
    actions: schemas(actions),
    identities: Object.fromEntries(
      [...resources].flatMap(([type, { schema }]): [string, IdentitySchema][] => {
        const identity = identitySchema(schema);
        return identity ? [[type, identity]] : [];
      }),
    ),
    functions: schemas(functions),
  };
}
