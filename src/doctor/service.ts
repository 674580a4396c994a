import { ApiError } from '../client';
import { findNetworkCode, findNetworkFailure } from '../client/errors/network-codes';
import { createTransport, type Transport } from '../client/http/transport';
import { resolveOptions } from '../client/options';
import type { RequestProgress } from '../client/request';
import { readClientOptions, withCommandClient, withSettingAdvice } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import type { StateSources } from '../command/fleet/missing-sources';
import { describeNetworkError } from '../command/network-error';
import { findEmulatorPort } from '../model/net/proxy';
import { nameSetting, PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { checkAccount, confirmAccountObject } from './account';
import { type Check, failed, ok } from './check';
import { listCredentialAges } from './credentials';

/** Of the request that tests the connection. A choice. */
const TIMEOUT_MS = 10_000;

/** The transport needs a limit, although the body of this request is not used. A choice. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Differences between the clocks of this machine and the service from which a check warns or fails. Choices. */
const SKEW_MS = { warning: 30_000, failed: 300_000 };

/**
 * A check is left out if one before it shows that it may fail for the same reason. The clock is checked because
 * certificates and signatures of short life fail if the clocks differ.
 */
export async function checkService(context: CliContext, sources?: StateSources): Promise<Check[]> {
  let route: Route | undefined;
  try {
    route = resolveRoute(context);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [{ name: 'Connection', status: 'failed', found: error.message }];
  }
  if (route === undefined) {
    const setting = nameSetting('base_url', context.settingsSource);
    const advice = `Set ${setting} and ${nameSetting('api_key', context.settingsSource)}, or start an emulator: \`npx netingress emulator --port 4040\`.`;
    return [{ name: 'Connection', status: 'skipped', found: `${setting} is not set, so no request was sent`, advice }];
  }
  const { connection, clock } = await checkConnection(route, context);
  if (clock === undefined) return [connection];
  const { key, accountObject } = await checkKey(context);
  const checks = [connection, key, clock];
  if (key.status !== 'ok') return checks;
  if (accountObject) return [...checks, accountObject];
  return [...checks, ...(await checkAccount(context, sources)), ...(await listCredentialAges(context))];
}

interface Route {
  readonly address: string;
  readonly proxy: string | undefined;
  readonly transport: Transport;
}

/** Undefined if no base URL is set. */
function resolveRoute(context: CliContext): Route | undefined {
  const options = readClientOptions(context);
  if (options.baseUrl === undefined) return undefined;
  // checkKey() reports a missing key; this request is sent without one.
  const { origin, prefix, connectionOptions } = withSettingAdvice(context, () =>
    resolveOptions({ ...options, apiKey: 'unsent' }),
  );
  const transport = createTransport({
    origin,
    maxConnections: 1,
    connectionOptions,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  return { address: `${origin}${prefix}`, proxy: connectionOptions.proxy?.url, transport };
}

async function checkConnection(
  { address, proxy, transport }: Route,
  { signal, settingsSource }: CliContext,
): Promise<{ readonly connection: Check; readonly clock?: Check }> {
  const sent = Date.now();
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const request = { method: 'GET', url: new URL(address) } as const;
    // The transport writes into it how far the request came, for a decision about a retry. This request has no retry.
    const progress: RequestProgress = { deliveryStatus: 'no' };
    const response = await transport.send(request, { accept: 'application/json' }, timeout, progress);
    const clock = checkClock(response.header('date'), (sent + Date.now()) / 2);
    if (response.status >= 500) {
      const found = `${address} answers ${response.status}, so the service, or a proxy before it, does not work`;
      return { connection: failed('Connection', found, 'Try again later, or ask the operator of the service.') };
    }
    return { connection: ok('Connection', `${address} responds`), clock };
  } catch (error) {
    const failure = findNetworkFailure(findNetworkCode(error) ?? '');
    const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
    const found = `${address} cannot be reached${through}: ${describeNetworkError(error)}`;
    const port = findEmulatorPort(new URL(address));
    const advice =
      failure?.hint ??
      (port !== undefined
        ? `Check ${nameSetting('base_url', settingsSource)}, or start the emulator: npx netingress emulator --port ${port}`
        : `Check ${nameSetting('base_url', settingsSource)}, name resolution, proxy and firewall`);
    return { connection: failed('Connection', found, `${advice}.`) };
  } finally {
    await transport.close();
  }
}

/** `now` is the time of this machine in the middle of the request. The Date header has a resolution of one second. */
function checkClock(date: string | undefined, now: number): Check {
  const name = 'Clock';
  const serviceTime = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serviceTime)) return { name, status: 'skipped', found: 'the response has no Date header' };
  const difference = now - serviceTime;
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (Math.abs(difference) < SKEW_MS.warning) return ok(name, 'agrees with the service');
  const found = `${seconds} s ${difference < 0 ? 'behind' : 'ahead of'} the service`;
  const status = Math.abs(difference) < SKEW_MS.failed ? 'warning' : 'failed';
  return { name, status, found, advice: 'Synchronize the clock of this machine (NTP).' };
}

/**
 * Reads the object of `account_object` with the key. If the account lacks the object, it may be another account, of
 * which nothing else is read. Without `account_object`, or if its object could not be read, a list checks the key.
 * `accountObject` is what {@link confirmAccountObject} returns.
 */
async function checkKey(context: CliContext): Promise<{ readonly key: Check; readonly accountObject?: Check }> {
  const name = 'API key';
  try {
    const { accountObject: id } = readClientOptions(context);
    // Otherwise the client would read the object itself, and its failure would be one of the key.
    const env = { ...context.env, [PROVIDER_ATTRIBUTES.account_object.env]: '' };
    return await withCommandClient({ ...context, env }, async ({ client }) => {
      const accountObject = id === undefined ? undefined : await confirmAccountObject(context, client, id);
      if (id === undefined || accountObject?.status === 'skipped') await client.list('ip_policy', { limit: 1 }).next();
      return { key: ok(name, 'accepted'), ...(accountObject && { accountObject }) };
    });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof CliError)) throw error;
    const rejected = error instanceof ApiError && error.category === 'credentials';
    const advice = `Set ${nameSetting('api_key', context.settingsSource)} to a key of the account at this address.`;
    const isAdvised = rejected || error instanceof CliError;
    return { key: { name, status: 'failed', found: error.message, ...(isAdvised && { advice }) } };
  }
}
