/** Advice at the end of messages. Settings are named as in a provider block and in the environment. */
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';

export const BASE_URL_HINT = `Check the base URL (base_url, ${PROVIDER_ATTRIBUTES.base_url.env})`;

export const API_KEY_HINT =
  `Check the API key (api_key, ${PROVIDER_ATTRIBUTES.api_key.env}): it must be a valid key of this service ` +
  'with permission for this operation';

export const CERTIFICATE_HINT =
  'If the service uses a private certificate authority, set its certificate ' +
  `(ca_certificate_pem, ${PROVIDER_ATTRIBUTES.ca_certificate_pem.env})`;

export const PROXY_HINT = `Check the proxy (proxy_url, ${PROVIDER_ATTRIBUTES.proxy_url.env}, https_proxy)`;

export const REQUEST_TIMEOUT_SETTING = `request_timeout, ${PROVIDER_ATTRIBUTES.request_timeout.env}`;
