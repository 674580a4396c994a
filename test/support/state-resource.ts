import type { StateResource } from '../../src/model/inventory';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { parseAddress } from '../../src/values/address';
import type { JsonObject } from '../../src/values/json';

/** A resource of a state: `stateResource('netingress_ip_policy.office', { id: 'ipp_1' })`. */
export function stateResource(
  address: string,
  values: JsonObject,
  more: Partial<Omit<StateResource, 'address' | 'values'>> = {},
): StateResource {
  const { type = '', name = '' } = parseAddress(address) ?? {};
  const place = { state: { stack: 'test' }, address, type, name, provider: PROVIDER_ADDRESS };
  return { ...place, values, sensitive: [], ...more };
}
