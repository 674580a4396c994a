/** What a user can do, at the end of messages. Settings are named as in a provider block and in the environment. */
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';

/** Where the base URL is set. */
const baseUrlSetting = `base_url, ${PROVIDER_ATTRIBUTES.base_url.env}`;

/** For what comes from somewhere else than the service. */
export const checkBaseUrl = `Check the base URL (${baseUrlSetting})`;

/** For refused credentials. */
export const checkApiKey =
  `Check the API key (api_key, ${PROVIDER_ATTRIBUTES.api_key.env}): it must be a key of this service, valid, ` +
  'and allowed to do this';

/** For a certificate that is not trusted. */
export const trustCertificate =
  'If the service uses a certificate authority of your own, give its certificate ' +
  `(ca_certificate_pem, ${PROVIDER_ATTRIBUTES.ca_certificate_pem.env})`;

/** For a proxy that does not do what it is asked. */
export const checkProxy = `Check the proxy (proxy_url, ${PROVIDER_ATTRIBUTES.proxy_url.env}, https_proxy)`;

/** The setting that gives one request more time. */
export const requestTimeSetting = `request_timeout, ${PROVIDER_ATTRIBUTES.request_timeout.env}`;
