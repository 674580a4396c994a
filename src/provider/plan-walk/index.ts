/**
 * What does a plan of several objects show that the plan of one does not?
 *
 * Terraform asks for the plan of each object by itself, of several at a time, in no order but that of references, and
 * does not say which is the last one. So what it reads and plans is noted here, and the plan that completes a conflict
 * has the diagnostic:
 *
 *   `ip_restriction.a` of the dashboard is deleted, `ip_restriction.b` of the dashboard is created
 *     -> whichever Terraform plans second is an error
 */
import type { ObjectValue } from '../../values/cty-value';
import { hasErrors } from '../protocol/diagnostic';
import type { PlanRequest, PlanResponse, UnchangedRequest } from '../protocol/provider';
import type { ManagedResource } from '../resources/managed-resource';
import { createCallsInProgress } from './calls-in-progress';
import { createPlanCertificates } from './certificates';
import { createPlanHandovers } from './handovers';
import { createPlanKeys } from './keys';
import { withMark } from './marks';
import { createPlanReplacements } from './replacements';

export interface PlanWalk {
  /** Counts a read or a plan of a resource as a call in progress: the plan of a delete may wait for the others. */
  track<T>(call: () => Promise<T>): Promise<T>;
  /** `state` is the one that Terraform has stored, upgraded. */
  noteStored(resource: ManagedResource, state: ObjectValue): void;
  /** `refreshed` is null if the object does not exist. */
  noteRead(resource: ManagedResource, current: ObjectValue, refreshed: ObjectValue | null): void;
  /** See `Provider.keepsUnchanged`. */
  keepsUnchanged(resource: ManagedResource, request: UnchangedRequest): boolean;
  plan(resource: ManagedResource, request: PlanRequest): Promise<PlanResponse>;
  /**
   * For each apply. Terraform plans an object once more before it creates or changes it. From the first apply on, these
   * plans are not checked, because an error of the create of a replacement would come after its delete.
   */
  beginApply(): void;
}

/** `isForMoves`: the plans are for `netingress moves` only, see `PLAN_FOR_MOVES_VARIABLE`. */
export function createPlanWalk({ isForMoves }: { readonly isForMoves: boolean }): PlanWalk {
  const calls = createCallsInProgress();
  let checks: Checks | undefined = createChecks();

  async function plan(resource: ManagedResource, request: PlanRequest): Promise<PlanResponse> {
    const { prior, proposed, config } = request;
    if (!config || !proposed) return planDelete(resource, request);
    const response = resource.plan({ ...request, config });
    if (hasErrors(response.diagnostics)) return response;
    if (isForMoves) return withMark(response, 'forMoves');
    const { planned, requiresReplace } = response;
    if (!checks || !planned) return withMark(response, prior ? undefined : 'create');
    const { keys, replacements, handovers, certificates } = checks;
    const { type } = resource;
    certificates.note(type, planned);
    const diagnostics = [
      ...response.diagnostics,
      ...certificates.check(type, prior, planned),
      ...keys.check(resource, prior, planned),
      ...replacements.check(type, prior, planned, requiresReplace),
      ...handovers.check(type, prior, planned),
    ];
    const checked = { ...response, diagnostics };
    if (!prior) return withMark(checked, 'create');
    // Terraform plans a replacement a second time, as a create, with the planned private state of the first one.
    const keepsNetwork = requiresReplace.length > 0 && handovers.keepsNetwork(type, prior, planned);
    return withMark(checked, keepsNetwork ? 'handedOver' : undefined);
  }

  async function planDelete(resource: ManagedResource, request: PlanRequest): Promise<PlanResponse> {
    const { prior, priorPrivate } = request;
    const response = { planned: null, requiresReplace: [], plannedPrivate: priorPrivate, diagnostics: [] };
    if (isForMoves) return withMark(response, 'forMoves');
    if (!checks || !prior) return response;
    const { keys, handovers } = checks;
    const diagnostics = [...keys.check(resource, prior, null), ...handovers.check(resource.type, prior, null)];
    const isHandedOver = await handovers.isHandedOver(resource.type, prior, calls.waitForOthers);
    return withMark({ ...response, diagnostics }, isHandedOver ? 'handedOver' : undefined);
  }

  return {
    track: calls.track,
    noteStored(resource, state) {
      calls.note();
      checks?.keys.noteState(resource, state, state);
    },
    noteRead(resource, current, refreshed) {
      checks?.keys.noteState(resource, current, refreshed);
      checks?.certificates.note(resource.type, refreshed);
    },
    keepsUnchanged(resource, { type, prior, priorPrivate }) {
      calls.note();
      if (!resource.keepsUnchanged?.(priorPrivate)) return false;
      if (!checks) return true;
      if (!checks.keys.noteUnchanged(resource, prior)) return false;
      checks.handovers.noteUnchanged(type, prior);
      return true;
    },
    plan,
    beginApply() {
      checks = undefined;
    },
  };
}

type Checks = ReturnType<typeof createChecks>;

function createChecks() {
  return {
    keys: createPlanKeys(),
    replacements: createPlanReplacements(),
    handovers: createPlanHandovers(),
    certificates: createPlanCertificates(),
  };
}
