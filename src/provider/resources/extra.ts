/**
 * An extra is what the provider adds to a resource and the service does not know: attributes, checks, and other values
 * in requests and states. `addExtras` puts each one around the resource as a layer. Every member but the name is
 * optional.
 *
 * Example: `must_admit` of a restriction is in no response, so `toState` keeps it; `aroundWrite` checks the rules
 * before the restriction is sent; `atRefresh` stores what is wrong with them; `checkPlan` warns of it.
 */
import { type ObjectValue, withMembers } from '../../values/cty-value';
import { type AttributePath, hasErrors, type ProviderDiagnostic } from '../protocol/diagnostic';
import type { ApplyResponse, PrivateState, StateResponse } from '../protocol/provider';
import type { Session } from '../service/session';
import type { DeleteRequest, ManagedResource } from './managed-resource';

export interface Extra {
  readonly name: string;
  readonly toConfig?: (config: ObjectValue, prior: ObjectValue | null) => ObjectValue;
  readonly toPlan?: (planned: ObjectValue, prior: ObjectValue | null) => ObjectValue;
  /** Not called if nothing is planned. */
  readonly checkPlan?: (plan: PlanToCheck) => ExtraCheck;
  /** The values from which the request is made. `prior` is null for a create. */
  readonly toRequest?: (values: WrittenValues, config: ObjectValue) => WrittenValues;
  /**
   * Completes a state. `source` has the values that no response has: the plan after a write, the prior state after a
   * failure of an update, the state before a refresh.
   */
  readonly toState?: (state: ObjectValue, source: ObjectValue) => ObjectValue;
  /** If it does not call `send`, it returns a refusal, or the state of a write that is not needed. */
  readonly aroundWrite?: (write: Write, send: SendWrite) => Promise<ApplyResponse>;
  /** Called after a refresh without errors that found the object. Returns its private state. */
  readonly atRefresh?: (session: Session, state: ObjectValue, privateState: PrivateState) => Promise<PrivateState>;
}

export interface PlanToCheck {
  /** With the `toConfig` of the later extras of the list, without that of this extra. */
  readonly config: ObjectValue;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
  readonly priorPrivate: PrivateState;
  readonly requiresReplace: readonly AttributePath[];
}

export interface ExtraCheck {
  readonly diagnostics: readonly ProviderDiagnostic[];
  readonly requiresReplace?: readonly AttributePath[];
}

export interface WrittenValues {
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue;
}

/** `prior` is null for a create, `planned` for a delete. */
export interface Write extends Pick<DeleteRequest, 'private' | 'isReplacement' | 'isHandedOver'> {
  readonly session: Session;
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
}

/** Pass the session of the write, or one from `pinStopSignal`. */
export type SendWrite = (session: Session) => Promise<ApplyResponse>;

export type Lifecycle = Pick<ManagedResource, 'plan' | 'read' | 'create' | 'update' | 'delete'>;

/** The last extra changes a request first and its response last. */
export function addExtras(resource: Lifecycle, extras: readonly Extra[]): Lifecycle {
  return extras.reduce(addExtra, resource);
}

export function refuseWrite(write: Write, problem: ProviderDiagnostic): ApplyResponse {
  return { state: write.prior, private: write.private, diagnostics: [problem] };
}

export function keepAttributes(names: readonly string[]): NonNullable<Extra['toState']> {
  return (state, source) =>
    withMembers(
      state,
      names.map((name) => [name, source[name] ?? null]),
    );
}

function addExtra(inner: Lifecycle, extra: Extra): Lifecycle {
  const {
    toRequest = (values) => values,
    toState = (state) => state,
    aroundWrite = ({ session }, send) => send(session),
    atRefresh,
  } = extra;
  // A response that returns the source itself, as after a failed refresh, is complete.
  const complete = <T extends StateResponse>(response: T, source: ObjectValue): T =>
    response.state && response.state !== source ? { ...response, state: toState(response.state, source) } : response;
  return {
    plan: addToPlan(inner.plan, extra),
    async read(session, request) {
      const response = complete(await inner.read(session, request), request.current);
      if (!atRefresh || !response.state || hasErrors(response.diagnostics)) return response;
      return { ...response, private: await atRefresh(session, response.state, response.private) };
    },
    create(session, request) {
      return aroundWrite({ ...request, session, prior: null }, async (running) => {
        const { planned } = toRequest({ prior: null, planned: request.planned }, request.config);
        return complete(await inner.create(running, { ...request, planned }), request.planned);
      });
    },
    update(session, request) {
      return aroundWrite({ ...request, session }, async (running) => {
        const { planned, prior } = toRequest(request, request.config);
        const response = await inner.update(running, { ...request, planned, prior: prior ?? request.prior });
        return complete(response, hasErrors(response.diagnostics) ? request.prior : request.planned);
      });
    },
    delete: (session, request) =>
      aroundWrite({ ...request, session, planned: null }, (running) => inner.delete(running, request)),
  };
}

function addToPlan(plan: Lifecycle['plan'], { toConfig, toPlan, checkPlan }: Extra): Lifecycle['plan'] {
  if (!toConfig && !toPlan && !checkPlan) return plan;
  return (request) => {
    const { config, prior, priorPrivate } = request;
    const response = plan(toConfig ? { ...request, config: toConfig(config, prior) } : request);
    if (!response.planned) return response;
    const planned = toPlan ? toPlan(response.planned, prior) : response.planned;
    const { requiresReplace } = response;
    const check = checkPlan?.({ config, prior, planned, priorPrivate, requiresReplace });
    return {
      ...response,
      planned,
      requiresReplace: check?.requiresReplace ?? requiresReplace,
      diagnostics: check ? [...response.diagnostics, ...check.diagnostics] : response.diagnostics,
    };
  };
}
