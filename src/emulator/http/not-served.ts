import type { Profile } from '../../model/profiles';

/** Collections and operations of the public service that the emulator does not have. */
const NOT_SERVED: readonly (readonly [paths: RegExp, reason: string])[] = [
  [/^\/tunnel_sessions\/[^/]+\/(restart|stop|update)$/, 'it commands a running agent, and the emulator has none'],
  [/^\/(backends|edges|endpoint_configurations)(\/|$)/, 'it is deprecated in favor of cloud endpoints'],
  [/^\/ai_gateway_/, 'the AI gateway has moved to an API of its own'],
  [/^\/personal_access_tokens(\/|$)/, 'a person manages these tokens in the dashboard'],
  [/^\/abuse_reports(\/|$)/, 'only accounts that the vendor authorizes have it'],
];

export function findReasonNotServed(path: string, { name }: Profile): string | undefined {
  if (name !== 'ngrok') return undefined;
  return NOT_SERVED.find(([paths]) => paths.test(path))?.[1];
}
