import { isObjectValue, type ObjectValue } from '../../values/cty-value';
import { ValueError } from '../../values/error';
import { fromJson } from '../../values/from-json';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import { invalidState } from '../protocol/messages';
import type { StateResponse, UpgradeRequest } from '../protocol/provider';
import { schemaType } from '../protocol/schema';
import type { ManagedResource } from './managed-resource';

/** Attributes that the state lacks were added later and become null. */
export function upgradeState(resource: ManagedResource, { version, state }: UpgradeRequest): StateResponse {
  const { schema, type, upgraders = {} } = resource;
  const upgrade = version === schema.version ? (same: typeof state) => same : upgraders[version];
  if (!upgrade) return failed(unknownVersion(resource, version));
  try {
    const upgraded = fromJson(schemaType(schema), upgrade(state)) as ObjectValue;
    // Without an id the plan would create a second object.
    if (isObjectValue(upgraded) && !upgraded['id']) return failed(invalidState(type, "it has no 'id'"));
    return { state: upgraded, diagnostics: [] };
  } catch (failure) {
    if (failure instanceof ValueError) return failed(invalidState(type, failure.message));
    throw failure;
  }
}

function failed(diagnostic: ProviderDiagnostic): StateResponse {
  return { state: null, diagnostics: [diagnostic] };
}

function unknownVersion({ schema, type, upgraders = {} }: ManagedResource, version: number): ProviderDiagnostic {
  const versions = [...Object.keys(upgraders), String(schema.version)].join(', ');
  return createError(
    'Cannot upgrade state',
    `The stored state of ${type} has version ${version}; expected version ${versions}. Use the provider version that ` +
      'wrote the state, or a newer one.',
  );
}
