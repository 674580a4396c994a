/** How traffic policies name objects of the service. */
import { canonicalEndpointUrl } from '../formats/endpoint-url';
import type { JsonObject } from '../json';
import { cloudEndpoint } from '../resources/cloud-endpoint';
import { secret } from '../resources/secret';
import { vault } from '../resources/vault';

/** A secret, as `secrets.get` names it. */
export interface SecretName {
  readonly vault: string;
  readonly secret: string;
}

/** Returns the name of a vault, `vault/secret`, or the canonical URL of a cloud endpoint; undefined if policies use the id. */
export function nameInPolicies(kind: string, values: JsonObject): string | undefined {
  switch (kind) {
    case vault.name:
      return String(values['name']);
    case secret.name:
      return formatSecretName({ vault: String(values['vault_name']), secret: String(values['name']) });
    case cloudEndpoint.name:
      return canonicalEndpointUrl(String(values['url']));
    default:
      return undefined;
  }
}

/** `vault/secret`, for people. Both names may contain `/`, so two secrets may have the same text. */
export function formatSecretName({ vault, secret }: SecretName): string {
  return `${vault}/${secret}`;
}

/** A key that no other secret has. */
export function secretKey({ vault, secret }: SecretName): string {
  return JSON.stringify([vault, secret]);
}
