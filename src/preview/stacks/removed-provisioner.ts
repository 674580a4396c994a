/**
 * Whether a provisioner of a `removed` block may run: only if an object without configuration is destroyed, as the plan
 * says. Terraform prints no `removed` blocks, and HCL is not parsed here. Pure.
 */

import { listBlocks } from '../../terraform/configuration/configuration';
import { listModules } from '../../terraform/configuration/plan-gaps';
import type { PlanJson } from '../../terraform/plan-json';
import { stripInstanceKeys } from '../../values/address';
import { isJsonObject, tryParseJson } from '../../values/json';

export function mayRunRemovedProvisioner(plan: PlanJson, texts: readonly string[]): boolean {
  return destroysUnconfigured(plan) && texts.some(mayContainRemovedProvisioner);
}

function destroysUnconfigured({ resource_changes: changes = [], configuration }: PlanJson): boolean {
  const configured = new Set(
    listModules(configuration?.root_module).flatMap(({ prefix, module }) =>
      (module.resources ?? [])
        .filter(({ mode }) => mode === 'managed')
        .map(({ type, name }) => `${prefix}${type}.${name}`),
    ),
  );
  return changes.some(({ address, mode, change: { actions } }) => {
    return mode !== 'data' && actions.includes('delete') && !configured.has(stripInstanceKeys(address));
  });
}

/** A text of HCL that contains both words may contain the block. */
function mayContainRemovedProvisioner(text: string): boolean {
  const parsed = tryParseJson(text);
  if (isJsonObject(parsed)) return listBlocks(parsed['removed']).some((block) => 'provisioner' in block);
  return /\bremoved\b/.test(text) && /\bprovisioner\b/.test(text);
}
