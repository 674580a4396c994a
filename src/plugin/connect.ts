/** Joins the engine's settings to the client, and the client's events to the log. */
import { type ClientEvent, createClient, type ServiceClient } from '../client';

import type { Settings } from '../provider/settings';
import type { Log } from './process/log';
import type { Redactor } from './redact';
import { urlCredentials } from '../model/provider-config';

/**
 * A client as configured, whose requests are logged and whose secrets are kept out of all that is printed. `version` is
 * the provider's, which the service sees in `User-Agent`.
 */
export function connect(settings: Settings, log: Log, redactor: Redactor, version = 'source'): ServiceClient {
  const { profile, ...options } = settings;
  const secrets = [settings.apiKey, settings.clientPrivateKeyPem ?? '', ...urlCredentials(settings.proxyUrl ?? '')];
  for (const secret of [...secrets, ...Object.values(settings.headers)]) redactor.add(secret);
  return createClient({
    ...options,
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
      log('trace', 'request', { ...fields, waited: Math.round(event.waited) });
      break;
    case 'answered':
      log('debug', 'answer', { ...fields, status: event.status, operation: event.operationId, ...time(event.time) });
      break;
    case 'failed':
      log('warn', 'request failed', { ...fields, error: event.error.message, ...time(event.time) });
      break;
    case 'retried':
      log('info', 'request will be repeated', { ...fields, ...time(event.delay) });
  }
}

function time(milliseconds: number): { readonly milliseconds: number } {
  return { milliseconds: Math.round(milliseconds) };
}
