import { fullAddress } from './lock-file';

/** `acme`, `acme-2`. */
const LABEL = /^[0-9a-z](?:[0-9a-z-]*[0-9a-z])?$/;
/** `registry.example.com:8443`, `localhost`. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)(?::\d+)?$/;

/** For messages. Without a namespace, Terraform adds `hashicorp`, and such a source is one of this provider, too. */
export const SOURCE_FORM = '[[HOST/]NAMESPACE/]netingress, such as registry.example.com/platform/netingress';

/**
 * Whether a source address is this provider's, whichever registry serves it. Another type than `netingress` is not
 * recognized: releases are named `terraform-provider-netingress`.
 */
export function isNetingressSource(source: string): boolean {
  const [host = '', namespace = '', type, ...rest] = fullAddress(source).toLowerCase().split('/');
  return HOST.test(host) && LABEL.test(namespace) && type === 'netingress' && rest.length === 0;
}
