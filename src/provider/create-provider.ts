/** The provider: the operations of the plugin protocol over the resources of the model. */
import type { ServiceClient } from '../client/api';
import type { Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { kindIn } from '../model/profiles';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { type CtyValue, isWhollyKnown, type ObjectValue, objectValue } from '../values/cty-value';
import { readableData } from './data-sources/registry';
import { type EphemeralResource, ephemeralKind, isEphemeralKind } from './ephemeral';
import { FUNCTIONS } from './functions';
import { type ListableResource, listableKind } from './list';
import { type Diagnostic, hasErrors } from './protocol/diagnostic';
import { identitySchema } from './protocol/identity';
import {
  inputsUnknown,
  needsConfiguration,
  providerNotConfigured,
  readSkipped,
  rejectedSetting,
  resourceType,
  unexpected,
} from './protocol/messages';
import type {
  ApplyRequest,
  ApplyResponse,
  DeferredReason,
  DiagnosticsResponse,
  GenerateResponse,
  ImportResponse,
  ListedResource,
  ListRequest,
  MoveResponse,
  OpenResponse,
  PlanRequest,
  PlanResponse,
  Provider,
  ReadDataResponse,
  ReadRequest,
  ReadResponse,
  StateResponse,
} from './protocol/provider';
import { readOnlySet } from './protocol/read-only';
import type { IdentitySchema, ProviderSchema, Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import type { ManagedResource, ReadableData } from './resources/managed-resource';
import { managedResources } from './resources/registry';
import { createRateLimitWarning, type RateLimitWarning } from './service/rate-limit-warning';
import { isServiceError } from './service/service-error';
import { createSession, type Session } from './service/session';
import { type Environment, resolveSettings, type Settings } from './settings';
import { configFromState } from './state/generate-config';
import { moveState } from './state/move';
import { upgradeState } from './state/upgrade-state';
import { unsupportedWriteOnly } from './state/write-only-values';

/** What the provider is given by the process it runs in. */
export interface ProviderOptions {
  readonly environment: Environment;
  /** Connects to the service; called once per configuration, sends nothing by itself. */
  readonly connect: (settings: Settings) => ServiceClient;
  /** Removes known secrets from the text of an unexpected exception. */
  readonly redact?: (text: string) => string;
  /** By default all kinds of the model. */
  readonly kinds?: readonly Kind[];
}

/** What a process knows after ConfigureProvider. */
interface Configuration {
  /** Undefined while something of the configuration is not known yet. */
  readonly session: Session | undefined;
  readonly rate?: RateLimitWarning | undefined;
  readonly unknown: readonly string[];
}

/** Everything that has a type, by its type. */
interface Offers {
  readonly resources: ReadonlyMap<string, ManagedResource>;
  readonly dataSources: ReadonlyMap<string, ReadableData>;
  readonly ephemeral: ReadonlyMap<string, EphemeralResource>;
  readonly lists: ReadonlyMap<string, ListableResource>;
  /** The kinds by the type of their resource. */
  readonly kinds: ReadonlyMap<string, Kind>;
}

function offersOf(kinds: readonly Kind[]): Offers {
  const byType = <T extends { readonly type: string }>(items: readonly T[]): ReadonlyMap<string, T> =>
    new Map(items.map((item) => [item.type, item]));
  return {
    resources: byType(managedResources(kinds)),
    dataSources: byType(readableData(kinds)),
    ephemeral: byType(kinds.filter(isEphemeralKind).map(ephemeralKind)),
    lists: byType(kinds.map(listableKind)),
    kinds: new Map(kinds.map((kind) => [resourceType(kind), kind])),
  };
}

/** A provider for all kinds of the model. */
export function createProvider({ environment, connect, redact, kinds = KINDS }: ProviderOptions): Provider {
  const unconfigured = offersOf(kinds);
  const schema = schemaOf(unconfigured);
  let offers = unconfigured;
  let configuration: Configuration | undefined;
  let stop = new AbortController();

  const resourceOf = (type: string): ManagedResource => known(offers.resources, type);
  const stopped = (): AbortSignal => stop.signal;
  /** Runs an operation; an exception becomes a diagnostic beside what is known to be true. */
  const guard = async <T extends object>(
    operation: string,
    truth: T,
    run: () => Promise<T & DiagnosticsResponse>,
  ): Promise<T & DiagnosticsResponse> => {
    try {
      return await run();
    } catch (failure) {
      return { ...truth, diagnostics: [unexpected(operation, failure, redact)] };
    }
  };
  /** Adds, once, what a limit on the rate of requests did to the run. */
  const paced = async <T extends DiagnosticsResponse>(operation: Promise<T>): Promise<T> => {
    const answer = await operation;
    const warnings = configuration?.rate?.throttledMs() ?? [];
    return warnings.length === 0 ? answer : { ...answer, diagnostics: [...answer.diagnostics, ...warnings] };
  };

  return {
    schema,
    async validateProviderConfig(config) {
      // Missing settings are no error here: validation runs without credentials.
      const { diagnostics } = resolveSettings(config, {});
      return { diagnostics };
    },
    async configure({ config }) {
      const { settings, profile, unknown, ...found } = resolveSettings(config, environment);
      const own = kinds.map((kind) => kindIn(kind, profile));
      offers = own.every((kind, index) => kind === kinds[index]) ? unconfigured : offersOf(own);
      const diagnostics = [...found.diagnostics, ...found.missing];
      configuration = undefined;
      if (hasErrors(diagnostics)) return { diagnostics };
      try {
        const client = settings && connect(settings);
        configuration = {
          session: client && createSession(client, stopped),
          rate: client && createRateLimitWarning(client.rateUse, settings),
          unknown,
        };
        return { diagnostics };
      } catch (failure) {
        const problem = isServiceError(failure) ? rejectedSetting(failure) : unexpected('Configuring', failure, redact);
        return { diagnostics: [...diagnostics, problem] };
      }
    },
    async validateResource({ type, config, writeOnlyAllowed }) {
      return guard('Validating', {}, async () => {
        const { schema, validate } = resourceOf(type);
        const refused = writeOnlyAllowed ? [] : unsupportedWriteOnly(schema.attributes, config);
        return { diagnostics: [...refused, ...readOnlySet(schema.attributes, config), ...validate(config)] };
      });
    },
    async upgradeState(request) {
      return guard<Omit<StateResponse, 'diagnostics'>>('Upgrading a state', { state: null }, async () =>
        upgradeState(resourceOf(request.type), request),
      );
    },
    async moveState(request) {
      const nothing = { state: null, private: new Uint8Array() };
      return guard<Omit<MoveResponse, 'diagnostics'>>('Moving a state', nothing, async () =>
        moveState(known(offers.kinds, request.targetType), request),
      );
    },
    async readResource(request) {
      return paced(guard('Reading', keptOnRead(request), () => read(resourceOf(request.type), request, configuration)));
    },
    async planResource(request) {
      return guard('Planning', keptOnPlan(request), async () => {
        const resource = resourceOf(request.type);
        const answer = await plan(resource, request);
        const warnings = configuration?.rate?.planned(resource, request, answer) ?? [];
        return warnings.length === 0 ? answer : { ...answer, diagnostics: [...answer.diagnostics, ...warnings] };
      });
    },
    async applyResource(request) {
      const kept = keptOnApply(request);
      const onCreated = (id: string): void => {
        kept.state = stateOfCreated(request.planned, id);
      };
      return paced(
        guard('Applying', kept, () => {
          const resource = resourceOf(request.type);
          configuration?.rate?.applying(resource, request.prior, request.planned);
          return apply(resource, request, configuration, onCreated);
        }),
      );
    },
    async importResource({ type, id }) {
      const session = configuration?.session;
      if (!session) {
        const why = configuration ? needsConfiguration(type, configuration.unknown) : providerNotConfigured();
        return { imported: [], diagnostics: [why] };
      }
      return guard<Omit<ImportResponse, 'diagnostics'>>('Importing', { imported: [] }, () =>
        resourceOf(type).import(session, id),
      );
    },
    async validateDataSource({ type, config }) {
      return guard('Validating', {}, async () => validateConfig(known(offers.dataSources, type), config));
    },
    async readDataSource({ type, config, deferralAllowed }) {
      const ready = readiness(configuration, type, config, deferralAllowed);
      if (!ready.session) return { state: null, ...ready.instead };
      return paced(
        guard<Omit<ReadDataResponse, 'diagnostics'>>('Reading a data source', { state: null }, () =>
          known(offers.dataSources, type).read(ready.session, config),
        ),
      );
    },
    async validateEphemeral({ type, config }) {
      return guard('Validating', {}, async () => validateConfig(known(offers.ephemeral, type), config));
    },
    async openEphemeral(request) {
      const { type, config, deferralAllowed } = request;
      const nothing = { result: null, private: new Uint8Array() };
      const ready = readiness(configuration, type, config, deferralAllowed);
      if (!ready.session) return { ...nothing, ...ready.instead };
      return guard<Omit<OpenResponse, 'diagnostics'>>('Opening an ephemeral resource', nothing, () =>
        known(offers.ephemeral, type).open(ready.session, request),
      );
    },
    async closeEphemeral({ type, private: opened }) {
      const session = configuration?.session;
      if (!session) return { diagnostics: [providerNotConfigured()] };
      return guard('Closing an ephemeral resource', {}, async () => ({
        diagnostics: await known(offers.ephemeral, type).close(session, opened),
      }));
    },
    async validateList({ type, config }) {
      return guard('Validating', {}, async () => validateConfig(known(offers.lists, type), config));
    },
    listResources(request) {
      return listed(offers.lists, request, configuration, redact);
    },
    async generateConfig({ type, state }) {
      return guard<Omit<GenerateResponse, 'diagnostics'>>('Generating a configuration', { config: null }, async () => ({
        config: configFromState(resourceOf(type).attributes, state),
        diagnostics: [],
      }));
    },
    async callFunction({ name, arguments: args }) {
      try {
        return known(functions, name).call(...args);
      } catch (failure) {
        return { error: unexpected(`Function ${name}`, failure, redact).detail };
      }
    },
    stop() {
      stop.abort(new Error('Terraform was interrupted'));
      stop = new AbortController();
    },
  };
}

function schemaOf({ resources, dataSources, ephemeral, lists }: Offers): ProviderSchema {
  const schemas = (items: ReadonlyMap<string, { readonly schema: Schema }>) =>
    Object.fromEntries([...items].map(([type, { schema }]) => [type, schema]));
  return {
    provider: {
      version: 0,
      description: 'Manages the configuration of a network ingress service.',
      // The defaults stand in the documentation: a provider's configuration has no plan to show them in.
      attributes: schemaAttributes(PROVIDER_ATTRIBUTES).map(({ computed: _, ...attribute }) => attribute),
    },
    resources: schemas(resources),
    dataSources: schemas(dataSources),
    ephemeralResources: schemas(ephemeral),
    listResources: schemas(lists),
    identities: Object.fromEntries(
      [...resources].flatMap(([type, { schema }]): [string, IdentitySchema][] => {
        const identity = identitySchema(schema);
        return identity ? [[type, identity]] : [];
      }),
    ),
    functions: Object.fromEntries(FUNCTIONS.map(({ name, schema }) => [name, schema])),
  };
}

/** Whether the service can be asked with this configuration now, or what to answer instead. */
function readiness(
  configuration: Configuration | undefined,
  type: string,
  config: ObjectValue,
  deferralAllowed: boolean,
):
  | { readonly session: Session }
  | {
      readonly session?: undefined;
      readonly instead: { readonly diagnostics: readonly Diagnostic[]; readonly deferred?: DeferredReason };
    } {
  if (!configuration) return { instead: { diagnostics: [providerNotConfigured()] } };
  const { session, unknown } = configuration;
  if (!session) {
    return deferralAllowed
      ? { instead: { diagnostics: [], deferred: 'provider_config_unknown' } }
      : { instead: { diagnostics: [needsConfiguration(type, unknown)] } };
  }
  if (isWhollyKnown(config)) return { session };
  return deferralAllowed
    ? { instead: { diagnostics: [], deferred: 'resource_config_unknown' } }
    : { instead: { diagnostics: [inputsUnknown(type)] } };
}

/** A list; whatever goes wrong is its last event. */
async function* listed(
  lists: Offers['lists'],
  request: ListRequest,
  configuration: Configuration | undefined,
  redact: ProviderOptions['redact'],
): AsyncGenerator<ListedResource> {
  const failed = (diagnostic: Diagnostic): ListedResource => ({
    identity: null,
    displayName: '',
    object: null,
    diagnostics: [diagnostic],
  });
  const session = configuration?.session;
  if (!session) {
    yield failed(configuration ? needsConfiguration(request.type, configuration.unknown) : providerNotConfigured());
    return;
  }
  try {
    yield* known(lists, request.type).list(session, request);
  } catch (failure) {
    yield failed(unexpected('Listing', failure, redact));
  }
}

function validateConfig(
  { schema, validate }: Pick<ReadableData, 'schema' | 'validate'>,
  config: ObjectValue,
): { readonly diagnostics: readonly Diagnostic[] } {
  return { diagnostics: [...readOnlySet(schema.attributes, config), ...validate(config)] };
}

const functions = new Map(FUNCTIONS.map((each) => [each.name, each]));

function known<T>(items: ReadonlyMap<string, T>, type: string): T {
  const item = items.get(type);
  if (!item) throw new Error(`The provider has no type '${type}'; it has ${[...items.keys()].join(', ')}`);
  return item;
}

function keptOnRead(request: ReadRequest): Omit<ReadResponse, 'diagnostics'> {
  return { state: request.current, private: request.private };
}

function keptOnPlan({ prior, priorPrivate }: PlanRequest): Omit<PlanResponse, 'diagnostics'> {
  return { planned: prior, requiresReplace: [], plannedPrivate: priorPrivate };
}

function keptOnApply(request: ApplyRequest): {
  state: ApplyResponse['state'];
  readonly private: ApplyResponse['private'];
} {
  return { state: request.prior, private: request.plannedPrivate };
}

/** What is certain of an object whose creation succeeded: its identifier and the values that were known in the plan. */
function stateOfCreated(planned: ObjectValue | null, id: string): ObjectValue {
  const known = Object.entries(planned ?? {}).map(([name, value]): [string, CtyValue] => [
    name,
    isWhollyKnown(value) ? value : null,
  ]);
  return objectValue([...known, ['id', id]]);
}

async function read(
  resource: ManagedResource,
  request: ReadRequest,
  configuration: Configuration | undefined,
): Promise<ReadResponse> {
  if (!configuration) return { ...keptOnRead(request), diagnostics: [providerNotConfigured()] };
  if (!configuration.session) return { ...keptOnRead(request), diagnostics: [readSkipped(configuration.unknown)] };
  return resource.read(configuration.session, request);
}

async function plan(resource: ManagedResource, request: PlanRequest): Promise<PlanResponse> {
  if (!request.config || !request.proposed) {
    return { planned: null, requiresReplace: [], plannedPrivate: request.priorPrivate, diagnostics: [] };
  }
  return resource.plan({ ...request, config: request.config });
}

async function apply(
  resource: ManagedResource,
  request: ApplyRequest,
  configuration: Configuration | undefined,
  onCreated: (id: string) => void,
): Promise<ApplyResponse> {
  const session = configuration?.session;
  if (!session) return { ...keptOnApply(request), diagnostics: [providerNotConfigured()] };
  const { prior, planned, config, plannedPrivate } = request;
  if (!planned || !config) {
    if (!prior) throw new Error('Neither a prior state nor a plan was given');
    return resource.remove(session, { prior, private: plannedPrivate });
  }
  const wanted = { planned, config, private: plannedPrivate };
  return prior ? resource.update(session, { ...wanted, prior }) : resource.create(session, { ...wanted, onCreated });
}
