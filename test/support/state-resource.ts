/** Resources of states and configurations, of which tests give only what they are about. */
import type { ConfiguredResource, StateResource } from '../../src/model/inventory';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { parseAddress } from '../../src/values/address';
import type { JsonObject } from '../../src/values/json';

/** A resource of a state: `stateResource('netingress_ip_policy.office', { id: 'ipp_1' })`. */
export function stateResource(
  address: string,
  values: JsonObject,
  more: Partial<Omit<StateResource, 'address' | 'values'>> = {},
): StateResource {
  const place = { ...identify(address), state: { stack: 'test' }, provider: PROVIDER_ADDRESS };
  return { ...place, values, sensitive: [], ...more };
}

/** A resource of the configuration of the stack `test`, whose construct has the name of the resource. */
export function configuredResource(
  address: string,
  values: JsonObject,
  more: Partial<Omit<ConfiguredResource, 'address' | 'values'>> = {},
): ConfiguredResource {
  const place = identify(address);
  return { ...place, stack: 'test', path: `test/${place.name}`, values, ...more };
}

function identify(address: string) {
  const { type = '', name = '' } = parseAddress(address) ?? {};
  return { address, type, name };
}
