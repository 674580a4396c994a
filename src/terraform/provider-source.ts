/** Source addresses of the provider: our own, and those under which teams publish it. */
import { fullAddress } from './lock-file';

/** The source address of a published provider, in parts. */
export interface ProviderSource {
  /** Host name, which may have a port. */
  readonly host: string;
  readonly namespace: string;
}

const LABEL = /^[0-9a-z](?:[0-9a-z-]*[0-9a-z])?$/;
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(?::\d+)?$/;

/**
 * Parses `registry.example.com/platform/netingress`. Returns undefined for another form. The type is always `netingress`,
 * because Terraform finds the provider of a resource by the begin of the resource type.
 */
export function parseProviderSource(source: string): ProviderSource | undefined {
  const [host = '', namespace = '', type, ...rest] = source.toLowerCase().split('/');
  const isValid = HOST.test(host) && LABEL.test(namespace) && type === 'netingress' && rest.length === 0;
  return isValid ? { host, namespace } : undefined;
}

export const SOURCE_FORM = 'HOST/NAMESPACE/netingress, such as registry.example.com/platform/netingress';

/** Whether the address in `required_providers` or a state is this provider's, whichever registry serves it. */
export function isNetingressSource(source: string): boolean {
  return parseProviderSource(fullAddress(source)) !== undefined;
}
