import { setTimeout as sleep } from 'node:timers/promises';
import { CERTIFICATE_WAITS, type CertificateWait, DEFAULT_TIMEOUT } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import { isObjectId } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { parseDuration } from '../../../model/time';
import { type ObjectValue, withMembers } from '../../../values/cty-value';
import { type JsonObject, valueAt } from '../../../values/json';
import type { ProviderDiagnostic } from '../../protocol/diagnostic';
import { objectDeleted, requestFailed } from '../../protocol/messages';
import type { ImportResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { validateAttributes } from '../../protocol/validation';
import { isServiceError, readErrorDiagnostics } from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { importByParent, refuseMove } from '../../state/move';
import { planValues } from '../../state/plan-values';
import { stateAfterApply, stateAfterRead } from '../../state/state-from-response';
import { importFailed, importSucceeded, invalidParentId } from '../import-id';
import type { CreateRequest, ManagedResource, ResourceReadRequest } from '../managed-resource';
import { dnsValidationFailed, managementDisabled, waitInterrupted, waitTimedOut } from './messages';

export function certificateWaitResources(clock: WaitClock = systemClock): readonly ManagedResource[] {
  return CERTIFICATE_WAITS.map((wait) => createCertificateWaitResource(wait, clock));
}

function createCertificateWaitResource(wait: CertificateWait, clock: WaitClock): ManagedResource {
  const { attributes } = wait;
  return {
    type: resourceType(wait),
    schema: { version: 0, description: wait.doc, attributes: schemaAttributes(attributes) },
    attributes,
    validate: (config) => validateAttributes(wait, config),
    plan: (request) => planWait(wait, request),
    read: (session, request) => readWait(wait, session, request),
    async create(session, request) {
      const { object, diagnostics } = await waitUntilIssued(wait, clock, session, request);
      // After a failure there is nothing to store: nothing was created, and the next apply waits again.
      const state = object ? stateAfterApply(attributes, request.planned, outputValues(wait, object)) : null;
      return { state, private: request.private, diagnostics };
    },
    // Only `timeouts` can change in place, and it affects only a create.
    update: async (_session, request) => ({
      state: stateAfterApply(attributes, request.planned, {}),
      private: request.private,
      diagnostics: [],
    }),
    delete: async (_session, request) => ({ state: null, private: request.private, diagnostics: [] }),
    import: async (_session, id) => importWait(wait, id),
    move: (request) => refuseMove(wait, request, importByParent(wait, wait.kind)),
  };
}

function planWait(wait: CertificateWait, request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { planned: values, requiresReplace } = planValues(wait.attributes, request.config, request.prior);
  const planned = request.prior ? values : withMembers(values, [['id', values[wait.idAttribute] ?? null]]);
  return { planned, requiresReplace, plannedPrivate: request.priorPrivate, diagnostics: [] };
}

/** Removed from the state if the object was deleted or its certificate management was disabled. */
async function readWait(wait: CertificateWait, session: Session, request: ResourceReadRequest): Promise<ReadResponse> {
  const { kind, attributes } = wait;
  const removed: ReadResponse = { state: null, private: request.private, diagnostics: [] };
  try {
    const object = await session.readPool(kind.name).read(String(request.current[wait.idAttribute]));
    if (readCertificateStatus(wait, object).state === 'unmanaged') return removed;
    const remote = { ...outputValues(wait, object), timeouts: null };
    const refreshed = stateAfterRead(attributes, request.current, remote);
    return {
      ...removed,
      state: withMembers(refreshed, [['timeouts', request.current['timeouts'] ?? null]]),
    };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return removed;
    return { ...removed, state: request.current, diagnostics: readErrorDiagnostics(wait, session, failure) };
  }
}

function outputValues(wait: CertificateWait, object: JsonObject) {
  const values = attributesFromResponse(wait.kind.attributes, object);
  const renewsAt = valueAt(values, 'certificate_management_status.renews_at') as string | null | undefined;
  return { ...values, [wait.idAttribute]: values['id'] ?? null, renews_at: renewsAt ?? null };
}

interface WaitResult {
  readonly object?: JsonObject;
  readonly diagnostics: readonly ProviderDiagnostic[];
}

async function waitUntilIssued(
  wait: CertificateWait,
  clock: WaitClock,
  running: Session,
  { planned }: CreateRequest,
): Promise<WaitResult> {
  const { kind } = wait;
  const session = pinStopSignal(running);
  const stop = session.stopSignal();
  const id = String(planned[wait.idAttribute]);
  const timeout = String(valueAt(planned, 'timeouts.create') ?? DEFAULT_TIMEOUT);
  const deadline = clock.now() + (parseDuration(timeout) ?? 0);
  const failed = (diagnostic: ProviderDiagnostic): WaitResult => ({ diagnostics: [diagnostic] });
  try {
    for (let attempt = 1; ; attempt++) {
      const object = await session.client.get(kind.name, id, { stop });
      const status = readCertificateStatus(wait, object);
      if (status.state === 'issued') return { object, diagnostics: [] };
      if (status.state === 'unmanaged') return failed(managementDisabled(wait, object));
      if (status.state === 'dns_error') return failed(dnsValidationFailed(wait, object, status.message));
      const remaining = deadline - clock.now();
      if (remaining <= 0) return failed(waitTimedOut(wait, object, timeout, status.message));
      // The last poll is at the deadline.
      await clock.sleep(Math.min(remaining, pollDelay(attempt)), stop);
      if (stop.aborted) return failed(waitInterrupted(wait, object, status.message));
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return failed(
      failure.notFound
        ? objectDeleted(kind, id, 'wait for the certificate of', failure)
        : requestFailed(wait, 'wait for', failure),
    );
  }
}

function importWait(wait: CertificateWait, id: string): ImportResponse {
  const type = resourceType(wait);
  return isObjectId(wait.kind, id)
    ? importSucceeded(type, Object.keys(wait.attributes), { id, [wait.idAttribute]: id })
    : importFailed(invalidParentId(wait.title, wait.kind, id));
}

export interface WaitClock {
  /** Monotonic, in ms. */
  now(): number;
  /** Resolves after that time, or at once if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const systemClock: WaitClock = {
  now: () => performance.now(),
  // Rejects only if the signal is aborted.
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/** Chosen, like the factor: short at first, for a certificate that is nearly issued. */
const FIRST_DELAY_MS = 1000;
const BACKOFF_FACTOR = 1.5;
/** Chosen: six requests per minute use little of a rate limit, and a job takes minutes. */
const MAX_DELAY_MS = 10_000;

/** In ms; attempts are counted from 1. */
function pollDelay(attempt: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * BACKOFF_FACTOR ** (attempt - 1));
}

type CertificateStatus =
  | { readonly state: 'unmanaged' }
  /** A certificate exists, and no job is creating or renewing one. */
  | { readonly state: 'issued' }
  /** Retrying does not help; the DNS records must change. */
  | { readonly state: 'dns_error'; readonly message: string }
  /** A job is pending or running. `message` is the service's own, if it has one, possibly about a transient error. */
  | { readonly state: 'running'; readonly message: string };

function readCertificateStatus({ kind }: CertificateWait, object: JsonObject): CertificateStatus {
  const values = attributesFromResponse(kind.attributes, object);
  if (values['certificate_management_policy'] === null) return { state: 'unmanaged' };
  const statusAt = (path: string): unknown => valueAt(values, `certificate_management_status.${path}`) ?? null;
  if (statusAt('provisioning_job') === null) {
    if (statusAt('renews_at') !== null) return { state: 'issued' };
    return { state: 'running', message: 'The job that issues the certificate has not started.' };
  }
  const code = statusAt('provisioning_job.error_code');
  const retriesAt = statusAt('provisioning_job.retries_at');
  const message = [
    code === null ? '' : `${String(code)}:`,
    String(statusAt('provisioning_job.msg') ?? 'The service gives no details.'),
    retriesAt === null ? '' : `The service retries at ${String(retriesAt)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  return { state: code === 'DNS_ERROR' ? 'dns_error' : 'running', message };
}
