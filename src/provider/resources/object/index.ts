/** The managed resource of a kind. */

import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { getNaturalKey } from '../../../model/natural-key';
import { checkCreation, checkRemoval } from '../../../model/validation/validate-relations';
import { hasAdmission } from '../../../model/variants/admission';
import { expandAttributes } from '../../../model/variants/expand-attributes';
import { hasMustAdmit } from '../../../model/variants/must-admit';
import { isCredential, sealableNames } from '../../../model/variants/sealed-attributes';
import { hasWriteOnly } from '../../../model/variants/write-only-attributes';
import type { ObjectValue } from '../../../values/cty-value';
import { RULE_KIND } from '../../access/rules';
import { type Diagnostic, hasErrors } from '../../protocol/diagnostic';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { problemDiagnostics, validateAttributes } from '../../protocol/validation';
import { isServiceError, readErrorDiagnostics } from '../../service/service-error';
import type { Session } from '../../service/session';
import { addAdmission, planAdmission } from '../../state/admission';
import { wasImported, wasMoved } from '../../state/import-marker';
import { valueToJson } from '../../state/json-values';
import { moveObject } from '../../state/move';
import { keepsProposed, planValues } from '../../state/plan-values';
import { checkSlot, configWithSlot, describeRetry, keepSlot } from '../../state/rotated-slots';
import {
  pathsOfRemovedKey,
  planSealedValues,
  planWithoutSeal,
  sealState,
  stateWithSeal,
} from '../../state/sealed-values';
import { representationConflicts } from '../../state/semantic-equality';
import { stateAfterRead, stateValues } from '../../state/state-from-response';
import {
  planWithWriteOnlyValues,
  priorWithWriteOnlyValues,
  stateWithoutWriteOnlyValues,
} from '../../state/write-only-values';
import type { DeleteRequest, ManagedResource, ReadRequest, UniqueKey } from '../managed-resource';
import { describeUse } from './in-use';
import { movedWarnings } from './moved-warnings';
import { verdictWarnings, withMustAdmit } from './must-admit';
import { withLockOutCheck } from './rule-lock-out';
import { createObject, deleteIfExists, importObject, updateObject } from './write';

export function createObjectResource(kind: Kind): ManagedResource {
  const declared = { ...kind, attributes: expandAttributes(kind.attributes) };
  const plain: Lifecycle = {
    read: (session, request) => readObject(kind, session, request),
    create: (session, request) => createObject(kind, session, request),
    update: (session, request) => updateObject(kind, session, request),
    delete: (session, request) => deleteObject(kind, session, request),
  };
  // Plans of these report more than a difference: the verdict of the last read, or a rotation that is out of order.
  const reports = hasMustAdmit(kind.attributes) || isCredential(kind);
  const canKeep = !reports && keepsProposed(declared.attributes);
  const guarded = hasMustAdmit(kind.attributes) ? withMustAdmit(kind, plain) : plain;
  const kept = kind.name === RULE_KIND.name ? withLockOutCheck(guarded) : guarded;
  const extended = hasAdmission(kind.attributes) ? withAdmission(kept) : kept;
  const writable = hasWriteOnly(kind.attributes) ? withWriteOnly(kind, extended) : extended;
  return {
    type: resourceType(kind),
    schema: { version: 0, description: kind.doc, attributes: schemaAttributes(declared.attributes) },
    attributes: declared.attributes,
    validate: (config) => validateAttributes(declared, config),
    keepsUnchanged: (privateState) => canKeep && !wasMoved(privateState),
    plan: (request) => planObject(declared, request),
    ...(sealableNames(kind.attributes).length > 0 ? withSeal(kind, writable) : writable),
    ...(kind.naturalKey?.unique && { listUniqueKeys: (values) => listUniqueKeys(kind, values) }),
    import: (session, id) => importObject(declared, session, id),
    move: (request) => moveObject(kind, request),
  };
}

type Lifecycle = Pick<ManagedResource, 'read' | 'create' | 'update' | 'delete'>;

/** Adds the values that the provider computes from a rule to its states. */
function withAdmission(plain: Lifecycle): Lifecycle {
  const extend = <T extends ReadResponse>(response: T): T => ({
    ...response,
    state: response.state && addAdmission(response.state),
  });
  return {
    read: async (session, request) => extend(await plain.read(session, request)),
    create: async (session, request) => extend(await plain.create(session, request)),
    update: async (session, request) => extend(await plain.update(session, request)),
    delete: plain.delete,
  };
}

