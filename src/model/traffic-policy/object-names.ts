import type { JsonObject } from '../../values/json';
import { canonicalEndpointUrl } from '../formats/endpoint-url';
import { cloudEndpoint } from '../resources/cloud-endpoint';
import { secret } from '../resources/secret';
import { vault } from '../resources/vault';
import { formatSecretName } from './secret-name';

/**
 * The name of a vault, `vault/secret`, or the canonical URL of a cloud endpoint. Undefined for other kinds, and for a
 * secret whose vault has no known name.
 */
export function nameInPolicies(kind: string, values: JsonObject): string | undefined {
  switch (kind) {
    case vault.name:
      return String(values['name']);
    case secret.name:
      return typeof values['vault_name'] === 'string'
        ? formatSecretName({ vault: values['vault_name'], secret: String(values['name']) })
        : undefined;
    case cloudEndpoint.name:
      return canonicalEndpointUrl(String(values['url']));
    default:
      return undefined;
  }
}
