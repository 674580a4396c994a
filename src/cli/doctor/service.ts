/** The service as the environment names it: whether it can be reached, takes the key, and has the same time. */
import { ApiError } from '../../client';
import { findNetworkFailure, networkCodeOf } from '../../client/errors/network-codes';
import { createTransport, type Transport } from '../../client/http/transport';
import { resolveOptions } from '../../client/options';
import { PROVIDER_ATTRIBUTES } from '../../model/provider-config';
import { CliError } from '../cli-error';
import { connect, namingVariables, readClientOptions } from '../connect';
import type { CliContext } from '../context';
import type { Check } from './check';

/** One request without any credential. */
const TIMEOUT_MS = 10_000;

/** Largest response body, in bytes; its content is ignored. */
const MAX_RESPONSE_SIZE = 16 * 1024 * 1024;

/** Clocks that are further apart: certificates and signatures of short life begin to fail, and times in reports mislead. */
const SKEW_MS = { warning: 30_000, failed: 300_000 };

/** Looks at the service with two requests: one without the key, for connection and clock, and one with it. */
export async function checkService(context: CliContext): Promise<Check[]> {
  let way: Way | undefined;
  try {
    way = findWay(context);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [{ name: 'Connection', status: 'failed', found: error.message }];
  }
  if (way === undefined) {
    const variable = PROVIDER_ATTRIBUTES.base_url.env;
    const advice = `Set ${variable} and ${PROVIDER_ATTRIBUTES.api_key.env}, or start one: \`netingress emulator --port 4040\`.`;
    return [{ name: 'Connection', status: 'skipped', found: `${variable} is not set, so nothing was asked`, advice }];
  }
  const { connection, clock } = await checkConnection(way, context.signal);
  if (connection.status === 'failed') return [connection];
  return [connection, await checkKey(context), clock];
}

/** How the client would reach the service: with what authorities, certificate of its own, and proxy. */
interface Way {
  readonly address: string;
  readonly proxy: string | undefined;
  readonly transport: Transport;
}

function findWay(context: CliContext): Way | undefined {
  const options = readClientOptions(context);
  if (options.baseUrl === undefined) return undefined;
  // The key is missing or not when its turn comes; here it is needed for nothing.
  const { origin, prefix, connection } = namingVariables(() => resolveOptions({ ...options, apiKey: 'unsent' }));
  const transport = createTransport({ origin, connections: 1, connection, maxResponseSize: MAX_RESPONSE_SIZE });
  return { address: `${origin}${prefix}`, proxy: connection.proxy?.url, transport };
}

async function checkConnection(
  { address, proxy, transport }: Way,
  signal: AbortSignal,
): Promise<{ readonly connection: Check; readonly clock: Check }> {
  const sent = Date.now();
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const request = { method: 'GET', url: new URL(address) } as const;
    const answer = await transport.send(request, { accept: 'application/json' }, timeout, { sent: 'no' });
    const clock = checkClock(answer.header('date'), (sent + Date.now()) / 2);
    return { connection: { name: 'Connection', status: 'ok', found: `${address} answers` }, clock };
  } catch (error) {
    const failure = findNetworkFailure(networkCodeOf(error) ?? '');
    const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
    const found = `${address} cannot be reached${through}: ${failure?.words ?? (error as Error).message}`;
    const advice = failure?.advice ?? `Check ${PROVIDER_ATTRIBUTES.base_url.env}, name resolution, proxy and firewall`;
    const failed = { name: 'Connection', status: 'failed', found, advice: `${advice}.` } as const;
    return { connection: failed, clock: failed };
  } finally {
    await transport.close();
  }
}

/** Compares the answer's time, which is whole seconds, with this machine's. */
function checkClock(date: string | undefined, now: number): Check {
  const name = 'Clock';
  const there = date === undefined ? Number.NaN : Date.parse(date);
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
    const advice = `Set ${PROVIDER_ATTRIBUTES.api_key.env} to a key of the account at this address.`;
    return { name, status: 'failed', found: error.message, ...((rejected || error instanceof CliError) && { advice }) };
  }
}