/** Adds write-only values to requests and removes them from states. */
function withWriteOnly({ attributes }: Kind, plain: Lifecycle): Lifecycle {
  const withoutValues = <T extends ReadResponse>(response: T, source: ObjectValue): T => ({
    ...response,
    state: response.state && stateWithoutWriteOnlyValues(attributes, response.state, source),
  });
  return {
    async read(session, request) {
      return withoutValues(await plain.read(session, request), request.current);
    },
    async create(session, request) {
      const planned = planWithWriteOnlyValues(attributes, request.planned, request.config);
      return withoutValues(await plain.create(session, { ...request, planned }), request.planned);
    },
    async update(session, request) {
      const planned = planWithWriteOnlyValues(attributes, request.planned, request.config);
      const prior = priorWithWriteOnlyValues(attributes, request.prior, request.planned, planned);
      const response = await plain.update(session, { ...request, planned, prior });
      // After a failure the service may not have the new value. With the old version the next apply sends it again.
      return withoutValues(response, hasErrors(response.diagnostics) ? request.prior : request.planned);
    },
    delete: plain.delete,
  };
}

/** Encrypts values of created objects for a configured key. */
function withSeal(kind: Kind, plain: Lifecycle): Lifecycle {
  const keepSeal = <T extends ReadResponse>(response: T, source: ObjectValue): T => ({
    ...response,
    state: response.state && stateWithSeal(kind.attributes, response.state, source),
  });
  return {
    async read(session, request) {
      return keepSeal(await plain.read(session, request), request.current);
    },
    async create(session, request) {
      const planned = planWithoutSeal(kind.attributes, request.planned);
      const response = await plain.create(session, { ...request, planned });
      if (!response.state)
        return { ...response, diagnostics: withAdvice(response.diagnostics, describeRetry(planned)) };
      const { state, diagnostics } = await sealState(kind, response.state, request.planned);
      return { ...response, state, diagnostics: [...response.diagnostics, ...diagnostics] };
    },
    async update(session, request) {
      const response = await plain.update(session, request);
      return keepSeal(response, hasErrors(response.diagnostics) ? request.prior : request.planned);
    },
    delete: plain.delete,
  };
}

function withAdvice(diagnostics: readonly Diagnostic[], advice: string): readonly Diagnostic[] {
  if (advice === '') return diagnostics;
  return diagnostics.map((each) =>
    each.severity === 'error' ? { ...each, detail: `${each.detail}\n${advice}` } : each,
  );
}

function planObject(kind: Kind, request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { config, prior, priorPrivate } = request;
  const isRotated = isCredential(kind);
  const values = planValues(kind.attributes, isRotated ? configWithSlot(config, prior) : config, prior, {
    imported: wasImported(priorPrivate),
  });
  const planned = planAdmission(planSealedValues(kind.attributes, values.planned, prior));
  const problems = [
    ...checkCreation(kind.attributes, config, prior),
    ...checkRemoval(kind, config, prior),
    ...representationConflicts(kind.attributes, config, prior),
  ];
  const diagnostics = [
    ...problemDiagnostics(kind.attributes, problems),
    ...(wasMoved(priorPrivate) ? movedWarnings(kind, config, planned, prior) : []),
    ...verdictWarnings(planned, priorPrivate),
  ];
  const requiresReplace = [...values.requiresReplace, ...pathsOfRemovedKey(planned, prior)];
  if (!isRotated) return { planned, requiresReplace, plannedPrivate: priorPrivate, diagnostics };
  const slot = keepSlot(planned, prior, requiresReplace);
  return {
    planned,
    requiresReplace: slot.requiresReplace,
    plannedPrivate: priorPrivate,
    diagnostics: [...diagnostics, ...checkSlot(config, prior), ...slot.diagnostics],
  };
}

/** Only the service's own "no such object" removes the object from the state. */
async function readObject(kind: Kind, session: Session, request: ReadRequest): Promise<ReadResponse> {
  const { current, private: privateState } = request;
  try {
    const object = await session.readPool(kind.name).read(String(current['id']));
    const remote = stateValues(kind.attributes, object);
    return { state: stateAfterRead(kind.attributes, current, remote), private: privateState, diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return { state: null, private: privateState, diagnostics: [] };
    return { state: current, private: privateState, diagnostics: readErrorDiagnostics(kind, session, failure) };
  }
}

/** The unique key of the object, if the values are known that it consists of. */
function listUniqueKeys(kind: Kind, values: ObjectValue): readonly UniqueKey[] {
  const key = getNaturalKey(kind, valueToJson(values));
  return key === undefined ? [] : [{ kind: kind.name, key }];
}

async function deleteObject(kind: Kind, session: Session, request: DeleteRequest): Promise<ApplyResponse> {
  const id = String(request.prior['id']);
  try {
    await deleteIfExists(kind, session, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const hint = await describeUse(kind, session, failure, {
      prior: request.prior,
      isReplacement: request.isReplacement === true,
    });
    const diagnostics = [requestFailed(kind, 'delete', failure, hint)];
    return { state: request.prior, private: request.private, diagnostics };
  }
  return { state: null, private: request.private, diagnostics: [] };
}
