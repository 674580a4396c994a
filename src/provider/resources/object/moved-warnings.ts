import { semanticallyEqual } from '../../../model/canonical';
import type { Kind } from '../../../model/kind';
import { isInput } from '../../../model/request';
import { type CtyValue, isWhollyKnown, type ObjectValue } from '../../../values/cty-value';
import { createWarning, type ProviderDiagnostic } from '../../protocol/diagnostic';

/**
 * The other provider keeps a value at the service after it was removed from the configuration. This one would remove
 * the value, and the configuration does not show that.
 */
export function movedWarnings(
  kind: Kind,
  config: ObjectValue,
  planned: ObjectValue,
  prior: ObjectValue | null,
): ProviderDiagnostic[] {
  if (prior === null) return [];
  const lost = Object.entries(kind.attributes).filter(([name, attribute]) => {
    const [value, current]: [CtyValue, CtyValue] = [planned[name] ?? null, prior[name] ?? null];
    if (!isInput(attribute) || (config[name] ?? null) !== null || current === null || current === '') return false;
    return isWhollyKnown(value) && !attribute.omittedFromResponses && !semanticallyEqual(attribute, value, current);
  });
  if (lost.length === 0) return [];
  const names = lost.map(([name]) => name).join(', ');
  const detail =
    `The ${kind.title} '${String(prior['id'])}' was moved from another provider. Its ${names} ${lost.length === 1 ? 'is' : 'are'} set at the ` +
    'service and not in the configuration, so applying this plan removes the value or restores the default. The other ' +
    'provider keeps such values. To keep them, set them in the configuration.';
  return [createWarning('The moved object has values that are not configured', detail)];
}
