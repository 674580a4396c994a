/** What a user can do, at the end of messages. Settings are named as in a provider block and in the environment. */
import { PROVIDER_CONFIG } from '../model/provider-config';

/** Where the base URL is set. */
export const baseUrlSetting = `base_url, ${PROVIDER_CONFIG.base_url.env}`;

/** For what comes from somewhere else than the service. */
export const checkBaseUrl = `Check the base URL (${baseUrlSetting})`;

/** For refused credentials. */
export const checkApiKey =
  `Check the API key (api_key, ${PROVIDER_CONFIG.api_key.env}): it must be a key of this service, valid, ` +
  'and allowed to do this';

/** For a certificate that is not trusted. */
export const trustCertificate =
  'If the service uses a certificate authority of your own, name its certificate in NODE_EXTRA_CA_CERTS';

/** The setting that gives one request more time. */
export const requestTimeSetting = `request_timeout, ${PROVIDER_CONFIG.request_timeout.env}`;
