import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { findNaturalKey } from '../../../model/natural-key';
import { checkCreation, checkRemoval } from '../../../model/validation/validate-relations';
import { hasAdmission } from '../../../model/variants/admission';
import { expandAttributes } from '../../../model/variants/expand-attributes';
import { hasMustAdmit } from '../../../model/variants/must-admit';
import { hasSealableAttribute } from '../../../model/variants/sealed-attributes';
import { hasWriteOnly } from '../../../model/variants/write-only-attributes';
import type { ObjectValue } from '../../../values/cty-value';
import { RULE_KIND } from '../../access/rules';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { problemDiagnostics, validateAttributes } from '../../protocol/validation';
import { isServiceError, readErrorDiagnostics } from '../../service/service-error';
import type { Session } from '../../service/session';
import { wasImported, wasMoved } from '../../state/import-marker';
import { valueToJson } from '../../state/json-values';
import { moveObject } from '../../state/move';
import { keepsProposed, planValues } from '../../state/plan-values';
import { representationConflicts } from '../../state/semantic-equality';
import { stateAfterRead, stateValues } from '../../state/state-from-response';
import { addExtras, type Extra, type Lifecycle } from '../extra';
import type { DeleteRequest, ManagedResource, ResourceReadRequest, UniqueKey } from '../managed-resource';
import { admission, rotatedSlot, sealedValues, writeOnlyValues } from '../value-extras';
import { describeUse } from './in-use';
import { movedWarnings } from './moved-warnings';
import { mustAdmit } from './must-admit';
import { ruleLockOut } from './rule-lock-out';
import { createObject, deleteIfExists, importObject, updateObject } from './write';

/**
 * `kind` has the attributes of requests and responses. `declared` also has those that the provider adds, such as
 * `must_admit` and `token_wo`: those of schema, plan and import. The extras translate between the two.
 */
export function createObjectResource(kind: Kind): ManagedResource {
  const declared = { ...kind, attributes: expandAttributes(kind.attributes) };
  const extras = listExtras(kind);
  const plain: Lifecycle = {
    plan: (request) => planObject(declared, request),
    read: (session, request) => readObject(kind, session, request),
    create: (session, request) => createObject(kind, session, request),
    update: (session, request) => updateObject(kind, session, request),
    delete: (session, request) => deleteObject(kind, session, request),
  };
  // An extra that checks plans may have a diagnostic although nothing changes, such as the verdict of the last read.
  const canKeep = !extras.some(({ checkPlan }) => checkPlan) && keepsProposed(declared.attributes);
  return {
    type: resourceType(kind),
    schema: { version: 0, description: kind.doc, attributes: schemaAttributes(declared.attributes) },
    attributes: declared.attributes,
    validate: (config) => validateAttributes(declared, config),
    keepsUnchanged: (privateState) => canKeep && !wasMoved(privateState),
    ...addExtras(plain, extras),
    ...(kind.naturalKey?.unique && { listUniqueKeys: (values) => listUniqueKeys(kind, values) }),
    import: (session, id) => importObject(declared, session, id),
    move: (request) => moveObject(kind, request),
  };
}

function planObject(declared: Kind, request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { config, prior, priorPrivate } = request;
  const { attributes } = declared;
  const imported = wasImported(priorPrivate);
  const { planned, requiresReplace } = planValues(attributes, config, prior, { imported });
  // The configuration is checked and not the planned values, which have defaults and what the service has chosen.
  const problems = [
    ...checkCreation(attributes, config, prior),
    ...checkRemoval(declared, config, prior),
    ...representationConflicts(attributes, config, prior),
  ];
  const diagnostics = [
    ...problemDiagnostics(attributes, problems),
    ...(wasMoved(priorPrivate) ? movedWarnings(declared, config, planned, prior) : []),
  ];
  return { planned, requiresReplace, plannedPrivate: priorPrivate, diagnostics };
}

/** Only the error "no such object" of the service itself removes the object from the state. */
async function readObject(kind: Kind, session: Session, request: ResourceReadRequest): Promise<ReadResponse> {
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

function listUniqueKeys(kind: Kind, values: ObjectValue): readonly UniqueKey[] {
  const key = findNaturalKey(kind, valueToJson(values));
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

/** The extras of a kind, the innermost first; see `addExtras`. */
export function listExtras(kind: Kind): readonly Extra[] {
  const { attributes } = kind;
  return [
    ...(hasMustAdmit(attributes) ? [mustAdmit(kind)] : []),
    ...(kind.name === RULE_KIND.name ? [ruleLockOut] : []),
    ...(hasAdmission(attributes) ? [admission] : []),
    ...(hasWriteOnly(attributes) ? [writeOnlyValues(kind)] : []),
    ...(hasSealableAttribute(kind) ? [sealedValues(kind), rotatedSlot] : []),
  ];
}
