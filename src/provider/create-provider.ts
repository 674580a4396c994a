import type { ServiceClient } from '../client/api';
import type { Redact } from '../client/redact';
import type { Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { PLAN_FOR_MOVES_VARIABLE } from '../model/provider-config';
import type { CompleteSettings, Environment } from '../model/provider-settings';
import { isWhollyKnown, type ObjectValue } from '../values/cty-value';
import { invokeWithProgress } from './actions/invoke';
import type { ProviderDataSource } from './data-sources/data-source';
import { createErrorBoundary, describeThrown, RefusedOperation, stateOfCreated } from './error-boundary';
import { failedListing } from './list';
import { type CallsInProgress, createCallsInProgress } from './plan-walk/calls-in-progress';
import { createPlanCertificates, type PlanCertificates } from './plan-walk/certificates';
import { createPlanHandovers, type PlanHandovers } from './plan-walk/handovers';
import { createPlanKeys, type PlanKeys } from './plan-walk/keys';
import { createPlanReplacements, type PlanReplacements } from './plan-walk/replacements';
import { hasErrors, type ProviderDiagnostic } from './protocol/diagnostic';
import {
  inputsUnknown,
  needsConfiguration,
  planIsForMoves,
  providerNotConfigured,
  refreshSkipped,
  rejectedSetting,
  unexpected,
} from './protocol/messages';
import type {
  ApplyRequest,
  ApplyResponse,
  BlockMode,
  DeferredReason,
  DiagnosticsResponse,
  GenerateResponse,
  ImportResponse,
  MoveRequest,
  MoveResponse,
  OpenResponse,
  PlanActionResponse,
  PlanRequest,
  PlanResponse,
  PrivateState,
  Provider,
  ReadDataResponse,
} from './protocol/provider';
import { checkReadOnly } from './protocol/validation';
import { getRegistry, getSchema, getType, type ProviderRegistry } from './registry';
import type { ManagedResource } from './resources/managed-resource';
import { upgradeState } from './resources/upgrade-state';
import {
  checkAccountObject,
  createOpenSession,
  type OpenedSession,
  type OpenSession,
  warnOfDeletedAccountObject,
} from './service/open-session';
import { createRateLimitWarning } from './service/rate-limit-warning';
import { isServiceError } from './service/service-error';
import { pinStopSignal, type Session } from './service/session';
import { resolveSettings } from './settings';
import { configFromState } from './state/generate-config';
import { keepsType } from './state/move';
import { readPrivateMember, withPrivateMember } from './state/private-state';
import { unsupportedWriteOnly } from './state/write-only-values';

export interface ProviderOptions {
  readonly environment: Environment;
  /** Called by each `configure` with complete and valid settings. Must not send anything. */
  readonly connect: (settings: CompleteSettings) => ServiceClient;
  /** Removes known secrets from messages of unexpected exceptions and from the progress of actions. */
  readonly redact?: Redact;
  readonly kinds?: readonly Kind[];
  /** The folder of a stack that CDKTF wrote, for commands in messages: `cdktf.out/stacks/access`. */
  readonly folder?: string | undefined;
}

interface Configuration {
  /** Undefined while a provider setting is known only after apply. */
  readonly openSession: OpenSession | undefined;
  /** Returns true for the first call only: without a session every refresh fails, and one error is enough. */
  readonly claimFirstRefusedRead: () => boolean;
  /** Undefined like `openSession`. */
  readonly takeWarnings: (() => readonly ProviderDiagnostic[]) | undefined;
  readonly accountObject: string | undefined;
  readonly unknown: readonly string[];
}

export function createProvider({ environment, connect, redact, kinds = KINDS, folder }: ProviderOptions): Provider {
  const defaultRegistry = getRegistry(kinds);
  const schema = getSchema(defaultRegistry);
  const catchUnexpected = createErrorBoundary(redact);
  let registry = defaultRegistry;
  let configuration: Configuration | undefined;
  let stop = new AbortController();
  const isForMoves = (environment[PLAN_FOR_MOVES_VARIABLE] ?? '') !== '';
  const keys = createPlanKeys();
  const replacements = createPlanReplacements();
  const handovers = createPlanHandovers();
  const certificates = createPlanCertificates();
  const calls = createCallsInProgress();
  let hasApplied = false;

  /** Throws for a type of another profile, and for an unknown one. */
  const getUsable = <T>(items: ReadonlyMap<string, T>, type: string): T => {
    const problem = registry.refused.get(type);
    if (problem) throw new RefusedOperation(problem);
    return getType(items, type);
  };
  const getResource = (type: string): ManagedResource => getUsable(registry.resources, type);
  const withRateLimitWarnings = async <T extends DiagnosticsResponse>(operation: Promise<T>): Promise<T> => {
    const response = await operation;
    const warnings = configuration?.takeWarnings?.() ?? [];
    return warnings.length === 0 ? response : { ...response, diagnostics: [...response.diagnostics, ...warnings] };
  };

  return {
    schema,
    validateProviderConfig(config) {
      return catchUnexpected<DiagnosticsResponse>('Validating', {}, () => {
        // The environment is not read and missing settings are not reported: validation also runs without credentials.
        const { diagnostics } = resolveSettings(config, {});
        return { diagnostics };
      });
    },
    configure({ config }) {
      return catchUnexpected<DiagnosticsResponse>('Configuring', {}, () => {
        configuration = undefined;
        const { settings, profile, unknown, ...problems } = resolveSettings(config, environment);
        registry = getRegistry(kinds, { profile });
        const invalid = settings ? checkAccountObject(settings) : [];
        const diagnostics = [...problems.diagnostics, ...problems.missing, ...invalid];
        if (hasErrors(diagnostics)) return { diagnostics };
        try {
          const client = settings && connect(settings);
          let isRefused = false;
          configuration = {
            openSession: client && createOpenSession(client, settings, () => stop.signal, folder),
            claimFirstRefusedRead() {
              const isFirst = !isRefused;
              isRefused = true;
              return isFirst;
            },
            takeWarnings: client && createRateLimitWarning(client.rateLimitUsage, settings),
            accountObject: settings?.accountObject,
            unknown,
          };
          return { diagnostics };
        } catch (failure) {
          if (!isServiceError(failure)) throw failure;
          return { diagnostics: [...diagnostics, rejectedSetting(failure)] };
        }
      });
    },
    validate({ mode, type, config, writeOnlyAllowed }) {
      return catchUnexpected('Validating', {}, () => {
        const block = getUsable(listBlocks(registry, mode), type);
        const unsupported = writeOnlyAllowed ? [] : unsupportedWriteOnly(block.schema.attributes, config);
        return { diagnostics: [...unsupported, ...validateConfig(block, config).diagnostics] };
      });
    },
    upgradeState(request) {
      return catchUnexpected('Upgrading a state', { state: null }, () => {
        const resource = getType(registry.resources, request.type);
        const response = upgradeState(resource, request);
        if (response.state) keys.noteState(resource, response.state, response.state);
        return response;
      });
    },
    moveState(request) {
      return catchUnexpected('Moving a state', { state: null, private: new Uint8Array() }, () =>
        moveState(getType(registry.resources, request.targetType), request),
      );
    },
    readResource(request) {
      const unchanged = { state: request.current, private: request.private };
      const read = async () =>
        catchUnexpected('Reading', unchanged, async () => {
          const resource = getResource(request.type);
          if (!configuration) return { ...unchanged, diagnostics: [providerNotConfigured()] };
          const { openSession, unknown, claimFirstRefusedRead } = configuration;
          if (!openSession) return { ...unchanged, diagnostics: [refreshSkipped(unknown)] };
          const opened = await openSession();
          if (opened.session) {
            const response = await resource.read(opened.session, request);
            keys.noteState(resource, request.current, response.state);
            certificates.note(request.type, response.state);
            return response;
          }
          return { ...unchanged, diagnostics: claimFirstRefusedRead() ? [opened.problem] : [] };
        });
      return withRateLimitWarnings(calls.track(read));
    },
    keepsUnchanged({ type, prior, priorPrivate }) {
      const resource = registry.resources.get(type);
      if (!resource?.keepsUnchanged?.(priorPrivate) || registry.refused.has(type)) return false;
      if (hasApplied) return true;
      if (!keys.noteUnchanged(resource, prior)) return false;
      handovers.noteUnchanged(type, prior);
      return true;
    },
    planResource(request) {
      const unchanged = { planned: request.prior, requiresReplace: [], plannedPrivate: request.priorPrivate };
      // Terraform plans once more during an apply, where an error would come after the delete of a replacement.
      const checks = hasApplied ? undefined : { keys, replacements, handovers, certificates };
      const soFar = { isForMoves, calls, ...checks };
      return calls.track(() =>
        catchUnexpected('Planning', unchanged, async () => {
          const response = await plan(getResource(request.type), soFar, request);
          if (request.proposed && response.requiresReplace.length === 0) return response;
          const warnings = warnOfDeletedAccountObject(configuration?.accountObject, request.type, request.prior);
          return warnings.length === 0
            ? response
            : { ...response, diagnostics: [...response.diagnostics, ...warnings] };
        }),
      );
    },
    applyResource(request) {
      hasApplied = true;
      const fallback = { state: request.prior, private: request.plannedPrivate };
      // Once an object was created, an exception must not lose its id.
      const onCreated = (id: string): void => {
        fallback.state = stateOfCreated(request.planned, id);
      };
      const apply = catchUnexpected<ApplyResponse>('Applying', fallback, async () => {
        const resource = getResource(request.type);
        const ready = await openConfigured(configuration);
        if (!ready.session) return { ...fallback, diagnostics: [ready.problem] };
        const { applies } = ready.session;
        applies.active += 1;
        applies.hasBegun = true;
        try {
          return await applyChange(resource, ready.session, request, onCreated);
        } finally {
          applies.active -= 1;
        }
      });
      return withRateLimitWarnings(apply);
    },
    importResource({ type, id }) {
      return catchUnexpected<ImportResponse>('Importing', { imported: [] }, async () => {
        const ready = await openSessionFor(configuration, type);
        if (!ready.session) return { imported: [], diagnostics: [ready.problem] };
        return getResource(type).import(ready.session, id);
      });
    },
    readDataSource({ type, config, deferralAllowed }) {
      const read = catchUnexpected<ReadDataResponse>('Reading a data source', { state: null }, async () => {
        const ready = await openIfConfigIsKnown(configuration, type, config, deferralAllowed);
        if (!ready.session) return { state: null, ...ready.response };
        return getUsable(registry.dataSources, type).read(ready.session, config);
      });
      return withRateLimitWarnings(read);
    },
    openEphemeral(request) {
      const { type, config, deferralAllowed } = request;
      const fallback = { result: null, private: new Uint8Array() };
      return catchUnexpected<OpenResponse>('Opening an ephemeral resource', fallback, async () => {
        const ready = await openIfConfigIsKnown(configuration, type, config, deferralAllowed);
        if (!ready.session) return { ...fallback, ...ready.response };
        return getUsable(registry.ephemeral, type).open(ready.session, request);
      });
    },
    closeEphemeral({ type, private: privateState }) {
      return catchUnexpected<DiagnosticsResponse>('Closing an ephemeral resource', {}, async () => {
        const ready = await openConfigured(configuration);
        if (!ready.session) return { diagnostics: [ready.problem] };
        return { diagnostics: await getType(registry.ephemeral, type).close(ready.session, privateState) };
      });
    },
    async *listResources(request) {
      try {
        const ready = await openSessionFor(configuration, request.type);
        if (!ready.session) {
          yield failedListing(ready.problem);
          return;
        }
        yield* getUsable(registry.lists, request.type).list(ready.session, request);
      } catch (failure) {
        yield failedListing(describeThrown('Listing', failure, redact));
      }
    },
    generateConfig({ type, state }) {
      return catchUnexpected<GenerateResponse>('Generating a configuration', { config: null }, () => ({
        config: configFromState(getType(registry.resources, type).attributes, state),
        diagnostics: [],
      }));
    },
    planAction({ type, config, deferralAllowed }) {
      return catchUnexpected<PlanActionResponse>('Planning an action', {}, () => {
        const problem = checkConfigured(configuration, type);
        if (!problem) return validateConfig(getType(registry.actions, type), config);
        if (configuration && deferralAllowed) return { diagnostics: [], deferred: 'provider_config_unknown' };
        return { diagnostics: [problem] };
      });
    },
    async *invokeAction({ type, config }) {
      try {
        const problem = checkConfigured(configuration, type);
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
        const ready = await openSessionFor(configuration, type);
        if (!ready.session) {
          yield { diagnostics: [ready.problem] };
          return;
        }
        yield* invokeWithProgress(pinStopSignal(ready.session), redact, (session, report) =>
          action.invoke(session, config, report),
        );
      } catch (failure) {
        yield { diagnostics: [describeThrown('Invoking an action', failure, redact)] };
      }
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

function checkConfigured(configuration: Configuration | undefined, type: string): ProviderDiagnostic | undefined {
  if (!configuration) return providerNotConfigured();
  return configuration.openSession ? undefined : needsConfiguration(type, configuration.unknown);
}

async function openSessionFor(configuration: Configuration | undefined, type: string): Promise<OpenedSession> {
  const problem = checkConfigured(configuration, type);
  return problem ? { problem } : openConfigured(configuration);
}

/**
 * Terraform applies and closes only while all provider settings are known. For other operations see `openSessionFor`,
 * whose problem names the unknown setting.
 */
async function openConfigured(configuration: Configuration | undefined): Promise<OpenedSession> {
  return configuration?.openSession?.() ?? { problem: providerNotConfigured() };
}

async function openIfConfigIsKnown(
  configuration: Configuration | undefined,
  type: string,
  config: ObjectValue,
  deferralAllowed: boolean,
): Promise<
  | { readonly session: Session }
  | { readonly session?: undefined; readonly response: DiagnosticsResponse & { readonly deferred?: DeferredReason } }
> {
  const unconfigured = checkConfigured(configuration, type);
  if (!unconfigured && isWhollyKnown(config)) {
    const opened = await openSessionFor(configuration, type);
    return opened.session ? opened : { response: { diagnostics: [opened.problem] } };
  }
  if (configuration && deferralAllowed) {
    const deferred = unconfigured ? 'provider_config_unknown' : 'resource_config_unknown';
    return { response: { diagnostics: [], deferred } };
  }
  return { response: { diagnostics: [unconfigured ?? inputsUnknown(type)] } };
}

type ValidatedBlock = Pick<ProviderDataSource, 'schema' | 'validate'>;

function listBlocks(registry: ProviderRegistry, mode: BlockMode): ReadonlyMap<string, ValidatedBlock> {
  const { resources: resource, dataSources: dataSource, ephemeral, lists: list, actions: action } = registry;
  return { resource, dataSource, ephemeral, list, action }[mode];
}

function validateConfig({ schema, validate }: ValidatedBlock, config: ObjectValue): DiagnosticsResponse {
  return { diagnostics: [...checkReadOnly(schema.attributes, config), ...validate(config)] };
}

function moveState(resource: ManagedResource, request: MoveRequest): MoveResponse {
  if (!keepsType(request)) return resource.move(request);
  const { targetType: type, version, state, private: privateState } = request;
  return { ...upgradeState(resource, { type, version, state }), private: privateState };
}

interface PlannedSoFar {
  /** The plan is for `netingress moves` only, see {@link PLAN_FOR_MOVES_VARIABLE}. */
  readonly isForMoves: boolean;
  readonly calls: CallsInProgress;
  // The checks of a plan, which end when an apply begins.
  readonly keys?: PlanKeys;
  readonly replacements?: PlanReplacements;
  readonly handovers?: PlanHandovers;
  readonly certificates?: PlanCertificates;
}

/**
 * 1. A delete has a plan of its own, which may wait for the plans of other objects.
 * 2. The resource plans its values. Its errors end the plan.
 * 3. A plan for `netingress moves` is marked, and nothing further is checked.
 * 4. Checks that need the plans of other objects add diagnostics.
 * 5. The planned private state gets a mark for the apply.
 */
async function plan(resource: ManagedResource, soFar: PlannedSoFar, request: PlanRequest): Promise<PlanResponse> {
  const { isForMoves, keys, replacements, handovers, certificates } = soFar;
  const { prior, config } = request;
  if (!config || !request.proposed) return planDelete(resource, soFar, request);
  const response = resource.plan({ ...request, config });
  if (hasErrors(response.diagnostics)) return response;
  if (isForMoves) return { ...response, plannedPrivate: markAsPlan('forMoves', response.plannedPrivate) };
  const { planned, requiresReplace } = response;
  certificates?.note(resource.type, planned);
  const diagnostics = [
    ...response.diagnostics,
    ...((planned && certificates?.check(resource.type, prior, planned)) ?? []),
    ...(keys?.check(resource, prior, planned) ?? []),
    ...((planned && replacements?.check(resource.type, prior, planned, requiresReplace)) ?? []),
    ...((planned && handovers?.check(resource.type, prior, planned)) ?? []),
  ];
  // Terraform plans a replacement a second time, as a create, with the planned private state of the first one.
  const keepsNetwork =
    requiresReplace.length > 0 && prior && planned && handovers?.keepsNetwork(resource.type, prior, planned);
  const mark = prior === null ? 'create' : keepsNetwork ? 'handedOver' : undefined;
  const plannedPrivate = mark ? markAsPlan(mark, response.plannedPrivate) : response.plannedPrivate;
  return { ...response, plannedPrivate, diagnostics };
}

async function planDelete(
  resource: ManagedResource,
  { isForMoves, keys, handovers, calls }: PlannedSoFar,
  { prior, priorPrivate }: PlanRequest,
): Promise<PlanResponse> {
  const response = { planned: null, requiresReplace: [], plannedPrivate: priorPrivate, diagnostics: [] };
  if (isForMoves) return { ...response, plannedPrivate: markAsPlan('forMoves', priorPrivate) };
  const diagnostics = [
    ...(keys?.check(resource, prior, null) ?? []),
    ...(handovers?.check(resource.type, prior, null) ?? []),
  ];
  const isHandedOver = prior && (await handovers?.isHandedOver(resource.type, prior, calls.waitForOthers));
  const plannedPrivate = isHandedOver ? markAsPlan('handedOver', priorPrivate) : priorPrivate;
  return { ...response, plannedPrivate, diagnostics };
}

async function applyChange(
  resource: ManagedResource,
  session: Session,
  { prior, planned, config, plannedPrivate }: ApplyRequest,
  onCreated: (id: string) => void,
): Promise<ApplyResponse> {
  const { marks, private: privateState } = takePlanMarks(plannedPrivate);
  if (marks.has('forMoves')) return { state: prior, private: privateState, diagnostics: [planIsForMoves()] };
  if (!planned || !config) {
    if (!prior) throw new Error('Neither a prior state nor a plan was given');
    const [isReplacement, isHandedOver] = [marks.has('create'), marks.has('handedOver')];
    return resource.delete(session, { prior, private: privateState, isReplacement, isHandedOver });
  }
  const request = { planned, config, private: privateState, onCreated };
  return prior ? resource.update(session, { ...request, prior }) : resource.create(session, request);
}

/**
 * `create`: the plan creates the object. A delete gets this mark, too, if a create follows it, because Terraform gives
 * the planned private state of a replacement to both. `handedOver`: see `PlanHandovers`.
 */
const PLAN_MARKS = ['create', 'handedOver', 'forMoves'] as const;

type PlanMark = (typeof PLAN_MARKS)[number];

function markAsPlan(mark: PlanMark, privateState: PrivateState): PrivateState {
  return withPrivateMember(privateState, mark, true);
}

function takePlanMarks(planned: PrivateState): {
  readonly marks: ReadonlySet<PlanMark>;
  readonly private: PrivateState;
} {
  const marks = new Set(PLAN_MARKS.filter((mark) => readPrivateMember(planned, mark) === true));
  const others = PLAN_MARKS.reduce((state, mark) => withPrivateMember(state, mark, undefined), planned);
  return { marks, private: others };
}
