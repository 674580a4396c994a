import { ipPolicyRules } from '../../../model/composites';
import { RULE_ATTRIBUTES } from '../../../model/composites/ip-policy-rules';
import { isObjectId } from '../../../model/kind';
import { getKind } from '../../../model/kinds';
import { resourceType } from '../../../model/naming';
import { updateBody } from '../../../model/request';
import { MUST_ADMIT } from '../../../model/variants/must-admit';
import { type CtyValue, type ObjectValue, objectValue, withMembers } from '../../../values/cty-value';
import {
  formatKnownGrants,
  isGrant,
  isLiveGrantRule,
  keepsGrants,
  NO_GRANTS,
  parseKnownGrants,
  separateGrants,
} from '../../access/grants';
import {
  type ChangedRules,
  checkLockOut,
  isAdopted,
  isLeaving,
  keepRules,
  mayAllow,
  noteAdopted,
} from '../../access/lock-out';
import { adviseOnDelete } from '../../access/messages';
import {
  type DeclaredRule,
  declaredRules,
  listPooledRules,
  listRules,
  type RemoteRule,
  RULE_KIND,
  type RulesByCidr,
  rulesValue,
} from '../../access/rules';
import type { ProviderDiagnostic } from '../../protocol/diagnostic';
import { requestFailed } from '../../protocol/messages';
import type { ApplyResponse, PlanRequest, PlanResponse, ReadResponse } from '../../protocol/provider';
import { schemaAttributes } from '../../protocol/schema-from-model';
import { problemDiagnostics, validateAttributes } from '../../protocol/validation';
import { isServiceError, readErrorDiagnostics } from '../../service/service-error';
import { pinStopSignal, type Session } from '../../service/session';
import { importByParent, refuseMove } from '../../state/move';
import { planValues } from '../../state/plan-values';
import { representationConflicts } from '../../state/semantic-equality';
import { addExtras } from '../extra';
import { importFailed, importSucceeded, invalidParentId } from '../import-id';
import type {
  CreateRequest,
  DeleteRequest,
  ManagedResource,
  ResourceReadRequest,
  UniqueKey,
  UpdateRequest,
} from '../managed-resource';
import { admission } from '../value-extras';
import { applyChanges } from './apply-changes';
import { type ChangePhase, planChanges } from './changes';
import {
  changesFailed,
  grantsWillBeDeleted,
  policyAlreadyHasRules,
  rulesAdopted,
  undeclaredRulesSincePlan,
} from './messages';
import { checkBeforeWrite, checkDeletion, listKeptRules, listMustAdmit, plannedMustAdmit } from './must-admit';

const { attributes, doc, title } = ipPolicyRules;
const POLICY_KIND = getKind('ip_policy');
const TYPE = resourceType(ipPolicyRules);

export const ruleSetResource: ManagedResource = {
  type: TYPE,
  schema: { version: 0, description: doc, attributes: schemaAttributes(attributes) },
  attributes,
  validate: (config) => validateAttributes(ipPolicyRules, config),
  ...addExtras(
    { plan: planRuleSet, read: readRuleSet, create: createRuleSet, update: updateRuleSet, delete: deleteRuleSet },
    [admission, plannedMustAdmit],
  ),
  listUniqueKeys: listRuleKeys,
  import: async (_session, id) =>
    isObjectId(POLICY_KIND, id)
      ? importSucceeded(TYPE, Object.keys(attributes), { id, ip_policy_id: id })
      : importFailed(invalidParentId(title, POLICY_KIND, id)),
  move: (request) => refuseMove(ipPolicyRules, request, importByParent(ipPolicyRules, POLICY_KIND)),
};

