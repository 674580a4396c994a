/**
 * Calls the functions of a provider whose service is an emulator in this process. Unlike Terraform: the proposed state
 * of a plan is the configuration, without computed values of the prior state; a destruction is applied without a plan;
 * and private state is passed on from a plan to its apply only.
 */
import { createClient } from '../../../src/client';
import { createEmulator, type Emulator } from '../../../src/emulator';
import type { Profile } from '../../../src/model/profiles';
import { createProvider } from '../../../src/provider/create-provider';
import type { ProviderDiagnostic } from '../../../src/provider/protocol/diagnostic';
import type { ApplyResponse, ImportResponse, PlanResponse, Provider } from '../../../src/provider/protocol/provider';
import { impliedType } from '../../../src/provider/protocol/schema';
import { isObjectValue, type ObjectValue } from '../../../src/values/cty-value';
import { fromJson } from '../../../src/values/from-json';
import type { Json, JsonObject } from '../../../src/values/json';
import { providerVariables } from '../acceptance/workspace';
import { requestsAfter } from '../emulator/requests-of';
import { configOfSchema } from './values';

export interface Harness {
  readonly provider: Provider;
  readonly emulator: Emulator;
  /** Requests to the service so far, as `METHOD /path`. */
  requests(): string[];
  /** Query of the last request. */
  query(): string;
  /** Bodies of the requests to the service so far. */
  readonly bodies: JsonObject[];
  /** Tokens that the service has returned so far. */
  readonly tokens: string[];
  /** Breaks the connection after the service has processed the next request whose method and path match. */
  loseResponse(request: RegExp): void;
  config(type: string, values: JsonObject): ObjectValue;
  validate(type: string, values: Values): Promise<readonly ProviderDiagnostic[]>;
  plan(type: string, values: Values, prior?: ObjectValue | null, priorPrivate?: Uint8Array): Promise<PlanResponse>;
  /** Plans and applies. Throws if the plan has diagnostics; those of the apply are in the response. */
  apply(type: string, values: JsonObject, prior?: ObjectValue | null): Promise<ApplyResponse>;
  /** Plans and applies, and returns the new state. Throws if there are any diagnostics. */
  applied(type: string, values: JsonObject, prior?: ObjectValue | null): Promise<ObjectValue>;
  destroy(type: string, prior: ObjectValue): Promise<ApplyResponse>;
  read(type: string, state: ObjectValue): Promise<ObjectValue | null>;
  import(type: string, id: string): Promise<ImportResponse>;
  /**
   * Imports and reads the object, and returns its state; null if it does not exist. Throws for errors, and ignores
   * warnings of the import.
   */
  imported(type: string, id: string): Promise<ObjectValue | null>;
}

/** A configuration as JSON, or as Terraform sends it. */
type Values = JsonObject | ObjectValue;

const NO_BYTES = new Uint8Array(0);

export async function createHarness(profile: Profile['name'] = 'spec'): Promise<Harness> {
  const emulator = createEmulator({ profile });
  const bodies: JsonObject[] = [];
  const tokens: string[] = [];
  let lost: RegExp | undefined;
  let query = '';
  const fetch = async (request: Request): Promise<Response> => {
    const text = await request.clone().text();
    if (text !== '') bodies.push(JSON.parse(text) as JsonObject);
    query = new URL(request.url).search;
    const response = await emulator.fetch(request);
    const { token } = response.status === 201 ? ((await response.clone().json()) as JsonObject) : {};
    if (typeof token === 'string') tokens.push(token);
    if (!lost?.test(`${request.method} ${new URL(request.url).pathname}`)) return response;
    lost = undefined;
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  };
  const provider = createProvider({
    environment: { ...providerVariables('http://127.0.0.1', emulator.apiKey), NETINGRESS_PROFILE: profile },
    // Other settings of the provider, such as its proxy, have no effect.
    connect: ({ baseUrl, apiKey }) => createClient({ baseUrl, apiKey, fetch, profile, maxRequestsPerMinute: 0 }),
  });
  const schemaType = (type: string) => impliedType(provider.schema.resources[type]?.attributes ?? []);
  const config = (type: string, values: Values): ObjectValue =>
    isObjectValue(values) ? values : (fromJson(schemaType(type), values as Json) as ObjectValue);
  await provider.configure({ config: configOfSchema(provider.schema.provider, {}) });
  const plan: Harness['plan'] = (type, values, prior = null, priorPrivate = NO_BYTES) => {
    const given = config(type, values);
    return provider.planResource({ type, prior, proposed: given, config: given, priorPrivate });
  };
  const apply = async (type: string, values: JsonObject, prior: ObjectValue | null = null): Promise<ApplyResponse> => {
    const { planned, plannedPrivate, diagnostics } = await plan(type, values, prior);
    expectNone(diagnostics);
    return provider.applyResource({ type, prior, planned, config: config(type, values), plannedPrivate });
  };
  const read = async (type: string, current: ObjectValue): Promise<ObjectValue | null> => {
    const { state, diagnostics } = await provider.readResource({ type, current, private: NO_BYTES });
    expectNone(diagnostics);
    return state;
  };
  const importOne = (type: string, id: string): Promise<ImportResponse> => provider.importResource({ type, id });
  return {
    provider,
    emulator,
    bodies,
    tokens,
    query: () => query,
    requests: () => requestsAfter(emulator, 0),
    loseResponse: (request) => {
      lost = request;
    },
    config,
    async validate(type, values) {
      const request = { mode: 'resource', type, config: config(type, values), writeOnlyAllowed: true } as const;
      return (await provider.validate(request)).diagnostics;
    },
    plan,
    apply,
    destroy: (type, prior) =>
      provider.applyResource({ type, prior, planned: null, config: null, plannedPrivate: NO_BYTES }),
    async applied(type, values, prior) {
      const { state, diagnostics } = await apply(type, values, prior);
      expectNone(diagnostics);
      if (!state) throw new Error('Nothing was applied');
      return state;
    },
    read,
    import: importOne,
    async imported(type, id) {
      const { imported, diagnostics } = await importOne(type, id);
      expectNone(diagnostics.filter(({ severity }) => severity === 'error'));
      const [stub] = imported;
      if (!stub) throw new Error('Nothing was imported');
      return read(type, stub.state);
    },
  };
}

function expectNone(diagnostics: readonly ProviderDiagnostic[]): void {
  if (diagnostics.length > 0)
    throw new Error(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join('\n'));
}

/** A provider’s value as JSON, for comparisons. */
export function plain(value: unknown): Json {
  const known = (_: string, member: unknown): unknown => (typeof member === 'symbol' ? '(unknown)' : member);
  return JSON.parse(JSON.stringify(value, known)) as Json;
}
