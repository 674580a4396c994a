/** Resource types and data sources of another profile: in the schema, and refused by every operation. */
import type { Kind } from '../model/kind';
import { isKindIn, type Profile } from '../model/profiles';
import type { ProviderDataSource } from './data-sources/data-source';
import type { EphemeralResource } from './ephemeral';
import type { ListResource } from './list';
import { createError, type ProviderDiagnostic } from './protocol/diagnostic';
import { importFailed } from './resources/import-id';
import type { ManagedResource } from './resources/managed-resource';

/** Returns the error about a type that the profile does not have; undefined if it has the type. */
export function unavailableType(
  type: string,
  kind: Pick<Kind, 'profiles'>,
  profile: Profile | undefined,
): ProviderDiagnostic | undefined {
  if (!profile || isKindIn(kind, profile)) return undefined;
  const names = (kind.profiles ?? []).map((name) => `'${name}'`).join(' or ');
  return createError(
    'Not available in this profile',
    `${type} does not exist in the profile '${profile.name}'; expected the profile ${names}. Set profile in the provider ` +
      'block, or NETINGRESS_PROFILE, if the service is the public one; otherwise remove the block.',
  );
}

export function unavailableResource(resource: ManagedResource, problem: ProviderDiagnostic): ManagedResource {
  const diagnostics = [problem];
  return {
    ...resource,
    validate: () => diagnostics,
    plan: ({ prior, priorPrivate }) => ({
      planned: prior,
      requiresReplace: [],
      plannedPrivate: priorPrivate,
      diagnostics,
    }),
    read: async (_session, { current, private: privateState }) => ({
      state: current,
      private: privateState,
      diagnostics,
    }),
    create: async (_session, { private: privateState }) => ({ state: null, private: privateState, diagnostics }),
    update: async (_session, { prior, private: privateState }) => ({
      state: prior,
      private: privateState,
      diagnostics,
    }),
    delete: async (_session, { prior, private: privateState }) => ({
      state: prior,
      private: privateState,
      diagnostics,
    }),
    import: async () => importFailed(problem),
  };
}

export function unavailableDataSource(source: ProviderDataSource, problem: ProviderDiagnostic): ProviderDataSource {
  return { ...source, validate: () => [problem], read: async () => ({ state: null, diagnostics: [problem] }) };
}

export function unavailableEphemeral(resource: EphemeralResource, problem: ProviderDiagnostic): EphemeralResource {
  const failed = { result: null, private: new Uint8Array(), diagnostics: [problem] };
  return { ...resource, validate: () => [problem], open: async () => failed };
}

export function unavailableList(resource: ListResource, problem: ProviderDiagnostic): ListResource {
  return {
    ...resource,
    validate: () => [problem],
    async *list() {
      yield { identity: null, displayName: '', object: null, diagnostics: [problem] };
    },
  };
}
