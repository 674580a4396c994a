/**
 * The configuration of an action: what makes two of them the same, and when a text of it is an error. Two are the same
 * if these are equal: the type, the configuration without defaults, the versions of the objects that it names, the
 * values of what its texts read, and what it may use of the account. Order of members and place in the policy do not
 * matter, and neither does `enforce` if the model has all members.
 */
import { canonicalEndpointUrl, isServedBy } from '../../model/formats/endpoint-url';
import { findAction } from '../../model/traffic-policy/data/actions';
import type { Member, PolicyReferenceKind } from '../../model/traffic-policy/data/schema';
import { isExpressionMember, splitPolicyUrl } from '../../model/traffic-policy/references';
import { isUnknown, type Known, type KnownJson, type KnownObject, stringifyKnown, Unknown } from '../../values/known';
import { type Diagram, NEVER } from '../diagram';
import { buildFailure } from './conditions/atom';
import { type Tree, textOf } from './conditions/tree';
import { findUnknownMember } from './document';
import { keyOfScope, type PolicyScope, resolveTree, versionOf } from './scope';
import { isLiteral, parseOrUnknown, resolveTemplateValue } from './template';
import { type Action, type ActionIdentity, type Ending, enderOf, type Walk } from './walk';

export function identifyAction(scope: PolicyScope, type: string, given: Known<KnownObject>): ActionIdentity {
  const config = omitDefaults(type, given);
  const used = listUsed(scope, type, config);
  const leaves = listLeaves(type, config).map((leaf) => `${leaf.place}:${identifyLeaf(scope, leaf)}`);
  const key = `${type} ${leaves.sort().join()} ${listVersions(scope, type, given)} ${used}`;
  return { key, dependsOnAccount: used !== '' };
}

/** A value of a configuration without values inside: a scalar, an empty list or object, or an unknown value. */
interface Leaf {
  /** `"status_code"`, `"headers"/"x-team"`. */
  readonly place: string;
  readonly value: KnownJson;
  /** The whole text is CEL, as the name of its member says: `bucket_key`. Other texts have CEL in `${...}` only. */
  readonly isExpression: boolean;
  /** See {@link mayHaveCel}; true for a member that the model does not have. */
  readonly mayHaveCel: boolean;
}

function listLeaves(type: string, config: Known<KnownObject>): readonly Leaf[] {
  const members = findAction(type)?.members;
  const list = (value: KnownJson, place: string, name: string, member?: Member): readonly Leaf[] => {
    const isLeaf = typeof value !== 'object' || value === null || isUnknown(value) || Object.keys(value).length === 0;
    if (isLeaf)
      return [{ place, value, mayHaveCel: !member || mayHaveCel(member), isExpression: isExpressionMember(name) }];
    // No member of the model has CEL as a whole string further below: `headers: { expressions: 'abc' }`.
    const keepsName = Array.isArray(value) || member !== undefined;
    return Object.entries(value).flatMap(([key, part]: [string, KnownJson]) =>
      list(part, `${place}/${JSON.stringify(key)}`, keepsName ? name : key, member),
    );
  };
  if (isUnknown(config)) return list(config, '', '');
  return Object.entries(config).flatMap(([name, value]) => list(value, JSON.stringify(name), name, members?.[name]));
}

/** Whether a text of the member may have CEL. If not, an unknown value reads nothing of the request. */
function mayHaveCel(member: Member): boolean {
  if (member.type === 'list' || member.type === 'map') return mayHaveCel(member.items);
  if (member.type === 'object') return Object.values(member.members).some(mayHaveCel);
  return member.type === 'any' || (member.type === 'string' && member.cel !== undefined);
}

function identifyLeaf(scope: PolicyScope, leaf: Leaf): string {
  const { value } = leaf;
  if (isUnknown(value)) return `unknown(${value.identity} ${leaf.mayHaveCel ? keyOfScope(scope) : ''})`;
  const tree = resolveLeaf(scope, leaf);
  return tree ? textOf(tree) : JSON.stringify(value);
}

/** Undefined if the service evaluates nothing in the leaf. */
function resolveLeaf(scope: PolicyScope, { value, isExpression }: Leaf): Tree | undefined {
  if (typeof value !== 'string') return undefined;
  if (isExpression) return resolveTree(scope, parseOrUnknown(scope, value));
  return isLiteral(value) ? undefined : resolveTemplateValue(scope, value);
}

/** A member of `http-request`: the service evaluates it after that request, and `on_error` decides about its errors. */
const AFTER_REQUEST = '"retry_condition"';

export function findFailure(walk: Walk, { type, config }: Action): Diagram {
  const { space } = walk.scope;
  const evaluated = listLeaves(type, config).filter((leaf) => leaf.mayHaveCel && leaf.place !== AFTER_REQUEST);
  return space.diagrams.any(
    evaluated.map((leaf) => {
      if (isUnknown(leaf.value)) return buildUnknownFailure(walk, type, leaf.value);
      const tree = resolveLeaf(walk.scope, leaf);
      return tree ? buildFailure(space, tree) : NEVER;
    }),
  );
}

