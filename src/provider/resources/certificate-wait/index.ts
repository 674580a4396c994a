/** Resources that wait for a certificate (design: 'Beyond one-to-one resources'). They change nothing at the service. */

import { CERTIFICATE_WAITS, type CertificateWait, DEFAULT_TIMEOUT } from '../../../model/composites';
import { parseDuration } from '../../../model/formats/duration';
import { attributesFromResponse } from '../../../model/from-response';
import { type JsonObject, valueAt } from '../../../model/json';
import { checkValues } from '../../../model/validation/validate';
import { type ObjectValue, objectValue, UNKNOWN } from '../../../values/cty-value';
import type { Diagnostic } from '../../protocol/diagnostic';
import { objectDeleted, requestFailed, resourceType } from '../../protocol/messages';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import type { ImportResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { readFailure } from '../../service/read-failure';
import { isServiceError } from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { planValues } from '../../state/plan-values';
import { stateAfterApply, stateAfterRead } from '../../state/state-from-response';
import type { CreateRequest, ManagedResource, RefreshRequest } from '../managed-resource';
import { progressOf } from './certificate-status';
import { badWaitId, dnsError, timedOut, unmanaged, waitInterrupted } from './messages';
import { delayAfter, type Pace, systemPace } from './poll-backoff';

/** All resources that wait. */
export function waiterResources(pace: Pace = systemPace): readonly ManagedResource[] {
  return CERTIFICATE_WAITS.map((wait) => waiterResource(wait, pace));
}

function waiterResource(wait: CertificateWait, pace: Pace): ManagedResource {
  const { attributes } = wait;
  return {
    type: resourceType(wait),
    schema: { version: 0, description: wait.doc, attributes: schemaAttributes(attributes) },
    attributes,
    validate: (config) =>
      problemDiagnostics(
        attributes,
        checkValues(wait, config, { isKnown: (value) => value !== UNKNOWN, isConfiguration: true }),
      ),
    plan: (request) => planWait(wait, request),
    read: (session, request) => readWait(wait, session, request),
    async create(session, request) {
      const { answer, diagnostics } = await waitUntilProvisioned(wait, pace, session, request);
      // Nothing was made at the service, so after a failure there is nothing to remember: the next apply waits again.
      const state = answer ? stateAfterApply(attributes, request.planned, outputsOf(wait, answer)) : null;
      return { state, private: request.private, diagnostics };
    },
    // Only `timeouts` changes in place, and it matters to a creation alone.
    update: async (_session, request) => ({
      state: stateAfterApply(attributes, request.planned, {}),
      private: request.private,
      diagnostics: [],
    }),
    remove: async (_session, request) => ({ state: null, private: request.private, diagnostics: [] }),
    import: async (_session, id) => importWait(wait, id),
  };
}

function planWait(wait: CertificateWait, request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { planned, requiresReplace } = planValues(wait.attributes, request.config, request.prior);
  if (request.prior === null) planned['id'] = planned[wait.of] ?? null;
  return { planned, requiresReplace, plannedPrivate: request.priorPrivate, diagnostics: [] };
}

/** Gone when the object is, or when its automatic management was switched off: then there is no certificate to rely on. */
async function readWait(wait: CertificateWait, session: Session, request: RefreshRequest): Promise<ReadResponse> {
  const { kind, attributes } = wait;
  const gone: ReadResponse = { state: null, private: request.private, diagnostics: [] };
  try {
    const id = String(request.current[wait.of]);
    const answer = await session.readPool(kind.name).read(id);
    if (progressOf(wait, answer).state === 'unmanaged') return gone;
    const live = { ...outputsOf(wait, answer), timeouts: null };
    const refreshed = stateAfterRead(attributes, request.current, live);
    return {
      ...gone,
      state: objectValue([...Object.entries(refreshed), ['timeouts', request.current['timeouts'] ?? null]]),
    };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return gone;
    return { ...gone, state: request.current, diagnostics: readFailure(wait, 'read', session, failure) };
  }
}

/** The values of the attributes that come from the object. */
function outputsOf(wait: CertificateWait, answer: JsonObject) {
  const values = attributesFromResponse(wait.kind.attributes, answer);
  const status = valueAt(values, 'certificate_management_status.renews_at') as string | null | undefined;
  return { ...values, [wait.of]: values['id'] ?? null, renews_at: status ?? null };
}

interface Waited {
  /** The object with its certificate, if it came to that. */
  readonly answer?: JsonObject;
  readonly diagnostics: readonly Diagnostic[];
}

async function waitUntilProvisioned(
  wait: CertificateWait,
  pace: Pace,
  running: Session,
  { planned }: CreateRequest,
): Promise<Waited> {
  const { kind } = wait;
  const session = pinStopSignal(running);
  const stop = session.stopSignal();
  const id = String(planned[wait.of]);
  const timeout = String(valueAt(planned, 'timeouts.create') ?? DEFAULT_TIMEOUT);
  const deadline = pace.now() + (parseDuration(timeout) ?? 0);
  const failed = (diagnostic: Diagnostic): Waited => ({ diagnostics: [diagnostic] });
  try {
    for (let look = 1; ; look++) {
      const answer = await session.client.get(kind.name, id, { stop });
      const progress = progressOf(wait, answer);
      if (progress.state === 'provisioned') return { answer, diagnostics: [] };
      if (progress.state === 'unmanaged') return failed(unmanaged(wait, answer));
      if (progress.state === 'dns_error') return failed(dnsError(wait, answer, progress.message));
      const left = deadline - pace.now();
      if (left <= 0) return failed(timedOut(wait, answer, timeout, progress.message));
      // The last look is at the deadline itself.
      await pace.sleep(Math.min(left, delayAfter(look)), stop);
      if (stop.aborted) return failed(waitInterrupted(wait, answer, progress.message));
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return failed(
      failure.notFound
        ? objectDeleted(kind, id, 'wait for the certificate of')
        : requestFailed(wait, 'wait for', failure),
    );
  }
}

/** Imports by the identifier of the object, once its certificate is managed. */
function importWait(wait: CertificateWait, id: string): ImportResponse {
  if (!new RegExp(`^${wait.kind.idPrefix}_[A-Za-z0-9]+$`).test(id)) {
    return { imported: [], diagnostics: [badWaitId(wait, id)] };
  }
  const state = objectValue(
    Object.keys(wait.attributes).map((name) => [name, name === 'id' || name === wait.of ? id : null]),
  );
  return { imported: [{ type: resourceType(wait), state, private: new Uint8Array() }], diagnostics: [] };
}