/** Plans the prior map if it is semantically equal, else the configured one: Terraform accepts no mixture. */
function planRuleSet(request: PlanRequest & { readonly config: ObjectValue }): PlanResponse {
  const { config, prior, priorPrivate } = request;
  const { planned: values, requiresReplace } = planValues(attributes, config, prior);
  const planned = prior ? values : withMembers(values, [['id', values['ip_policy_id'] ?? null]]);
  const diagnostics = problemDiagnostics(attributes, representationConflicts(attributes, config, prior));
  const { live } = parseKnownGrants(priorPrivate);
  if (prior && planned['grants'] === 'refuse' && live.length > 0)
    diagnostics.push(grantsWillBeDeleted(getPolicyId(prior), live));
  return { planned, requiresReplace, plannedPrivate: priorPrivate, diagnostics };
}

/** Each rule of a known policy, as the key that single rules have, too. */
function listRuleKeys(values: ObjectValue): readonly UniqueKey[] {
  const { ip_policy_id: policyId = null, rules = null } = values;
  if (typeof policyId !== 'string') return [];
  return [...declaredRules(rules).keys()].map((network) => ({ kind: RULE_KIND.name, key: `${policyId}/${network}` }));
}

/** Removed from the state if the policy does not exist. A policy without rules keeps the resource. */
async function readRuleSet(session: Session, request: ResourceReadRequest): Promise<ReadResponse> {
  const { current, private: privateState } = request;
  const policyId = getPolicyId(current);
  try {
    const remote = await listPooledRules(session, policyId);
    // An empty list may also mean that the policy does not exist.
    if (remote.size === 0) await session.readPool(POLICY_KIND.name).read(policyId);
    const { visible, grants } = separateGrants(remote, {
      keep: keepsGrants(current),
      declared: declaredRules(current['rules'] ?? null),
      known: parseKnownGrants(privateState),
      now: session.client.serviceTime(),
    });
    const state = toState(current, rulesValue(visible, current['rules']));
    return { state, private: formatKnownGrants(grants, privateState), diagnostics: [] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return { state: null, private: privateState, diagnostics: [] };
    const diagnostics = readErrorDiagnostics(rulesOf(policyId), session, failure);
    return { state: current, private: privateState, diagnostics };
  }
}

async function createRuleSet(running: Session, request: CreateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = getPolicyId(request.planned);
  const nothing = { state: null, private: request.private };
  const declared = declaredRules(request.planned['rules'] ?? null);
  try {
    const remote = await listRules(session, policyId);
    const keep = keepsGrants(request.planned);
    const preexisting = [...remote].filter(([, rule]) => !(keep && isGrant(rule)));
    const existing = preexisting.map(([, rule]) => rule);
    const mayAdopt = ([network, rule]: [string, RemoteRule]): boolean =>
      !isLeaving(session, rule) && equalsDeclared(rule, declared.get(network));
    if (!preexisting.every(mayAdopt)) return { ...nothing, diagnostics: [policyAlreadyHasRules(policyId, existing)] };
    const problem = checkBeforeWrite(
      request.planned,
      declared,
      listKeptRules(remote, declared, () => false),
    );
    if (problem) return { ...nothing, diagnostics: [problem] };
    // The creation of a rule fails if the policy does not exist. Without rules, request the policy.
    if (declared.size === 0) await session.client.get(POLICY_KIND.name, policyId, { signal: session.stopSignal() });
    // What this set adopts, no other resource that the same run deletes may take away.
    noteAdopted(session, existing);
    const phases = planChanges(remote, declared, () => false);
    const result = await applyChanges(session, policyId, remote, phases);
    if (result.appliedCount === result.total) {
      const adopted = existing.length > 0 ? [rulesAdopted(policyId, existing)] : [];
      const { grants } = separateGrants(result.remote, {
        keep,
        declared,
        known: NO_GRANTS,
        now: session.client.serviceTime(),
      });
      const privateState = formatKnownGrants(grants, request.private);
      return applyResponse({ ...request, private: privateState }, [...adopted, ...result.warnings]);
    }
    // With a state, Terraform would taint the set, and the next apply would delete the rules that are right. Without
    // one, the next create adopts them.
    return { ...nothing, diagnostics: [...result.warnings, ...changesFailed(policyId, result, 'create')] };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    return { ...nothing, diagnostics: [requestFailed(rulesOf(policyId), 'create', failure)] };
  }
}

async function updateRuleSet(running: Session, request: UpdateRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = getPolicyId(request.prior);
  const [priorMap, plannedMap]: [CtyValue, CtyValue] = [
    request.prior['rules'] ?? null,
    request.planned['rules'] ?? null,
  ];
  const [inState, declared] = [declaredRules(priorMap), declaredRules(plannedMap)];
  const [keep, known] = [keepsGrants(request.planned), parseKnownGrants(request.private)];
  const shown = new Set([...inState.keys(), ...(keep ? [] : known.live)]);
  try {
    const remote = await listRules(session, policyId);
    const isShown = isDeletable(session, remote, shown, keep);
    const problem = checkBeforeWrite(request.planned, declared, listKeptRules(remote, declared, isShown));
    if (problem) return { state: request.prior, private: request.private, diagnostics: [problem] };
    const phases = planChanges(remote, declared, isShown);
    const shutOut = await checkLockOut(session, {
      policyId,
      action: `Changing the rules of IP policy '${policyId}'`,
      phases: listChangedRules(phases),
      advice: () => [CHANGE_ADVICE],
      mayShutOut: acceptsShutOut(request.planned),
    });
    if (shutOut) return { state: request.prior, private: request.private, diagnostics: [shutOut] };
    const result = await applyChanges(session, policyId, remote, phases);
    keepRules(session, [...result.remote.values()]);
    const { visible, grants } = separateGrants(result.remote, {
      keep,
      declared,
      known: NO_GRANTS,
      now: session.client.serviceTime(),
    });
    const privateState = formatKnownGrants(grants, request.private);
    if (result.appliedCount < result.total) {
      const state = toState(request.planned, rulesValue(visible, plannedMap, priorMap));
      const diagnostics = [...result.warnings, ...changesFailed(policyId, result, 'update')];
      return { state, private: privateState, diagnostics };
    }
    const undeclared = [...result.remote]
      .filter(([network, rule]) => !declared.has(network) && !(keep && isGrant(rule)))
      .map(([, rule]) => rule);
    const warnings = undeclared.length > 0 ? [undeclaredRulesSincePlan(policyId, undeclared)] : [];
    return applyResponse({ ...request, private: privateState }, [...result.warnings, ...warnings]);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    const diagnostics = [requestFailed(rulesOf(policyId), 'update', failure)];
    return { state: request.prior, private: request.private, diagnostics };
  }
}

/** Deletes the rules in the state that are {@link isDeletable}, not the policy. */
async function deleteRuleSet(running: Session, request: DeleteRequest): Promise<ApplyResponse> {
  const session = pinStopSignal(running);
  const policyId = getPolicyId(request.prior);
  const priorMap: CtyValue = request.prior['rules'] ?? null;
  const known = declaredRules(priorMap);
  const deleted: ApplyResponse = { state: null, private: request.private, diagnostics: [] };
  if (known.size === 0) return deleted;
  try {
    const remote = await listRules(session, policyId);
    const isShown = isDeletable(session, remote, known, keepsGrants(request.prior));
    const phases = planChanges(remote, new Map(), isShown);
    const problem =
      phases.length > 0 &&
      (await checkDeletion(session, request.prior, policyId, listKeptRules(remote, new Map(), isShown)));
    if (problem) return { ...deleted, state: request.prior, diagnostics: [problem] };
    const cause = request.isReplacement ? 'replacement' : 'removal';
    const advice = adviseOnDelete({ type: TYPE, cause, id: policyId, folder: session.folder }, WAY_OUT);
    // Only the end counts: rules that deny are deleted last, so more addresses may be shut out on the way there.
    const changes = listChangedRules(phases).slice(-1);
    const allowed = changes.flatMap(({ removed }) => removed.filter(mayAllow)).map(({ cidr }) => cidr);
    const shutOut = await checkLockOut(session, {
      policyId,
      action: `Deleting the rules of IP policy '${policyId}'`,
      phases: changes,
      keptNetworks: [...allowed, ...listMustAdmit(request.prior)],
      advice,
      mayShutOut: acceptsShutOut(request.prior),
    });
    if (shutOut) return { ...deleted, state: request.prior, diagnostics: [shutOut] };
    const result = await applyChanges(session, policyId, remote, phases);
    keepRules(session, [...result.remote.values()]);
    if (result.appliedCount === result.total) return deleted;
    const remaining = new Map([...result.remote].filter(([network]) => isShown(network)));
    const state = toState(request.prior, rulesValue(remaining, priorMap));
    return { ...deleted, state, diagnostics: changesFailed(policyId, result, 'delete') };
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return deleted;
    return { ...deleted, state: request.prior, diagnostics: [requestFailed(rulesOf(policyId), 'delete', failure)] };
  }
}

function equalsDeclared(rule: RemoteRule, declared: DeclaredRule | undefined): boolean {
  return (
    declared !== undefined &&
    rule.values['action'] === declared.values['action'] &&
    updateBody(RULE_ATTRIBUTES, declared.values, rule.values) === undefined
  );
}

/** What has changed after each phase: a failure may end the write there. */
function listChangedRules(phases: readonly ChangePhase[]): ChangedRules[] {
  return phases.map((_, index) => {
    const changes = phases.slice(0, index + 1).flat();
    const removed = changes.flatMap((change) =>
      change.type === 'delete' || change.type === 'replace' ? [change.remote] : [],
    );
    const added = changes.flatMap((change) =>
      change.type === 'create' || change.type === 'replace' ? [{ ...change.declared, id: change.declared.cidr }] : [],
    );
    return { removed, added };
  });
}

/** `must_admit = []` says that the rules need not admit anybody. */
function acceptsShutOut(values: ObjectValue): boolean {
  const networks = values[MUST_ADMIT];
  return Array.isArray(networks) && networks.length === 0;
}

const WAY_OUT =
  `To shut everybody out intentionally, apply ${MUST_ADMIT} = [] on the rules first, with the block restored if it was ` +
  'removed.';

const CHANGE_ADVICE =
  'Apply the new rules that allow networks first, and the others after them, or let the restriction name another policy ' +
  `first. ${WAY_OUT}`;

function applyResponse(
  { planned, private: privateState }: CreateRequest,
  diagnostics: readonly ProviderDiagnostic[],
): ApplyResponse {
  return { state: toState(planned, planned['rules'] ?? null), private: privateState, diagnostics };
}

/**
 * Whether the rule of a network may be deleted: a plan has shown it, no other set has adopted it, and, if `keep`, it is
 * no live grant: one may have been extended or created since the plan. A rule that no longer exists counts as
 * deletable.
 */
function isDeletable(
  session: Session,
  remote: RulesByCidr<RemoteRule>,
  shown: Pick<ReadonlySet<string>, 'has'>,
  keep: boolean,
): (network: string) => boolean {
  return (network) => {
    const rule = remote.get(network);
    if (!shown.has(network)) return false;
    if (rule === undefined) return true;
    return !isAdopted(session, rule) && !(keep && isLiveGrantRule(rule, session.client.serviceTime()));
  };
}

/** The subject of a message. Includes the policy, because Terraform names no address for a delete. */
function rulesOf(policyId: string): Pick<typeof ipPolicyRules, 'title'> {
  return { title: `rules of IP policy ${policyId}` };
}

function getPolicyId(state: ObjectValue): string {
  return String(state['ip_policy_id']);
}

function toState(values: ObjectValue, rules: CtyValue): ObjectValue {
  const policyId = getPolicyId(values);
  return objectValue([
    ['id', policyId],
    ['ip_policy_id', policyId],
    ['rules', rules],
    ['grants', values['grants'] ?? null],
    [MUST_ADMIT, values[MUST_ADMIT] ?? null],
  ]);
}
