/**
 * A preview without Terraform. The account is read and copied, and the report is made, as the command does it; requests
 * to the copy stand for the apply of one stack.
 */
import { NO_GATES } from '../../../src/access-review/gates';
import { openAccount } from '../../../src/account/open-account';
import { type CompleteSettings, resolveProviderSettings } from '../../../src/model/provider-settings';
import { createAccountCopies } from '../../../src/preview/account-copies';
import type { StackOutcome } from '../../../src/preview/outcome';
import { createReport, type PreviewReport, type ReportOptions } from '../../../src/preview/report';
import { UNREACHABLE_URL } from '../../../src/sandbox/attach-provider';
import type { JsonObject } from '../../../src/values/json';

export interface RequestedChange {
  /** Sends a request of a provider with this configuration, by default an empty one, and returns the response. */
  request(method: string, path: string, body?: JsonObject, config?: JsonObject): Promise<Response>;
  /** Sends a request. Throws if it is refused. */
  send(...of: Parameters<RequestedChange['request']>): Promise<void>;
  /** Sends a POST and returns the id of the object. The stack has the object under the address, if there is one. */
  create(path: string, body: JsonObject, more?: { address?: string; config?: JsonObject }): Promise<string>;
}

interface Options extends Partial<Omit<ReportOptions, 'gates'>> {
  readonly gates?: Partial<ReportOptions['gates']>;
  /** The environment of the provider, such as `env` of an app. */
  readonly env: Readonly<Record<string, string>>;
}

/** The name of the stack; the construct of `netingress_x.y` is `all/y`. */
const STACK = 'all';

/** Sends the requests of a change to a copy of the account of the environment, and reports what comes of it. */
export async function reportRequests(
  { env, gates, ...options }: Options,
  change: (account: RequestedChange) => Promise<unknown>,
): Promise<PreviewReport> {
  const { signal } = new AbortController();
  const copies = createAccountCopies({
    open: (settings) => openAccount(settings, { signal, settingsSource: 'environment' }),
    limits: options.limits ?? {},
  });
  const addresses = new Map<string, string>();
  const request: RequestedChange['request'] = (method, path, body, config = {}) => {
    const settings = resolveProviderSettings(config, env).complete as CompleteSettings;
    const { apiKey, profile, headers: more } = settings;
    const sent = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...profile.headers, ...more };
    const init = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) };
    return copies.fetch(settings, new Request(`${UNREACHABLE_URL}${path}`, init));
  };
  const expectAccepted = async (method: string, path: string, response: Response): Promise<string> => {
    const text = await response.text();
    if (response.status >= 300) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return text;
  };
  try {
    await copies.read(resolveProviderSettings({}, env).complete as CompleteSettings);
    await change({
      request,
      send: async (method, path, ...more) =>
        void (await expectAccepted(method, path, await request(method, path, ...more))),
      async create(path, body, { address, config } = {}) {
        const response = await request('POST', path, body, config);
        const { id } = JSON.parse(await expectAccepted('POST', path, response)) as { readonly id: string };
        if (address !== undefined) addresses.set(id, address);
        return id;
      },
    });
    const outcome = {
      stacks: [appliedStack(addresses)],
      leftOut: [],
      accounts: await copies.collect(),
      refused: copies.refusals(),
      findMarks: () => undefined,
    };
    return createReport(outcome, { namedAddresses: [], limits: {}, ...options, gates: { ...NO_GATES, ...gates } });
  } finally {
    await copies.close();
  }
}

function appliedStack(addresses: ReadonlyMap<string, string>): StackOutcome {
  const constructs = [...addresses.values()].map((address) => [address, `${STACK}/${address.split('.')[1]}`] as const);
  return {
    ...{ name: STACK, displayFolder: `cdktf.out/stacks/${STACK}`, status: 'applied', reason: null },
    ...{ errors: [], warnings: [], mistakes: [], inState: [], notPreviewed: [], assumed: [], stateChanged: false },
    ...{ plan: {}, nextPlan: {}, addresses, constructs: new Map(constructs) },
  };
}
