import { type ClientEvent, createClient, type ServiceClient } from '../client';
import { proxyPasswords } from '../model/provider-config';
import type { CompleteSettings } from '../model/provider-settings';
import type { Log } from './log';
import type { Redactor } from './redact';

/** The redactor gets the secrets of the settings: API key, private key, passwords of the proxy, each header value. */
export function connect(
  settings: CompleteSettings,
  log: Log,
  redactor: Redactor,
  version = 'source',
  extraCaCertificatePem?: string,
): ServiceClient {
  const { profile, accountObject: _, ...options } = settings;
  const secrets = [settings.apiKey, settings.clientPrivateKeyPem ?? '', ...proxyPasswords(settings.proxyUrl ?? '')];
  for (const secret of [...secrets, ...Object.values(settings.headers)]) redactor.add(secret);
  return createClient({
    ...options,
    extraCaCertificatePem,
    profile: profile.name,
    userAgent: `terraform-provider-netingress/${version}`,
    onEvent: (event) => logRequest(event, log),
  });
}

function logRequest(event: ClientEvent, log: Log): void {
  const { call, attempt, method, url } = event;
  const fields = { call, attempt, method, url };
  switch (event.type) {
    case 'sent':
      log('trace', 'request', { ...fields, waited: Math.round(event.waitedMs) });
      break;
    case 'response':
      log('debug', 'response', {
        ...fields,
        status: event.status,
        operation: event.operationId,
        ...milliseconds(event.durationMs),
      });
      break;
    case 'failed':
      log('warn', 'request failed', { ...fields, error: event.error.message, ...milliseconds(event.durationMs) });
      break;
    case 'retried':
      // After a 429 all requests wait, and Terraform does not show why.
      if (event.error.category === 'rate_limit') {
        log('warn', 'requests wait because of 429 (too many requests)', { ...fields, ...milliseconds(event.delayMs) });
      } else log('info', 'request will be retried', { ...fields, ...milliseconds(event.delayMs) });
  }
}

function milliseconds(duration: number): { readonly milliseconds: number } {
  return { milliseconds: Math.round(duration) };
}
