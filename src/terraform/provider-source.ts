/** Source addresses of the provider: our own, and those under which teams publish it. */
import { fullAddress } from './lock-file';

const LABEL = /^[0-9a-z](?:[0-9a-z-]*[0-9a-z])?$/;
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(?::\d+)?$/;

export const SOURCE_FORM = 'HOST/NAMESPACE/netingress, such as registry.example.com/platform/netingress';

/**
 * Whether the address in `required_providers` or a state is this provider's, whichever registry serves it. The type is
 * always `netingress`, because releases are named `terraform-provider-netingress`; another type is not recognized.
 */
export function isNetingressSource(source: string): boolean {
  const [host = '', namespace = '', type, ...rest] = fullAddress(source).toLowerCase().split('/');
  return HOST.test(host) && LABEL.test(namespace) && type === 'netingress' && rest.length === 0;
}
