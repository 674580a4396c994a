/** The service as the environment names it: whether it can be reached, takes the key, and has the same time. */
import { ApiError } from '../../client';
import { tryFindProfile } from '../../model/profiles';
import { PROVIDER_CONFIG } from '../../model/provider-config';
import { CliError } from '../cli-error';
import { connect } from '../connect';
import type { CliContext } from '../context';
import type { Check } from './check';

/** One request without any credential. */
const TIMEOUT_MS = 10_000;

/** Clocks that are further apart: certificates and signatures of short life begin to fail, and times in reports mislead. */
const SKEW_MS = { warning: 30_000, failed: 300_000 };

/** Looks at the service with two requests: one without the key, for connection and clock, and one with it. */
export async function checkService(context: CliContext): Promise<Check[]> {
  const address = addressOf(context);
  if (address === undefined) {
    const variable = PROVIDER_CONFIG.base_url.env;
    const advice = `Set ${variable} and ${PROVIDER_CONFIG.api_key.env}, or start one: \`netingress emulator --port 4040\`.`;
    return [{ name: 'Connection', status: 'skipped', found: `${variable} is not set, so nothing was asked`, advice }];
  }
  const { connection, clock } = await checkConnection(address, context.signal);
  if (connection.status === 'failed') return [connection];
  return [connection, await checkKey(context), clock];
}

function addressOf({ env }: CliContext): string | undefined {
  const profile = tryFindProfile(env[PROVIDER_CONFIG.profile.env] || PROVIDER_CONFIG.profile.default);
  return env[PROVIDER_CONFIG.base_url.env] || profile?.baseUrl;
}

async function checkConnection(
  address: string,
  signal: AbortSignal,
): Promise<{ readonly connection: Check; readonly clock: Check }> {
  const sent = Date.now();
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await fetch(address, { redirect: 'manual', signal: timeout });
    await answer.body?.cancel();
    const clock = checkClock(answer.headers.get('date'), (sent + Date.now()) / 2);
    return { connection: { name: 'Connection', status: 'ok', found: `${address} answers` }, clock };
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: { readonly message?: string } };
    const found = `${address} cannot be reached: ${cause?.message || message}`;
    const advice = `Check ${PROVIDER_CONFIG.base_url.env}, name resolution, proxy and firewall.`;
    const failed = { name: 'Connection', status: 'failed', found, advice } as const;
    return { connection: failed, clock: failed };
  }
}

/** Compares the answer's time, which is whole seconds, with this machine's. */
function checkClock(date: string | null, now: number): Check {
  const name = 'Clock';
  const there = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(there)) return { name, status: 'skipped', found: 'the service does not tell its time' };
  const apart = now - there;
  const seconds = Math.round(Math.abs(apart) / 1000);
  if (Math.abs(apart) < SKEW_MS.warning) return { name, status: 'ok', found: 'agrees with the service' };
  const found = `${seconds} s ${apart < 0 ? 'behind' : 'ahead of'} the service`;
  const status = Math.abs(apart) < SKEW_MS.failed ? 'warning' : 'failed';
  return { name, status, found, advice: 'Synchronise the clock of this machine (NTP).' };
}

async function checkKey(context: CliContext): Promise<Check> {
  const name = 'API key';
  try {
    const { client } = connect(context);
    try {
      await client.list('ip_policy', { limit: 1 }).next();
    } finally {
      await client.close();
    }
    return { name, status: 'ok', found: 'accepted' };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof CliError)) throw error;
    const rejected = error instanceof ApiError && error.kind === 'credentials';
    const advice = `Set ${PROVIDER_CONFIG.api_key.env} to a key of the account at this address.`;
    return { name, status: 'failed', found: error.message, ...((rejected || error instanceof CliError) && { advice }) };
  }
}
