/**
 * What does each operation of the protocol do, on all types of the provider?
 *
 * Here an operation finds its type and then its session, if it needs one, and its exceptions become diagnostics, except
 * those of `keepsUnchanged`. The rest is the work of the type (`registry.ts`), and what the plans of several objects
 * have to do with each other that of `plan-walk/`.
 */
import type { Redact } from '../client/redact';
import type { Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { PLAN_FOR_MOVES_VARIABLE } from '../model/provider-config';
import type { ObjectValue } from '../values/cty-value';
import { invokeWithProgress } from './actions/invoke';
import {
  type Configuration,
  type ConfigureOptions,
  createConfiguration,
  openSessionFor,
  openSessionOrDefer,
  whyNoSession,
} from './configuration';
import type { ProviderDataSource } from './data-sources/data-source';
import { createErrorBoundary, RefusedOperation, stateOfCreated } from './error-boundary';
import { failedListing } from './list';
import { createPlanWalk } from './plan-walk';
import { takePlanMarks } from './plan-walk/marks';
import { hasErrors, type ProviderDiagnostic } from './protocol/diagnostic';
import { planIsForMoves, providerNotConfigured, refreshSkipped } from './protocol/messages';
import type {
  ActionEvent,
  ApplyRequest,
  ApplyResponse,
  BlockMode,
  DiagnosticsResponse,
  GenerateResponse,
  ImportResponse,
  ListedResource,
  MoveRequest,
  MoveResponse,
  OpenResponse,
  PlanActionResponse,
  PlanResponse,
  Provider,
  ReadDataResponse,
  ReadRequest,
  ReadResponse,
} from './protocol/provider';
import { checkReadOnly } from './protocol/validation';
import { getRegistry, getSchema, getType, type ProviderRegistry } from './registry';
import type { ManagedResource } from './resources/managed-resource';
import { upgradeState } from './resources/upgrade-state';
import { warnOfDeletedAccountObject } from './service/open-session';
import { pinStopSignal, type Session } from './service/session';
import { resolveSettings } from './settings';
import { configFromState } from './state/generate-config';
import { keepsType } from './state/move';
import { unsupportedWriteOnly } from './state/write-only-values';

export interface ProviderOptions extends ConfigureOptions {
  /** Removes known secrets from messages of unexpected exceptions and from the progress of actions. */
  readonly redact?: Redact;
  readonly kinds?: readonly Kind[];
}

export function createProvider({ redact, kinds = KINDS, ...options }: ProviderOptions): Provider {
  const allTypes = getRegistry(kinds);
  const boundary = createErrorBoundary(redact);
  const walk = createPlanWalk({ isForMoves: (options.environment[PLAN_FOR_MOVES_VARIABLE] ?? '') !== '' });
  let registry = allTypes;
  let configuration: Configuration | undefined;
  let stopping = new AbortController();

  /** Throws for a type of another profile, and for an unknown one; `getType` for an unknown one only. */
  const getUsable = <T>(items: ReadonlyMap<string, T>, type: string): T => {
    const problem = registry.refused.get(type);
    if (problem) throw new RefusedOperation(problem);
    return getType(items, type);
  };
  /** For the operations of which Terraform calls many: at most one response has the warning. */
  const withRateLimitWarning = async <T extends DiagnosticsResponse>(operation: Promise<T>): Promise<T> => {
    const response = await operation;
    const warnings = configuration?.openSession ? configuration.takeWarnings() : [];
    return warnings.length === 0 ? response : { ...response, diagnostics: [...response.diagnostics, ...warnings] };
  };

  async function read(request: ReadRequest): Promise<ReadResponse> {
    const unchanged = { state: request.current, private: request.private };
    const resource = getUsable(registry.resources, request.type);
    if (!configuration) return { ...unchanged, diagnostics: [providerNotConfigured()] };
    if (!configuration.openSession) return { ...unchanged, diagnostics: [refreshSkipped(configuration.unknown)] };
    const { openSession, claimFirstRefusedRead } = configuration;
    const opened = await openSession();
    if (!opened.session) return { ...unchanged, diagnostics: claimFirstRefusedRead() ? [opened.problem] : [] };
    const response = await resource.read(opened.session, request);
    walk.noteRead(resource, request.current, response.state);
    return response;
  }

  async function* invoke(type: string, config: ObjectValue): AsyncGenerator<ActionEvent> {
    const action = getType(registry.actions, type);
    if (!configuration?.openSession) {
      yield { diagnostics: [whyNoSession(configuration, type)] };
      return;
    }
    // Values that were unknown in the plan are known for the first time.
    const { diagnostics } = validateConfig(action, config);
    if (hasErrors(diagnostics)) {
      yield { diagnostics };
      return;
    }
    const opened = await configuration.openSession();
    if (!opened.session) {
      yield { diagnostics: [opened.problem] };
      return;
    }
    yield* invokeWithProgress(pinStopSignal(opened.session), redact, (session, report) =>
      action.invoke(session, config, report),
    );
  }

  return {
    schema: getSchema(allTypes),
    validateProviderConfig(config) {
      return boundary.respond<DiagnosticsResponse>('Validating', {}, () => {
        // The environment is not read and missing settings are not reported: validation also runs without credentials.
        const { diagnostics } = resolveSettings(config, {});
        return { diagnostics };
      });
    },
    configure({ config }) {
      return boundary.respond<DiagnosticsResponse>('Configuring', {}, () => {
        configuration = undefined;
        const configured = createConfiguration(config, options, () => stopping.signal);
        registry = getRegistry(kinds, { profile: configured.profile });
        configuration = configured.configuration;
        return { diagnostics: configured.diagnostics };
      });
    },
    validate({ mode, type, config, writeOnlyAllowed }) {
      return boundary.respond('Validating', {}, () => {
        const block = getUsable(listBlocks(registry, mode), type);
        const unsupported = writeOnlyAllowed ? [] : unsupportedWriteOnly(block.schema.attributes, config);
        return { diagnostics: [...unsupported, ...validateConfig(block, config).diagnostics] };
      });
    },
    upgradeState(request) {
      return boundary.respond('Upgrading a state', { state: null }, () => {
        const resource = getType(registry.resources, request.type);
        const response = upgradeState(resource, request);
        if (response.state) walk.noteStored(resource, response.state);
        return response;
      });
    },
    moveState(request) {
      return boundary.respond('Moving a state', { state: null, private: new Uint8Array() }, () =>
        moveOrUpgrade(getType(registry.resources, request.targetType), request),
      );
    },
    readResource(request) {
      const unchanged = { state: request.current, private: request.private };
      return withRateLimitWarning(
        walk.track(() => boundary.respond<ReadResponse>('Reading', unchanged, () => read(request))),
      );
    },
    keepsUnchanged(request) {
      const resource = registry.resources.get(request.type);
      if (!resource || registry.refused.has(request.type)) return false;
      return walk.keepsUnchanged(resource, request);
    },
    planResource(request) {
      const { type, prior, proposed, priorPrivate } = request;
      const unchanged = { planned: prior, requiresReplace: [], plannedPrivate: priorPrivate };
      const plan = async (): Promise<PlanResponse> => {
        const response = await walk.plan(getUsable(registry.resources, type), request);
        if (proposed && response.requiresReplace.length === 0) return response;
        const accountObject = configuration?.openSession && configuration.accountObject;
        const warnings = warnOfDeletedAccountObject(accountObject, type, prior);
        return warnings.length === 0 ? response : { ...response, diagnostics: [...response.diagnostics, ...warnings] };
      };
      return walk.track(() => boundary.respond('Planning', unchanged, plan));
    },
    applyResource(request) {
      walk.beginApply();
      const fallback = { state: request.prior, private: takePlanMarks(request.plannedPrivate).private };
      // Once an object was created, an exception must not lose its id.
      const onCreated = (id: string): void => {
        fallback.state = stateOfCreated(request.planned, id);
      };
      const apply = async (): Promise<ApplyResponse> => {
        const resource = getUsable(registry.resources, request.type);
        const opened = await openSessionFor(configuration, request.type);
        if (!opened.session) return { ...fallback, diagnostics: [opened.problem] };
        const { applies } = opened.session;
        applies.active += 1;
        applies.hasBegun = true;
        try {
          return await applyChange(resource, opened.session, request, onCreated);
        } finally {
          applies.active -= 1;
        }
      };
      return withRateLimitWarning(boundary.respond('Applying', fallback, apply));
    },
    importResource({ type, id }) {
      return boundary.respond<ImportResponse>('Importing', { imported: [] }, async () => {
        const resource = getUsable(registry.resources, type);
        const opened = await openSessionFor(configuration, type);
        if (!opened.session) return { imported: [], diagnostics: [opened.problem] };
        return resource.import(opened.session, id);
      });
    },
    readDataSource(request) {
      const readData = async (): Promise<ReadDataResponse> => {
        const dataSource = getUsable(registry.dataSources, request.type);
        const ready = await openSessionOrDefer(configuration, request);
        if (!ready.session) return { state: null, ...ready.response };
        return dataSource.read(ready.session, request.config);
      };
      return withRateLimitWarning(boundary.respond('Reading a data source', { state: null }, readData));
    },
    openEphemeral(request) {
      const fallback = { result: null, private: new Uint8Array() };
      return boundary.respond<OpenResponse>('Opening an ephemeral resource', fallback, async () => {
        const resource = getUsable(registry.ephemeral, request.type);
        const ready = await openSessionOrDefer(configuration, request);
        if (!ready.session) return { ...fallback, ...ready.response };
        return resource.open(ready.session, request);
      });
    },
    closeEphemeral({ type, private: privateState }) {
      return boundary.respond<DiagnosticsResponse>('Closing an ephemeral resource', {}, async () => {
        const resource = getType(registry.ephemeral, type);
        const opened = await openSessionFor(configuration, type);
        if (!opened.session) return { diagnostics: [opened.problem] };
        return { diagnostics: await resource.close(opened.session, privateState) };
      });
    },
    listResources(request) {
      return boundary.stream<ListedResource>('Listing', failedListing, async function* () {
        const resource = getUsable(registry.lists, request.type);
        const opened = await openSessionFor(configuration, request.type);
        if (opened.session) yield* resource.list(opened.session, request);
        else yield failedListing(opened.problem);
      });
    },
    generateConfig({ type, state }) {
      return boundary.respond<GenerateResponse>('Generating a configuration', { config: null }, () => ({
        config: configFromState(getType(registry.resources, type).attributes, state),
        diagnostics: [],
      }));
    },
    planAction({ type, config, deferralAllowed }) {
      return boundary.respond<PlanActionResponse>('Planning an action', {}, () => {
        const action = getType(registry.actions, type);
        if (configuration?.openSession) return validateConfig(action, config);
        if (configuration && deferralAllowed) return { diagnostics: [], deferred: 'provider_config_unknown' };
        return { diagnostics: [whyNoSession(configuration, type)] };
      });
    },
    invokeAction({ type, config }) {
      const failed = (problem: ProviderDiagnostic): ActionEvent => ({ diagnostics: [problem] });
      return boundary.stream('Invoking an action', failed, () => invoke(type, config));
    },
    async callFunction({ name, arguments: args }) {
      try {
        return getType(registry.functions, name).call(...args);
      } catch (thrown) {
        return { error: boundary.describe(`Function ${name}`, thrown).detail };
      }
    },
    stop() {
      stopping.abort(new Error('Terraform was interrupted'));
      stopping = new AbortController();
    },
  };
}

type ValidatedBlock = Pick<ProviderDataSource, 'schema' | 'validate'>;

function listBlocks(registry: ProviderRegistry, mode: BlockMode): ReadonlyMap<string, ValidatedBlock> {
  const { resources: resource, dataSources: dataSource, ephemeral, lists: list, actions: action } = registry;
  return { resource, dataSource, ephemeral, list, action }[mode];
}

function validateConfig({ schema, validate }: ValidatedBlock, config: ObjectValue): DiagnosticsResponse {
  return { diagnostics: [...checkReadOnly(schema.attributes, config), ...validate(config)] };
}

function moveOrUpgrade(resource: ManagedResource, request: MoveRequest): MoveResponse {
  if (!keepsType(request)) return resource.move(request);
  const { targetType: type, version, state, private: privateState } = request;
  return { ...upgradeState(resource, { type, version, state }), private: privateState };
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
