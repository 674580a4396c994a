/**
 * Creates an emulator with a copy of each account when the first request for the account arrives, or by `read`.
 * Provider configurations with different keys or URLs share a copy if their lists show that they belong to one account,
 * so that each sees the changes of the other. If the lists do not decide it, each configuration has a copy, and the
 * report says so.
 */

import { createHash, generateKeyPairSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { compareAccounts, OtherAccountError } from '../account/identity';
import type { ReadAccountResult } from '../account/open-account';
import { findAccountFailure } from '../account/read-account';
import { createEmulator, type Emulator, type Snapshot, type SnapshotObject } from '../emulator';
import { distinct, groupBy } from '../model/arrays';
import type { AccountInventory } from '../model/inventory';
import { normalizeBaseUrl } from '../model/net/base-url';
import { holdsObjects } from '../model/other-account';
import type { CompleteSettings } from '../model/provider-settings';
import { endpoint } from '../model/resources/sessions';
import { toList } from '../objects/from-account';
import type { ObjectList } from '../objects/objects';
import { UNREACHABLE_URL } from '../sandbox/attach-provider';
import { isJsonObject, type Json } from '../values/json';
import { Identities, Unknown } from '../values/known';
import type { DescribedFailure } from '../values/read-failure';
import type { Words } from '../values/words';
import { toLists } from './access';
import { copyAccount, type Placeholder } from './copy-account';
import type { CopyProblem } from './copy-problems';
import type { CopiedAccount, OpenAccount, RefusedRequest, SecretDigests } from './outcome';
import { ACCOUNT_NOT_READ, findUnread, NOT_PREVIEWED } from './unread';

export interface AccountCopies {
  fetch(settings: CompleteSettings, request: Request): Promise<Response>;
  /** Reads the account of a provider that sends no request. */
  read(settings: CompleteSettings): Promise<void>;
  /** Also accounts that could not be read, but none that lacks its `account_object`. Waits for copies in the making. */
  collect(): Promise<CopiedAccount[]>;
  /** How many accounts `collect` would return now. Takes no snapshots of them. */
  count(): Promise<number>;
  /** The objects of all copies as they were when `remember` was called. A later copy has those that it began with. */
  remember(): Promise<() => Promise<ObjectList[]>>;
  /** The requests so far that a copy refused as the service would; not those about something that was not read. */
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
  /** The account as it was read; undefined for a snapshot. */
  readonly inventory: AccountInventory | undefined;
  readonly before: Snapshot;
  readonly digestsBefore: SecretDigests;
  readonly failures: readonly { readonly kind: string; readonly failure: DescribedFailure }[];
  readonly problems: CopyProblem[];
  readonly placeholders: readonly Placeholder[];
  readonly agentEndpoints: ObjectList;
  /** See `AccountCopy.uncopied`. */
  readonly uncopied: readonly string[];
  readonly settings: CompleteSettings;
  readRequests: number;
}

/** A copy, and the API key with which requests of these settings are sent to it. */
interface CopyAccess {
  readonly copy: Copy;
  readonly apiKey: string;
}

export function createAccountCopies({ open, limits }: AccountCopiesOptions): AccountCopies {
  const copies = new Map<string, Promise<CopyAccess>>();
  /**
   * One entry for each URL, key, profile and headers whose account could not be read. The error does not tell entries
   * apart: all requests that run at once fail, and each message may name its own request.
   */
  const failed = new Map<string, Promise<CopiedAccount>>();
  const refused: RefusedRequest[] = [];
  const apiKeys = new Set<string>();

  const copyOf = (settings: CompleteSettings): Promise<CopyAccess> => {
    apiKeys.add(settings.apiKey);
    // An earlier copy for this key may lack another account_object: `findOrCreateCopy` then asks the real account.
    const { accountObject = '', apiKey, baseUrl, profile, headers } = settings;
    const key = JSON.stringify([normalizeBaseUrl(String(baseUrl)), apiKey, accountObject, profile.name, headers]);
    const earlier = [...copies.values()];
    const copy = copies.get(key) ?? findOrCreateCopy(earlier, settings, { open, limits });
    copies.set(key, copy);
    return copy;
  };
  const collectCopies = async (): Promise<Copy[]> => {
    const made = await Promise.allSettled(copies.values());
    return [...new Set(made.flatMap((result) => (result.status === 'fulfilled' ? [result.value.copy] : [])))];
  };
  const openCopy = async (settings: CompleteSettings): Promise<CopyAccess | Response> => {
    try {
      return await copyOf(settings);
    } catch (error) {
      // The first request of a provider with account_object reads that object.
      if (error instanceof OtherAccountError) return missingResponse(error.message);
      const reason = error instanceof Error ? error.message : String(error);
      const { baseUrl, apiKey, profile, headers } = settings;
      const key = JSON.stringify([normalizeBaseUrl(String(baseUrl)), apiKey, profile.name, headers]);
      if (!failed.has(key)) failed.set(key, unreadableAccount(settings, reason));
      return unreadResponse(ACCOUNT_NOT_READ, `the account could not be read. ${reason}`);
    }
  };
  return {
    async read(settings) {
      await openCopy(settings);
    },
    async fetch(settings, request) {
      const access = await openCopy(settings);
      if (access instanceof Response) return access;
      const { copy, apiKey } = access;
      const unread = findUnread(copy, request);
      if (unread !== undefined) return unreadResponse(NOT_PREVIEWED, unread);
      const response = await copy.emulator.fetch(toCopyRequest(request, settings, apiKey));
      if (response.status < 400) return response;
      // An object that the copy lacks may be in a list that was not read.
      if (copy.failures.length > 0 && request.method !== 'GET') {
        return unreadResponse(
          NOT_PREVIEWED,
          `${describeFailures(copy)}, so whether the service refuses the request is not known`,
        );
      }
      await recordRefusal(refused, request, response.clone());
      return response;
    },
    async collect() {
      const copied = (await collectCopies()).map(toCopiedAccount);
      return Promise.all([...copied, ...failed.values()]);
    },
    count: async () => (await collectCopies()).length + failed.size,
    async remember() {
      const now = new Map<Copy, Snapshot>();
      for (const copy of await collectCopies()) now.set(copy, await copy.emulator.snapshot());
      return async () => {
        const all = (await collectCopies()).flatMap((copy) =>
          toLists(copy, now.get(copy) ?? copy.before, new Identities()),
        );
        return [...groupBy(all, ({ kind }) => kind)].map(([kind, lists]) => {
          const incomplete = lists.find((list) => list.incomplete)?.incomplete;
          return { kind, objects: lists.flatMap(({ objects }) => objects), ...(incomplete && { incomplete }) };
        });
      };
    },
    refusals: () => refused,
    apiKeys: () => [...apiKeys],
    async close() {
      await Promise.all((await collectCopies()).map(({ emulator }) => emulator.close()));
    },
  };
}

async function findOrCreateCopy(
  earlier: readonly Promise<CopyAccess>[],
  settings: CompleteSettings,
  options: AccountCopiesOptions,
): Promise<CopyAccess> {
  const existing: Copy[] = [];
  for (const pending of earlier) {
    const found = await pending.catch(() => undefined);
    if (found && !existing.includes(found.copy)) existing.push(found.copy);
  }
  const opened = existing.find((copy) => isOpenedWith(copy, settings));
  if (opened) return { copy: opened, apiKey: settings.apiKey };
  const created = await findByCreatedKey(existing, settings);
  if (created) return { copy: created, apiKey: settings.apiKey };
  const account = await options.open(settings);
  if ('snapshot' in account) {
    return { copy: await restoreCopy(settings, account.snapshot, options), apiKey: settings.apiKey };
  }
  const { inventory, requests, now } = account;
  const view = { baseUrl: String(settings.baseUrl), inventory };
  const problems: CopyProblem[] = [];
  for (const copy of existing) {
    if (!copy.inventory) continue;
    const identity = compareAccounts({ baseUrl: copy.baseUrl, inventory: copy.inventory }, view);
    if (identity === 'same') {
      copy.readRequests += requests;
      copy.problems.push(...findUnseen(copy.inventory, inventory), ...findOtherProfile(copy, settings));
      return { copy, apiKey: copy.settings.apiKey };
    }
    if (identity === 'unknown') problems.push({ problem: 'same_account', baseUrl: copy.baseUrl });
  }
  const copy = await createCopy(settings, { inventory, requests, now }, options);
  copy.problems.push(...problems);
  return { copy, apiKey: settings.apiKey };
}

/**
 * Whether the copy was read with these settings. The same key with another `account_object` needs no second copy if the
 * account has listed that object. Another profile lists other kinds, and a gateway may select the account by a header.
 * The copy of a snapshot is that of every configuration with its key and URL.
 */
function isOpenedWith({ inventory, settings }: Copy, other: CompleteSettings): boolean {
  const { baseUrl, apiKey, accountObject, profile, headers } = other;
  if (settings.apiKey !== apiKey || !isSameBaseUrl(settings.baseUrl, baseUrl)) return false;
  if (!inventory) return true;
  if (settings.profile.name !== profile.name || !isDeepStrictEqual(settings.headers, headers)) return false;
  const isListed = inventory.kinds.some(({ objects }) => objects.some(({ id }) => id === accountObject));
  return accountObject === undefined || isListed;
}

function findOtherProfile({ baseUrl, settings }: Copy, { profile }: CompleteSettings): CopyProblem[] {
  const profiles = [settings.profile.name, profile.name] as const;
  return profiles[0] === profiles[1] ? [] : [{ problem: 'profiles', baseUrl, profiles }];
}

function isSameBaseUrl(a: string | undefined, b: string | undefined): boolean {
  return normalizeBaseUrl(String(a)) === normalizeBaseUrl(String(b));
}

/** Returns the copy that accepts the API key, because the change has created the key in it. */
async function findByCreatedKey(
  copies: readonly Copy[],
  { baseUrl, apiKey }: CompleteSettings,
): Promise<Copy | undefined> {
  for (const copy of copies) {
    // The key with which the account was read is in the copy, too.
    if (!isSameBaseUrl(copy.baseUrl, baseUrl) || copy.settings.apiKey === apiKey) continue;
    const headers = { authorization: `Bearer ${apiKey}`, ...copy.settings.profile.headers };
    const { status } = await copy.emulator.fetch(new Request(`${UNREACHABLE_URL}/ip_policies?limit=1`, { headers }));
    if (status === 200) return copy;
  }
  return undefined;
}

function findUnseen(first: AccountInventory, second: AccountInventory): CopyProblem[] {
  return second.kinds.flatMap(({ kind, objects, failure }): CopyProblem[] => {
    const listing = first.kinds.find((each) => each.kind === kind);
    const seen = new Set(listing?.objects.map(({ id }) => id));
    const unseen = objects.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
    const found: CopyProblem[] = unseen.length > 0 ? [{ problem: 'unseen', of: kind, ids: unseen }] : [];
    // The report has what the first key could not read anyway.
    if (!failure || listing?.failure) return found;
    const { message: _, ...unread } = failure;
    return [...found, { problem: 'unread', of: kind, failure: unread }];
  });
}

function createCopyEmulator(settings: CompleteSettings, limits: AccountCopiesOptions['limits']): Emulator {
  return createEmulator({
    profile: settings.profile.name,
    apiKeys: [settings.apiKey],
    // Terraform waits for certificate jobs.
    certificates: { seconds: 0 },
    limits,
  });
}

async function restoreCopy(
  settings: CompleteSettings,
  snapshot: Snapshot,
  { limits }: AccountCopiesOptions,
): Promise<Copy> {
  const emulator = createCopyEmulator(settings, limits);
  await emulator.restore(snapshot);
  const before = await emulator.snapshot();
  const digestsBefore = await digestSecrets(emulator, before);
  const objects = Object.values(before.accounts).flatMap((account) => account.objects[endpoint.name] ?? []);
  return {
    baseUrl: String(settings.baseUrl),
    emulator,
    settings,
    inventory: undefined,
    before,
    digestsBefore,
    failures: [],
    problems: [],
    placeholders: [],
    agentEndpoints: toList(endpoint.name, objects),
    uncopied: [],
    readRequests: 0,
  };
}

async function createCopy(
  settings: CompleteSettings,
  { inventory, requests, now }: ReadAccountResult,
  { limits }: AccountCopiesOptions,
): Promise<Copy> {
  const failure = findAccountFailure(inventory);
  if (failure) throw new Error(failure.message);
  const emulator = createCopyEmulator(settings, limits);
  // Grants end by the time of the service, which may differ from that of this machine.
  emulator.clock.set(now);
  // This list has the endpoints of agents, which no resource makes: they are reported as the account lists them.
  const agents = inventory.kinds.find(({ kind }) => kind === endpoint.name);
  const { snapshot, placeholders, problems, uncopied } = copyAccount(
    { kinds: inventory.kinds.filter((listing) => listing !== agents) },
    await emulator.snapshot({ secrets: true }),
    { sshAuthorityKey: createSigningKey() },
    emulator.clock.now(),
  );
  await emulator.restore(snapshot);
  const before = await emulator.snapshot();
  return {
    baseUrl: String(settings.baseUrl),
    emulator,
    settings,
    inventory,
    before,
    digestsBefore: await digestSecrets(emulator, before),
    failures: inventory.kinds.flatMap(({ kind, failure }) => (failure ? [{ kind, failure }] : [])),
    problems: [...problems],
    placeholders,
    uncopied,
    agentEndpoints: agents
      ? toList(endpoint.name, agents.objects, agents.failure && new Unknown({ kind: 'unread', list: endpoint.name }))
      : // The specification has no endpoints of agents. Under another profile they are unknown if no list has them.
        toList(
          endpoint.name,
          [],
          settings.profile.name === 'spec' ? undefined : new Unknown({ kind: 'agents', source: 'account' }),
        ),
    readRequests: requests,
  };
}

function describeFailures({ failures }: Copy): Words {
  return failures
    .map(({ kind, failure }) => `the list of ${kind} objects could not be read (${failure.message})`)
    .join(', ');
}

function createSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function toCopiedAccount(copy: Copy): Promise<CopiedAccount> {
  const { emulator, inventory, settings, digestsBefore, uncopied: _, problems, ...account } = copy;
  const { profile, maxRequestsPerMinute } = settings;
  const limit = maxRequestsPerMinute ?? profile.requestsPerMinute ?? 0;
  const after = await emulator.snapshot();
  return {
    ...account,
    problems: distinct(problems),
    isBound: settings.accountObject !== undefined,
    holdsObjects: inventory !== undefined && holdsObjects(inventory),
    after,
    secretDigests: { before: digestsBefore, after: await digestSecrets(emulator, after) },
    requests: emulator.requests(),
    auditEvents: emulator.events().length,
    ...(limit > 0 && { requestsPerMinute: limit }),
  };
}

/**
 * `shown` is a snapshot without secrets. An object has secrets if its values are different in a snapshot with secrets;
 * the digest is that of the latter values.
 */
async function digestSecrets(emulator: Emulator, shown: Snapshot): Promise<SecretDigests> {
  const shownById = new Map(listObjects(shown).map(({ id, values }) => [id, values]));
  const complete = listObjects(await emulator.snapshot({ secrets: true }));
  return new Map(
    complete
      .filter(({ id, values }) => !isDeepStrictEqual(shownById.get(id), values))
      .map(({ id, values }) => [id, createHash('sha256').update(JSON.stringify(values)).digest('hex')]),
  );
}

function listObjects({ accounts }: Snapshot): SnapshotObject[] {
  return Object.values(accounts).flatMap(({ objects }) => Object.values(objects).flat());
}

async function unreadableAccount({ baseUrl }: CompleteSettings, reason: string): Promise<CopiedAccount> {
  const empty = await createEmulator().snapshot();
  return {
    baseUrl: String(baseUrl),
    before: empty,
    after: empty,
    secretDigests: { before: new Map(), after: new Map() },
    failures: [],
    problems: [],
    placeholders: [],
    agentEndpoints: toList(endpoint.name, [], new Unknown({ kind: 'agents', source: 'account' })),
    isBound: false,
    holdsObjects: false,
    unreadable: reason,
    readRequests: 0,
    requests: [],
    auditEvents: 0,
  };
}

/** The client does not repeat a request after 403. Without an operation the response is no refusal of the service. */
function unreadResponse(code: string, msg: Words): Response {
  return Response.json({ status_code: 403, error_code: code, msg, details: {} }, { status: 403 });
}

/** Without an operation the response is no refusal of the copy. */
function missingResponse(msg: Words): Response {
  return Response.json({ status_code: 404, msg, details: {} }, { status: 404 });
}

/**
 * The copy writes the origin of a request into URIs, so the request gets that of the real account. `copyKey` is the key
 * that the copy accepts.
 */
function toCopyRequest(request: Request, { baseUrl, apiKey }: CompleteSettings, copyKey: string): Request {
  const { pathname, search } = new URL(request.url);
  const sent = new Request(new URL(`${pathname}${search}`, new URL(String(baseUrl)).origin), request);
  if (copyKey !== apiKey) sent.headers.set('authorization', `Bearer ${copyKey}`);
  return sent;
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