/** The cases in which an unknown value is a text that is an error: a fact of its own. */
export function buildUnknownFailure({ scope }: Walk, type: string, unknown: Unknown): Diagram {
  const means = { of: 'value', cause: unknown.cause, mayFail: true } as const;
  return scope.space.define(`error ${type} ${unknown.identity} ${keyOfScope(scope)}`, { kind: 'fact', means });
}

const FAILED = new Unknown({ kind: 'undocumented', gap: 'failing_text' });

/** The documents do not say whether the request ends where a text is an error: the fact {@link FAILED} decides. */
export function failureOf(walk: Walk, action: Action, fails: Diagram): Ending {
  const { space } = walk.scope;
  const by = { ...enderOf(walk, action), problem: 'failing_text' } as const;
  const when = fails === NEVER ? NEVER : space.diagrams.and(fails, space.fact(FAILED));
  return { when, kind: 'failed', gets: NEVER, origin: 'error', by };
}

/** Actions that send requests to URLs of their configuration. */
const FETCHING = ['http-request', 'jwt-validation', 'oauth', 'openid-connect', 'saml'];

/**
 * A text that differs if what the action may use of the account differs. That is what it fetches from endpoints, such
 * as the URL of an `http-request` or keys for `jwt-validation`. If a text of any action is unknown, it is all that
 * traffic policies may use, because an unknown text may name any object. Otherwise it lacks the objects that members
 * name, which are those of {@link listVersions}. Empty if the action uses nothing else.
 */
function listUsed({ facts }: PolicyScope, type: string, config: Known<KnownObject>): string {
  const fetches = FETCHING.includes(type);
  const texts = listTexts(config).filter((text) => fetches || isUnknown(text));
  const origins = texts.flatMap((text) => (isUnknown(text) ? [] : findOrigin(text)));
  const { objects, incomplete } = facts.endpoints;
  const isAnywhere = texts.some((text) => isUnknown(text) || TEMPLATE_URL.test(text));
  if (!isAnywhere && origins.length === 0) return '';
  const serving = objects.filter(
    ({ url }) => (isAnywhere && fetches) || origins.some((origin) => isUnknown(url) || isServedBy(origin, url)),
  );
  const isUncertain = isAnywhere || serving.length > 0 || incomplete !== undefined;
  if (!isUncertain) return '';
  const endpoints = serving.map(({ id, ...endpoint }) => stringifyKnown(endpoint));
  return [...endpoints.sort(), facts.surroundings()].join();
}

/** A template in the place of the host may be any URL: `https://api.${vars.zone}/keys`, `${vars.url}`. */
const TEMPLATE_URL = /^(?:https?:\/\/[^/?#]*)?\$\{/i;

/** `https://user:password@Auth.example.com/keys` -> `https://auth.example.com` */
function findOrigin(text: string): string[] {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? [new URL(text).origin] : [];
}

function listTexts(json: KnownJson): Known<string>[] {
  if (isUnknown(json) || typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(listTexts) : [];
}

/** A default means the same as no value. `enforce` decides what a refusal does, not which requests are refused. */
function omitDefaults(type: string, config: Known<KnownObject>): Known<KnownObject> {
  const members = findAction(type)?.members;
  if (isUnknown(config) || !members) return config;
  // With an unknown member, `enforce` may mean something else.
  const hasUnknown = hasUnknownMember(type, config);
  const isOmitted = (name: string, value: KnownJson): boolean =>
    (name === 'enforce' && !hasUnknown) || JSON.stringify(members[name]?.default) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => !isOmitted(name, value)));
}

export function hasUnknownMember(type: string, config: Known<KnownObject>): boolean {
  const members = findAction(type)?.members;
  return members !== undefined && !isUnknown(config) && findUnknownMember(config, Object.keys(members)) !== undefined;
}

const KIND_OF_REFERENCE: Readonly<Record<PolicyReferenceKind, string>> = {
  certificate_authority: 'certificate_authority',
  internal_endpoint: 'cloud_endpoint',
  ip_policy: 'ip_policy',
};

/** The versions of the objects that members name: `ip_policies: ['ipp_1']` -> the rules of all policies. */
function listVersions({ facts }: PolicyScope, type: string, config: Known<KnownObject>): string {
  if (isUnknown(config)) return '';
  return Object.entries(findAction(type)?.members ?? {})
    .flatMap(([name, member]) => {
      const found = member.type === 'list' ? member.items : member;
      const kind = found.type === 'string' ? found.reference : undefined;
      const values = [config[name]].flat().filter((item) => typeof item === 'string');
      return kind ? values.map((item) => versionOf(facts, KIND_OF_REFERENCE[kind], nameOf(kind, item))) : [];
    })
    .join();
}

function nameOf(kind: PolicyReferenceKind, text: string): string {
  return kind === 'internal_endpoint' ? canonicalEndpointUrl(splitPolicyUrl(text)?.url ?? text) : text;
}
