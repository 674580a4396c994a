/** `netingress_ip_policy_rules`: all rules of one policy as one resource (design: 'Beyond one-to-one resources'). */

import { ipPolicyRules } from '../../../model/composites';
import { getKind } from '../../../model/kinds';
import { checkValues } from '../../../model/validation/validate';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue, UNKNOWN } from '../../../values/cty-value';
import { valuesEqual } from '../../../values/equal';
import type { Diagnostic } from '../../protocol/diagnostic';
import { requestFailed, resourceType } from '../../protocol/messages';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import type { ApplyResponse, ImportResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { readFailure } from '../../service/read-failure';
import { isServiceError } from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { planValues } from '../../state/plan-values';
import { representationConflicts } from '../../state/semantic-equality';
import type { CreateRequest, ManagedResource, RefreshRequest, RemoveRequest, UpdateRequest } from '../managed-resource';
import { applyChanges } from './apply-changes';
import { planChanges } from './changes';
import { badPolicyId, changesFailed, policyAlreadyHasRules, undeclaredRulesSincePlan } from './messages';
import { declaredRules, listRules, rulesValue } from './rules';

const { attributes, doc } = ipPolicyRules;
const policy = getKind('ip_policy');

/** The managed resource. */
export const ruleSetResource: ManagedResource = {
  type: resourceType(ipPolicyRules),
  schema: { version: 0, description: doc, attributes: schemaAttributes(attributes) },
  attributes,
  validate: (config) =>
    problemDiagnostics(
      attributes,
      checkValues(ipPolicyRules, config, { isKnown: (value) => value !== UNKNOWN, isConfiguration: true }),
    ),
  plan: planRuleSet,
  requests: requestsOfChange,
  read: readRuleSet,
  create: createRuleSet,
  update: updateRuleSet,
  remove: removeRuleSet,
  import: async (_session, id) => importRuleSet(id),
};

/** A map that means the same is the prior one whole, otherwise it is the configuration's, with its keys (rules.md 3.2). */
function planRuleSet(request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { planned, requiresReplace } = planValues(attributes, request.config, request.prior);
  const policyId: CtyValue = planned['ip_policy_id'] ?? null;
  if (request.prior === null) planned['id'] = policyId;
  const diagnostics = problemDiagnostics(
    attributes,
    representationConflicts(attributes, request.config, request.prior),
  );
  return { planned, requiresReplace, plannedPrivate: request.priorPrivate, diagnostics };
}

/** One for each rule that differs, and one to list what stands; values may be unknown still. */
function requestsOfChange(prior: ObjectValue | null, planned: ObjectValue | null): number {
  const rulesOf = (state: ObjectValue | null): ObjectValue => {
    const rules = state?.['rules'] ?? null;
    return isObjectValue(rules) ? rules : objectValue();
  };
  const [before, after] = [rulesOf(prior), rulesOf(planned)];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differing = [...keys].filter((key) => !valuesEqual('dynamic', before[key] ?? null, after[key] ?? null));
  return 1 + differing.length;
}

/** Gone with the policy; a policy without rules is none that is gone. */
async function readRuleSet(session: Session, request: RefreshRequest): Promise<ReadResponse> {
  const policyId = policyIdOf(request.current);
  try {
    const standing = await listRules(session, policyId);
    // A list cannot tell a policy without rules from no policy.
    if (standing.size === 0) await session.readPool(policy.name).read(policyId);
    const state = stateOf(policyId, rulesValue(standing, request.current['rules']));
    return { state, private: request.private, diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return { state: null, private: request.private, diagnostics: [] };
    return {
      state: request.current,
      private: request.private,
      diagnostics: readFailure(rulesOf(policyId), 'read', session, failure),
    };
  }
}

async function createRuleSet(running: Session, request: CreateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = policyIdOf(request.planned);
  const nothing = { state: null, private: request.private };
  const declared = declaredRules(request.planned['rules'] ?? null);
  try {
    const standing = await listRules(session, policyId);
    if (standing.size > 0)
      return { ...nothing, diagnostics: [policyAlreadyHasRules(policyId, [...standing.values()])] };
    // With rules to create, the service itself says that there is no such policy.
    if (declared.size === 0) await session.client.get(policy.name, policyId, { signal: session.stopSignal() });
    const outcome = await applyChanges(
      session,
      policyId,
      standing,
      planChanges(standing, declared, () => false),
    );
    if (outcome.standing.size > 0) request.onCreated?.(policyId);
    if (outcome.made === outcome.total) return done(policyId, request, outcome.warnings);
    const state = stateOf(policyId, rulesValue(outcome.standing, request.planned['rules']));
    const diagnostics = [...outcome.warnings, ...changesFailed(policyId, outcome, true)];
    // Without a single rule nothing exists that the state would have to remember.
    return outcome.standing.size === 0 ? { ...nothing, diagnostics } : { ...nothing, state, diagnostics };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { ...nothing, diagnostics: [requestFailed(rulesOf(policyId), 'create', failure)] };
  }
}

async function updateRuleSet(running: Session, request: UpdateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = policyIdOf(request.prior);
  const [before, now]: [CtyValue, CtyValue] = [request.prior['rules'] ?? null, request.planned['rules'] ?? null];
  const [known, declared] = [declaredRules(before), declaredRules(now)];
  try {
    const standing = await listRules(session, policyId);
    const phases = planChanges(standing, declared, (network) => known.has(network));
    const outcome = await applyChanges(session, policyId, standing, phases);
    if (outcome.made < outcome.total) {
      const state = stateOf(policyId, rulesValue(outcome.standing, now, before));
      const diagnostics = [...outcome.warnings, ...changesFailed(policyId, outcome, true)];
      return { state, private: request.private, diagnostics };
    }
    const appeared = [...outcome.standing].filter(([network]) => !declared.has(network)).map(([, rule]) => rule);
    const warnings = appeared.length > 0 ? [undeclaredRulesSincePlan(policyId, appeared)] : [];
    return done(policyId, request, [...outcome.warnings, ...warnings]);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return {
      state: request.prior,
      private: request.private,
      diagnostics: [requestFailed(rulesOf(policyId), 'update', failure)],
    };
  }
}

/** Removes the rules that the state names; the policy stays. */
async function removeRuleSet(running: Session, request: RemoveRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = policyIdOf(request.prior);
  const before: CtyValue = request.prior['rules'] ?? null;
  const removed = declaredRules(before);
  const nothing: ApplyResponse = { state: null, private: request.private, diagnostics: [] };
  if (removed.size === 0) return nothing;
  try {
    const standing = await listRules(session, policyId);
    const phases = planChanges(standing, new Map(), (network) => removed.has(network));
    const outcome = await applyChanges(session, policyId, standing, phases);
    if (outcome.made === outcome.total) return nothing;
    const left = new Map([...outcome.standing].filter(([network]) => removed.has(network)));
    const state = stateOf(policyId, rulesValue(left, before));
    return { ...nothing, state, diagnostics: changesFailed(policyId, outcome, false) };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return nothing;
    return { ...nothing, state: request.prior, diagnostics: [requestFailed(rulesOf(policyId), 'delete', failure)] };
  }
}

/** Imports by the identifier of the policy. */
function importRuleSet(id: string): ImportResponse {
  if (!new RegExp(`^${policy.idPrefix}_[A-Za-z0-9]+$`).test(id)) {
    return { imported: [], diagnostics: [badPolicyId(id)] };
  }
  const state = stateOf(id, null);
  return { imported: [{ type: ruleSetResource.type, state, private: new Uint8Array() }], diagnostics: [] };
}

function done(
  policyId: string,
  { planned, private: opaque }: CreateRequest,
  diagnostics: readonly Diagnostic[],
): ApplyResponse {
  return { state: stateOf(policyId, planned['rules'] ?? null), private: opaque, diagnostics };
}

/** What a message calls them: of what is deleted Terraform names no address, so the message must. */
function rulesOf(policyId: string): Pick<typeof ipPolicyRules, 'title'> {
  return { title: `rules of IP policy ${policyId}` };
}

function policyIdOf(state: ObjectValue): string {
  return String(state['ip_policy_id']);
}

function stateOf(policyId: string, rules: CtyValue): ObjectValue {
  return objectValue([
    ['id', policyId],
    ['ip_policy_id', policyId],
    ['rules', rules],
  ]);
}
