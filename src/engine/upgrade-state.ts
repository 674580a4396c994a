/** Stored states of earlier versions of a resource's layout (terraform/rules 4, UpgradeResourceState). */

import { fromJson } from '../values/from-json';
import type { ObjectValue } from '../values/value';
import type { StateAnswer, UpgradeRequest } from './provider';
import type { ManagedResource } from './resource';
import { impliedType } from './schema';

/**
 * The state in the current layout: one upgrader leads from each earlier version straight to it. Attributes that the
 * state lacks were added later and are null.
 */
export function upgradeState(resource: ManagedResource, { version, state }: UpgradeRequest): StateAnswer {
  const { schema, upgraders = {} } = resource;
  const upgrade = version === schema.version ? (same: typeof state) => same : upgraders[version];
  if (!upgrade) {
    const detail = `The stored state of ${resource.type} has version ${version}; this provider knows version ${known(resource)}. Use the provider version that wrote it, or a newer one.`;
    return { state: null, diagnostics: [{ severity: 'error', summary: 'Cannot upgrade state', detail }] };
  }
  return { state: fromJson(impliedType(schema.attributes), upgrade(state)) as ObjectValue, diagnostics: [] };
}

function known({ schema, upgraders = {} }: ManagedResource): string {
  return [...Object.keys(upgraders), String(schema.version)].join(', ');
}
