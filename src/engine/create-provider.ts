/** The provider: the operations of the plugin protocol over the resources of the model. */
import type { ServiceClient } from '../client/api';
import { KINDS } from '../model/kinds';
import { PROVIDER_CONFIG } from '../model/provider-config';
import { fromJson } from '../values/from-json';
import { isWhollyKnown, type ObjectValue } from '../values/value';
import { boundEndpointsData } from './data/bound-endpoints';
import { type Diagnostic, hasErrors } from './diagnostic';
import { kindResource } from './kinds';
import { dataNeedsConfiguration, notConfigured, readSkipped, refusedSetting, unexpected } from './messages';
import type {
  ApplyAnswer,
  ApplyRequest,
  ImportAnswer,
  PlanAnswer,
  PlanRequest,
  Provider,
  ReadAnswer,
  ReadDataAnswer,
  ReadRequest,
  StateAnswer,
  UpgradeRequest,
} from './provider';
import type { ManagedResource, ReadableData } from './resource';
import { impliedType, type ProviderSchema } from './schema';
import { schemaAttributes } from './schema-of';
import { isServiceError } from './service-error';
import { createSession, type Session } from './session';
import { type Environment, resolveSettings, type Settings } from './settings';

/** What the provider is given by the process it runs in. */
export interface ProviderOptions {
  readonly environment: Environment;
  /** Connects to the service; called once per configuration, sends nothing by itself. */
  readonly connect: (settings: Settings) => ServiceClient;
}

/** What a process knows after ConfigureProvider. */
interface Configuration {
  /** Undefined while something of the configuration is not known yet. */
  readonly session: Session | undefined;
  readonly unknown: readonly string[];
}

/** A provider for all kinds of the model. */
export function createProvider({ environment, connect }: ProviderOptions): Provider {
  const resources = new Map(KINDS.map((kind) => kindResource(kind)).map((resource) => [resource.type, resource]));
  const dataSources = new Map([boundEndpointsData].map((data) => [data.type, data]));
  let configuration: Configuration | undefined;
  let stop = new AbortController();

  const resourceOf = (type: string): ManagedResource => known(resources, type);
  const stopped = (): AbortSignal => stop.signal;

  return {
    schema: schemaOf(resources, dataSources),
    async validateProviderConfig(config) {
      // Missing settings are no error here: validation runs without credentials.
      const { diagnostics } = resolveSettings(config, {});
      return { diagnostics: diagnostics.filter(({ summary }) => summary !== 'Missing provider configuration') };
    },
    async configure({ config }) {
      const { settings, unknown, diagnostics } = resolveSettings(config, environment);
      configuration = undefined;
      if (hasErrors(diagnostics)) return { diagnostics };
      try {
        configuration = { session: settings && createSession(connect(settings), stopped), unknown };
        return { diagnostics };
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        return { diagnostics: [...diagnostics, refusedSetting(failure)] };
      }
    },
    async validateResource({ type, config }) {
      return guard('Validating', {}, async () => ({ diagnostics: resourceOf(type).validate(config) }));
    },
    async upgradeState(request) {
      return guard<Omit<StateAnswer, 'diagnostics'>>('Upgrading a state', { state: null }, () =>
        upgrade(resourceOf(request.type), request),
      );
    },
    async readResource(request) {
      return guard('Reading', keptOnRead(request), () => read(resourceOf(request.type), request, configuration));
    },
    async planResource(request) {
      return guard('Planning', keptOnPlan(request), () => plan(resourceOf(request.type), request));
    },
    async applyResource(request) {
      return guard('Applying', keptOnApply(request), () => apply(resourceOf(request.type), request, configuration));
    },
    async importResource({ type, id }) {
      const session = configuration?.session;
      if (!session) return { imported: [], diagnostics: [notConfigured()] };
      return guard<Omit<ImportAnswer, 'diagnostics'>>('Importing', { imported: [] }, () =>
        resourceOf(type).import(session, id),
      );
    },
    async validateDataSource({ type, config }) {
      return guard('Validating', {}, async () => ({ diagnostics: known(dataSources, type).validate(config) }));
    },
    async readDataSource({ type, config, deferralAllowed }) {
      if (!configuration) return { state: null, diagnostics: [notConfigured()] };
      const { session, unknown } = configuration;
      if (!session && deferralAllowed) return { state: null, diagnostics: [], deferred: 'provider_config_unknown' };
      if (!session) return { state: null, diagnostics: [dataNeedsConfiguration(type, unknown)] };
      if (!isWhollyKnown(config)) return { state: null, diagnostics: [], deferred: 'resource_config_unknown' };
      return guard<Omit<ReadDataAnswer, 'diagnostics'>>('Reading a data source', { state: null }, () =>
        known(dataSources, type).read(session, config),
      );
    },
    stop() {
      stop.abort(new Error('Terraform was interrupted'));
      stop = new AbortController();
    },
  };
}

