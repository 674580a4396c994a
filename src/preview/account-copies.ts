/** One emulator with a copy of the account for each pair of base URL and API key, made when it is first used. */
import { generateKeyPairSync } from 'node:crypto';
import { createEmulator, type Emulator, type Snapshot } from '../emulator';
import type { ListFailure } from '../model/inventory';
import { isJsonObject, type Json } from '../model/json';
import type { CompleteSettings } from '../model/provider-settings';

import { UNREACHABLE_URL } from '../sandbox/attach-provider';
import { copyAccount, type Placeholder } from './copy-account';
import type { CopiedAccount, OpenAccount, RefusedRequest } from './outcome';

export interface AccountCopies {
  /** Handles a request of a provider with these settings. Reads the account before the first one. */
  fetch(settings: CompleteSettings, request: Request): Promise<Response>;
  /** Reads the account of the settings now. */
  prepare(settings: CompleteSettings): Promise<void>;
  /** Waits for copies that are being made. */
  collect(): Promise<CopiedAccount[]>;
  /** Every refused request so far. */
  refusals(): readonly RefusedRequest[];
  apiKeys(): readonly string[];
  close(): Promise<void>;
}

export interface AccountCopiesOptions {
  readonly open: OpenAccount;
  readonly limits: Readonly<Record<string, number>>;
}

interface Copy {
  readonly baseUrl: string;
  readonly emulator: Emulator;
  readonly before: Snapshot;
  readonly failures: readonly { readonly kind: string; readonly failure: ListFailure }[];
  readonly problems: readonly string[];
  readonly placeholders: readonly Placeholder[];
  readonly readRequests: number;
  readonly settings: CompleteSettings;
}

export function createAccountCopies({ open, limits }: AccountCopiesOptions): AccountCopies {
  const copies = new Map<string, Promise<Copy>>();
  const failed: CopiedAccount[] = [];
  const refused: RefusedRequest[] = [];
  const apiKeys = new Set<string>();

  const copyOf = (settings: CompleteSettings): Promise<Copy> => {
    apiKeys.add(settings.apiKey);
    const key = `${String(settings.baseUrl)}\0${settings.apiKey}`;
    const earlier = [...copies.values()];
    const create = async (): Promise<Copy> =>
      (await findByCreatedKey(earlier, settings)) ?? createCopy(settings, open, limits);
    const copy = copies.get(key) ?? create();
    copies.set(key, copy);
    return copy;
  };
  return {
    async fetch(settings, request) {
      let copy: Copy;
      try {
        copy = await copyOf(settings);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (!failed.some((account) => account.unreadable === reason && account.baseUrl === settings.baseUrl)) {
          failed.push(await unreadableAccount(settings, reason));
        }
        return unreadableResponse(reason);
      }
      const response = await copy.emulator.fetch(atRealOrigin(request, settings));
      if (response.status >= 400) await recordRefusal(refused, request, response.clone());
      return response;
    },
    async prepare(settings) {
      await copyOf(settings);
    },
    async collect() {
      const made = await Promise.allSettled(copies.values());
      const read = new Set(made.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
      return [...(await Promise.all([...read].map(toCopiedAccount))), ...failed];
    },
    refusals: () => refused,
    apiKeys: () => [...apiKeys],
    async close() {
      const made = await Promise.allSettled(copies.values());
      await Promise.all(made.map((result) => result.status === 'fulfilled' && result.value.emulator.close()));
    },
  };
}

/** An API key that the change creates belongs to the account in which it was created. */
async function findByCreatedKey(
  copies: readonly Promise<Copy>[],
  { baseUrl, apiKey }: CompleteSettings,
): Promise<Copy | undefined> {
  for (const pending of copies) {
    const copy = await pending.catch(() => undefined);
    if (copy?.baseUrl !== baseUrl) continue;
    const headers = { authorization: `Bearer ${apiKey}`, ...copy.settings.profile.headers };
    const { status } = await copy.emulator.fetch(new Request(`${UNREACHABLE_URL}/ip_policies?limit=1`, { headers }));
    if (status === 200) return copy;
  }
  return undefined;
}

async function createCopy(
  settings: CompleteSettings,
  open: OpenAccount,
  limits: Readonly<Record<string, number>>,
): Promise<Copy> {
  const opened = await open(settings);
  const emulator = createEmulator({
    profile: settings.profile.name,
    apiKeys: [settings.apiKey],
    // Certificate jobs end at once.
    certificates: { seconds: 0 },
    limits,
  });
  const common = { baseUrl: String(settings.baseUrl), emulator, settings };
  if ('snapshot' in opened) {
    await emulator.restore(opened.snapshot);
    const before = await emulator.snapshot();
    return { ...common, before, failures: [], problems: [], placeholders: [], readRequests: 0 };
  }
  const { inventory, requests } = opened;
  const { snapshot, placeholders, problems } = copyAccount(
    inventory,
    await emulator.snapshot({ secrets: true }),
    { sshAuthorityKey: createSigningKey() },
    emulator.clock.now(),
  );
  await emulator.restore(snapshot);
  return {
    ...common,
    before: await emulator.snapshot(),
    failures: inventory.kinds.flatMap(({ kind, failure }) => (failure ? [{ kind, failure }] : [])),
    problems,
    placeholders,
    readRequests: requests,
  };
}

function createSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function toCopiedAccount(copy: Copy): Promise<CopiedAccount> {
  const { baseUrl, emulator, before, failures, problems, placeholders, readRequests, settings } = copy;
  const { profile, maxRequestsPerMinute } = settings;
  const limit = maxRequestsPerMinute ?? profile.requestsPerMinute ?? 0;
  return {
    baseUrl,
    before,
    after: await emulator.snapshot(),
    failures,
    problems,
    placeholders,
    readRequests,
    requests: emulator.requests(),
    auditEvents: emulator.events().length,
    ...(limit > 0 && { requestsPerMinute: limit }),
  };
}

async function unreadableAccount({ baseUrl }: CompleteSettings, reason: string): Promise<CopiedAccount> {
  const empty = await createEmulator().snapshot();
  return {
    baseUrl: String(baseUrl),
    before: empty,
    after: empty,
    failures: [],
    problems: [],
    placeholders: [],
    unreadable: reason,
    readRequests: 0,
    requests: [],
    auditEvents: 0,
  };
}

/** A rejection that the client does not repeat. It has no operation, so it is not a refusal of the service. */
function unreadableResponse(reason: string): Response {
  const msg = `Not previewed: the account could not be read. ${reason}`;
  return Response.json({ status_code: 403, msg, details: {} }, { status: 403 });
}

/** The copy renders URIs with the origin of the request. */
function atRealOrigin(request: Request, { baseUrl }: CompleteSettings): Request {
  const { pathname, search } = new URL(request.url);
  return new Request(new URL(`${pathname}${search}`, new URL(String(baseUrl)).origin), request);
}

async function recordRefusal(refused: RefusedRequest[], { method, url }: Request, response: Response): Promise<void> {
  const body = (await response.json().catch(() => null)) as Json;
  if (!isJsonObject(body) || !isJsonObject(body['details'])) return;
  const operation = body['details']['operation_id'];
  if (typeof operation !== 'string') return;
  refused.push({
    operation,
    method,
    path: new URL(url).pathname,
    status: response.status,
    code: typeof body['error_code'] === 'string' ? body['error_code'] : null,
    message: String(body['msg'] ?? ''),
  });
}
