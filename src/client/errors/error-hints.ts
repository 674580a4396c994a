/** Advice without its final period. */
import { nameProviderSetting, PROVIDER_ATTRIBUTES, type SettingsSource } from '../../model/provider-config';
import type { Words } from '../../values/words';

export function baseUrlHint(source: SettingsSource): Words {
  return `Check the base URL (${nameProviderSetting('base_url', source)})`;
}

export function apiKeyHint(source: SettingsSource): Words {
  return (
    `Check the API key (${nameProviderSetting('api_key', source)}): it must be a valid key of this service ` +
    'with permission for this operation'
  );
}

export const CERTIFICATE_HINT =
  'If the service uses a private certificate authority, set its certificate ' +
  `(ca_certificate_pem, ${PROVIDER_ATTRIBUTES.ca_certificate_pem.env})`;

export const PROXY_HINT = `Check the proxy (proxy_url, ${PROVIDER_ATTRIBUTES.proxy_url.env}, https_proxy)`;

export const REQUEST_TIMEOUT_SETTING = `request_timeout, ${PROVIDER_ATTRIBUTES.request_timeout.env}`;