function schemaOf(
  resources: ReadonlyMap<string, ManagedResource>,
  dataSources: ReadonlyMap<string, ReadableData>,
): ProviderSchema {
  const schemas = (items: Iterable<ManagedResource | ReadableData>) =>
    Object.fromEntries([...items].map(({ type, schema }) => [type, schema]));
  return {
    provider: {
      version: 0,
      description: 'Manages the configuration of a network ingress service.',
      // The defaults stand in the documentation: a provider's configuration has no plan to show them in.
      attributes: schemaAttributes(PROVIDER_CONFIG).map(({ computed: _, ...attribute }) => attribute),
    },
    resources: schemas(resources.values()),
    dataSources: schemas(dataSources.values()),
  };
}

function known<T>(items: ReadonlyMap<string, T>, type: string): T {
  const item = items.get(type);
  if (!item) throw new Error(`The provider has no type '${type}'; it has ${[...items.keys()].join(', ')}`);
  return item;
}

/** Runs an operation; an exception becomes a diagnostic beside what is known to be true. */
async function guard<T extends object>(
  operation: string,
  truth: T,
  run: () => Promise<T & { readonly diagnostics: readonly Diagnostic[] }>,
): Promise<T & { readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return await run();
  } catch (failure) {
    return { ...truth, diagnostics: [unexpected(operation, failure)] };
  }
}

function keptOnRead(request: ReadRequest): Omit<ReadAnswer, 'diagnostics'> {
  return { state: request.current, private: request.private };
}

function keptOnPlan({ prior, priorPrivate }: PlanRequest): Omit<PlanAnswer, 'diagnostics'> {
  return { planned: prior, requiresReplace: [], plannedPrivate: priorPrivate };
}

function keptOnApply(request: ApplyRequest): Omit<ApplyAnswer, 'diagnostics'> {
  return { state: request.prior, private: request.plannedPrivate };
}

async function read(
  resource: ManagedResource,
  request: ReadRequest,
  configuration: Configuration | undefined,
): Promise<ReadAnswer> {
  if (!configuration) return { ...keptOnRead(request), diagnostics: [notConfigured()] };
  if (!configuration.session) return { ...keptOnRead(request), diagnostics: [readSkipped(configuration.unknown)] };
  return resource.read(configuration.session, request);
}

async function plan(resource: ManagedResource, request: PlanRequest): Promise<PlanAnswer> {
  if (!request.config || !request.proposed) {
    return { planned: null, requiresReplace: [], plannedPrivate: request.priorPrivate, diagnostics: [] };
  }
  return resource.plan({ ...request, config: request.config });
}

async function apply(
  resource: ManagedResource,
  request: ApplyRequest,
  configuration: Configuration | undefined,
): Promise<ApplyAnswer> {
  const session = configuration?.session;
  if (!session) return { ...keptOnApply(request), diagnostics: [notConfigured()] };
  const { prior, planned, config, plannedPrivate } = request;
  if (!planned || !config) {
    if (!prior) throw new Error('Neither a prior state nor a plan was given');
    return resource.remove(session, { prior, private: plannedPrivate });
  }
  const wanted = { planned, config, private: plannedPrivate };
  return prior ? resource.update(session, { ...wanted, prior }) : resource.create(session, wanted);
}

/** All stored states have the current version; what they lack was added later and is null. */
async function upgrade(resource: ManagedResource, { version, state }: UpgradeRequest): Promise<StateAnswer> {
  if (version !== resource.schema.version) {
    const detail = `The stored state of ${resource.type} has version ${version}; this provider knows version ${resource.schema.version}. Use the provider version that wrote it, or a newer one.`;
    return { state: null, diagnostics: [{ severity: 'error', summary: 'Cannot upgrade state', detail }] };
  }
  return { state: fromJson(impliedType(resource.schema.attributes), state) as ObjectValue, diagnostics: [] };
}
