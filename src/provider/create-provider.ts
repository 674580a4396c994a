/** The provider: the operations of the plugin protocol over the resources of the model. */
import type { ServiceClient } from '../client/api';
import type { Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { isFullyKnown, type ObjectValue } from '../values/cty-value';
import { invokeWithProgress } from './actions/invoke';
import type { ProviderDataSource } from './data-sources/data-source';
import { createErrorBoundary, type Redact, stateOfCreated } from './error-boundary';
import { failedListing } from './list';
import { type Diagnostic, hasErrors } from './protocol/diagnostic';
import {
  inputsUnknown,
  needsConfiguration,
  providerNotConfigured,
  readSkipped,
  rejectedSetting,
  unexpected,
} from './protocol/messages';
import type {
  ApplyRequest,
  ApplyResponse,
  DeferredReason,
  DiagnosticsResponse,
  GenerateResponse,
  ImportResponse,
  OpenResponse,
  PlanRequest,
  PlanResponse,
  Provider,
  ReadDataResponse,
  ValidateRequest,
} from './protocol/provider';
import { readOnlySet } from './protocol/validation';
import { findRegistry, findSchema, getType } from './registry';
import type { ManagedResource } from './resources/managed-resource';
import { upgradeState } from './resources/upgrade-state';
import { checkAccountObject, createOpenSession, type OpenedSession, type OpenSession } from './service/open-session';
import { createRateLimitWarning } from './service/rate-limit-warning';
import { isServiceError } from './service/service-error';
import { pinStopSignal, type Session } from './service/session';
import { type Environment, resolveSettings, type Settings } from './settings';
import { configFromState } from './state/generate-config';
import { moveState } from './state/move';
import { unsupportedWriteOnly } from './state/write-only-values';

export interface ProviderOptions {
  readonly environment: Environment;
  /** Creates the client. Called once per configuration; must not send anything. */
  readonly connect: (settings: Settings) => ServiceClient;
  /** Removes known secrets from the message of an unexpected exception. */
  readonly redact?: Redact;
  readonly kinds?: readonly Kind[];
}

interface Configuration {
  /** Undefined while a provider setting is known only after apply. */
  readonly openSession: OpenSession | undefined;
  /** Returns true once. Every refresh fails for the same reason, and one error fails the run. */
  readonly isFirstRefusedRead: () => boolean;
  /** Returns the rate-limit warning once, when it is due. */
  readonly takeWarnings: (() => readonly Diagnostic[]) | undefined;
  readonly unknown: readonly string[];
}

export function createProvider({ environment, connect, redact, kinds = KINDS }: ProviderOptions): Provider {
  const defaultRegistry = findRegistry(kinds);
  const schema = findSchema(defaultRegistry);
  const catchUnexpected = createErrorBoundary(redact);
  let registry = defaultRegistry;
  let configuration: Configuration | undefined;
  let stop = new AbortController();

  const getResource = (type: string): ManagedResource => getType(registry.resources, type);
  const validateBlock = (blocks: ReadonlyMap<string, ValidatedBlock>, { type, config }: ValidateRequest) =>
    catchUnexpected('Validating', {}, () => validateConfig(getType(blocks, type), config));
  const withRateLimitWarnings = async <T extends DiagnosticsResponse>(operation: Promise<T>): Promise<T> => {
    const response = await operation;
    const warnings = configuration?.takeWarnings?.() ?? [];
    return warnings.length === 0 ? response : { ...response, diagnostics: [...response.diagnostics, ...warnings] };
  };

  return {
    schema,
    async validateProviderConfig(config) {
      // Missing settings are not reported: validation runs without credentials.
      const { diagnostics } = resolveSettings(config, {});
      return { diagnostics };
    },
    async configure({ config }) {
      const { settings, profile, unknown, ...problems } = resolveSettings(config, environment);
      registry = findRegistry(kinds, { profile });
      const invalid = settings ? checkAccountObject(settings) : [];
      const diagnostics = [...problems.diagnostics, ...problems.missing, ...invalid];
      configuration = undefined;
      if (hasErrors(diagnostics)) return { diagnostics };
      try {
        const client = settings && connect(settings);
        let isRefused = false;
        configuration = {
          openSession: client && createOpenSession(client, settings, () => stop.signal),
          isFirstRefusedRead() {
            const claimFirst = !isRefused;
            isRefused = true;
            return claimFirst;
          },
          takeWarnings: client && createRateLimitWarning(client.rateLimitUsage, settings),
          unknown,
        };
        return { diagnostics };
      } catch (failure) {
        const problem = isServiceError(failure) ? rejectedSetting(failure) : unexpected('Configuring', failure, redact);
        return { diagnostics: [...diagnostics, problem] };
      }
    },
    validateResource({ type, config, writeOnlyAllowed }) {
      return catchUnexpected('Validating', {}, () => {
        const resource = getResource(type);
        const unsupported = writeOnlyAllowed ? [] : unsupportedWriteOnly(resource.schema.attributes, config);
        return { diagnostics: [...unsupported, ...validateConfig(resource, config).diagnostics] };
      });
    },
    upgradeState(request) {
      return catchUnexpected('Upgrading a state', { state: null }, () =>
        upgradeState(getResource(request.type), request),
      );
    },
    moveState(request) {
      return catchUnexpected('Moving a state', { state: null, private: new Uint8Array() }, () =>
        moveState(getType(registry.kinds, request.targetType), request),
      );
    },
    readResource(request) {
      const unchanged = { state: request.current, private: request.private };
      const read = catchUnexpected('Reading', unchanged, async () => {
        const resource = getResource(request.type);
        if (!configuration) return { ...unchanged, diagnostics: [providerNotConfigured()] };
        const { openSession, unknown, isFirstRefusedRead } = configuration;
        if (!openSession) return { ...unchanged, diagnostics: [readSkipped(unknown)] };
        const opened = await openSession();
        if (opened.session) return resource.read(opened.session, request);
        return { ...unchanged, diagnostics: isFirstRefusedRead() ? [opened.problem] : [] };
      });
      return withRateLimitWarnings(read);
    },
    keepsUnchanged: (type, priorPrivate) => registry.resources.get(type)?.keepsUnchanged?.(priorPrivate) ?? false,
    planResource(request) {
      const unchanged = { planned: request.prior, requiresReplace: [], plannedPrivate: request.priorPrivate };
      return catchUnexpected('Planning', unchanged, () => plan(getResource(request.type), request));
    },
    applyResource(request) {
      const fallback = { state: request.prior, private: request.plannedPrivate };
      // Once an object was created, an exception must not lose its id.
      const onCreated = (id: string): void => {
        fallback.state = stateOfCreated(request.planned, id);
      };
      const apply = catchUnexpected<ApplyResponse>('Applying', fallback, async () => {
        const resource = getResource(request.type);
        const ready = await openConfigured(configuration);
        if (!ready.session) return { ...fallback, diagnostics: [ready.problem] };
        return applyChange(resource, ready.session, request, onCreated);
      });
      return withRateLimitWarnings(apply);
    },
    importResource({ type, id }) {
      return catchUnexpected<ImportResponse>('Importing', { imported: [] }, async () => {
        const ready = await requireSession(configuration, type);
        if (!ready.session) return { imported: [], diagnostics: [ready.problem] };
        return getResource(type).import(ready.session, id);
      });
    },
    validateDataSource: (request) => validateBlock(registry.dataSources, request),
    readDataSource({ type, config, deferralAllowed }) {
      const read = catchUnexpected<ReadDataResponse>('Reading a data source', { state: null }, async () => {
        const ready = await requireKnownConfig(configuration, type, config, deferralAllowed);
        if (!ready.session) return { state: null, ...ready.response };
        return getType(registry.dataSources, type).read(ready.session, config);
      });
      return withRateLimitWarnings(read);
    },
    validateEphemeral: (request) => validateBlock(registry.ephemeral, request),
    openEphemeral(request) {
      const { type, config, deferralAllowed } = request;
      const fallback = { result: null, private: new Uint8Array() };
      return catchUnexpected<OpenResponse>('Opening an ephemeral resource', fallback, async () => {
        const ready = await requireKnownConfig(configuration, type, config, deferralAllowed);
        if (!ready.session) return { ...fallback, ...ready.response };
        return getType(registry.ephemeral, type).open(ready.session, request);
      });
    },
    closeEphemeral({ type, private: privateState }) {
      return catchUnexpected<DiagnosticsResponse>('Closing an ephemeral resource', {}, async () => {
        const ready = await openConfigured(configuration);
        if (!ready.session) return { diagnostics: [ready.problem] };
        return { diagnostics: await getType(registry.ephemeral, type).close(ready.session, privateState) };
      });
    },
    validateList: (request) => validateBlock(registry.lists, request),
    async *listResources(request) {
      try {
        const ready = await requireSession(configuration, request.type);
        if (!ready.session) {
          yield failedListing(ready.problem);
          return;
        }
        yield* getType(registry.lists, request.type).list(ready.session, request);
      } catch (failure) {
        yield failedListing(unexpected('Listing', failure, redact));
      }
    },
    generateConfig({ type, state }) {
      return catchUnexpected<GenerateResponse>('Generating a configuration', { config: null }, () => ({
        config: configFromState(getResource(type).attributes, state),
        diagnostics: [],
      }));
    },
    validateAction({ type, config }) {
      return catchUnexpected('Validating', {}, () => validateConfig(getType(registry.actions, type), config));
    },
    async planAction({ type, config, deferralAllowed }) {
      const problem = findUnconfigured(configuration, type);
      if (!problem) return { diagnostics: validateConfig(getType(registry.actions, type), config).diagnostics };
      if (configuration && deferralAllowed) return { diagnostics: [], deferred: 'provider_config_unknown' };
      return { diagnostics: [problem] };
    },
    async *invokeAction({ type, config }) {
      const problem = findUnconfigured(configuration, type);
      if (problem) {
        yield { diagnostics: [problem] };
        return;
      }
      const action = getType(registry.actions, type);
      // Values that were unknown in the plan are known for the first time.
      const { diagnostics } = validateConfig(action, config);
      if (hasErrors(diagnostics)) {
        yield { diagnostics };
        return;
      }
      const ready = await requireSession(configuration, type);
      if (!ready.session) {
        yield { diagnostics: [ready.problem] };
        return;
      }
      yield* invokeWithProgress(pinStopSignal(ready.session), redact, (session, report) =>
        action.invoke(session, config, report),
      );
    },
    async callFunction({ name, arguments: args }) {
      try {
        return getType(registry.functions, name).call(...args);
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

/** Why the service cannot be called for an object of the type; undefined if the configuration is known. Sends nothing. */
function findUnconfigured(configuration: Configuration | undefined, type: string): Diagnostic | undefined {
  if (!configuration) return providerNotConfigured();
  return configuration.openSession ? undefined : needsConfiguration(type, configuration.unknown);
}

async function requireSession(configuration: Configuration | undefined, type: string): Promise<OpenedSession> {
  const problem = findUnconfigured(configuration, type);
  return problem ? { problem } : openConfigured(configuration);
}

/** Terraform applies and closes only with a known configuration. */
async function openConfigured(configuration: Configuration | undefined): Promise<OpenedSession> {
  return configuration?.openSession?.() ?? { problem: providerNotConfigured() };
}

/** The session, or the response while the provider's configuration or the object's is not wholly known. */
async function requireKnownConfig(
  configuration: Configuration | undefined,
  type: string,
  config: ObjectValue,
  deferralAllowed: boolean,
): Promise<
  | { readonly session: Session }
  | { readonly session?: undefined; readonly response: DiagnosticsResponse & { readonly deferred?: DeferredReason } }
> {
  const unconfigured = findUnconfigured(configuration, type);
  if (!unconfigured && isFullyKnown(config)) {
    const opened = await requireSession(configuration, type);
    return opened.session ? opened : { response: { diagnostics: [opened.problem] } };
  }
  if (configuration && deferralAllowed) {
    const deferred = unconfigured ? 'provider_config_unknown' : 'resource_config_unknown';
    return { response: { diagnostics: [], deferred } };
  }
  return { response: { diagnostics: [unconfigured ?? inputsUnknown(type)] } };
}

type ValidatedBlock = Pick<ProviderDataSource, 'schema' | 'validate'>;

function validateConfig({ schema, validate }: ValidatedBlock, config: ObjectValue): DiagnosticsResponse {
  return { diagnostics: [...readOnlySet(schema.attributes, config), ...validate(config)] };
}

function plan(resource: ManagedResource, request: PlanRequest): PlanResponse {
  if (!request.config || !request.proposed) {
    return { planned: null, requiresReplace: [], plannedPrivate: request.priorPrivate, diagnostics: [] };
  }
  return resource.plan({ ...request, config: request.config });
}

async function applyChange(
  resource: ManagedResource,
  session: Session,
  { prior, planned, config, plannedPrivate }: ApplyRequest,
  onCreated: (id: string) => void,
): Promise<ApplyResponse> {
  if (!planned || !config) {
    if (!prior) throw new Error('Neither a prior state nor a plan was given');
    return resource.delete(session, { prior, private: plannedPrivate });
  }
  const request = { planned, config, private: plannedPrivate };
  return prior ? resource.update(session, { ...request, prior }) : resource.create(session, { ...request, onCreated });
}
