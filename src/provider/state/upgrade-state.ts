/** Stored states of earlier versions of a resource's layout (terraform/rules 4, UpgradeResourceState). */

import { isObjectValue, type ObjectValue } from '../../values/cty-value';
import { ValueError } from '../../values/error';
import { fromJson } from '../../values/json';
import { invalidState } from '../protocol/messages';
import type { StateResponse, UpgradeRequest } from '../protocol/provider';
import { impliedType } from '../protocol/schema';
import type { ManagedResource } from '../resources/managed-resource';

/**
 * The state in the current layout: one upgrader leads from each earlier version straight to it. Attributes that the
 * state lacks were added later and are null.
 */
export function upgradeState(resource: ManagedResource, { version, state }: UpgradeRequest): StateResponse {
  const { schema, upgraders = {} } = resource;
  const upgrade = version === schema.version ? (same: typeof state) => same : upgraders[version];
  if (!upgrade) {
    const detail = `The stored state of ${resource.type} has version ${version}; this provider knows version ${known(resource)}. Use the provider version that wrote it, or a newer one.`;
    return { state: null, diagnostics: [{ severity: 'error', summary: 'Cannot upgrade state', detail }] };
  }
  try {
    const upgraded = fromJson(impliedType(schema.attributes), upgrade(state)) as ObjectValue;
    // Without an identifier the plan would create a second object.
    if (isObjectValue(upgraded) && !upgraded['id']) return invalid(resource.type, "it has no 'id'");
    return { state: upgraded, diagnostics: [] };
  } catch (failure) {
    if (failure instanceof ValueError) return invalid(resource.type, failure.message);
    throw failure;
  }
}

function invalid(type: string, problem: string): StateResponse {
  return { state: null, diagnostics: [invalidState(type, problem)] };
}

function known({ schema, upgraders = {} }: ManagedResource): string {
  return [...Object.keys(upgraders), String(schema.version)].join(', ');
}
