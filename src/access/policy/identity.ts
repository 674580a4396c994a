/**
 * What makes two actions the same: type and whole configuration, the versions of the objects that they name, and the
 * values of what their texts read. Order of members and place in the policy do not matter.
 */
import { canonicalEndpointUrl, isServedBy } from '../../model/formats/endpoint-url';
import { findAction } from '../../model/traffic-policy/data/actions';
import type { Member, PolicyReferenceKind } from '../../model/traffic-policy/data/schema';
import { isExpressionMember, splitPolicyUrl } from '../../model/traffic-policy/references';
import { isUnknown, type Known, type KnownJson, type KnownObject, stringifyKnown } from '../../values/known';
import type { Diagram } from '../diagram';
import type { Alternative } from './conditions/symbols';
import { textOf } from './conditions/tree';
import { keyOfScope, resolve, type Scope, versionOf } from './scope';
import { isLiteral, parseOrUnknown, resolveValue } from './template';

export interface ActionIdentity {
  readonly key: string;
  /** The result depends on other objects of the account. Two different keys may then have the same result. */
  readonly dependsOnAccount: boolean;
}

export function identifyAction(
  scope: Scope,
  type: string,
  config: Known<KnownObject>,
  within: Diagram,
): ActionIdentity {
  const given = nameFixed(type, omitDefaults(type, config));
  const fetched = listFetched(scope, type, given);
  const key = `${type} ${identify(scope, given, '', within)} ${listVersions(scope, type, config)} ${fetched}`;
  return { key, dependsOnAccount: fetched !== '' };
}

/** Actions that send requests to URLs of their configuration. */
const FETCHING = ['http-request', 'jwt-validation', 'oauth', 'openid-connect', 'saml'];

/**
 * The endpoints of the account from which an action may fetch something: the URL of an `http-request`, keys for
 * `jwt-validation`. A value of Terraform may name any object.
 */
function listFetched({ facts }: Scope, type: string, config: Known<KnownObject>): string {
  const fetches = FETCHING.includes(type);
  const texts = listTexts(config).filter((text) => fetches || isUnknown(text));
  const origins = texts.flatMap((text) => (isUnknown(text) ? [] : findOrigin(text)));
  const { objects, incomplete } = facts.endpoints;
  const isAnywhere = texts.some((text) => isUnknown(text) || TEMPLATE_URL.test(text));
  const serving = objects.filter(
    ({ url }) => (isAnywhere && fetches) || origins.some((origin) => isUnknown(url) || isServedBy(origin, url)),
  );
  const isUncertain = isAnywhere || (origins.length > 0 && (serving.length > 0 || incomplete !== undefined));
  if (!isUncertain) return '';
  const policies = serving.map(({ id, ...endpoint }) => stringifyKnown(endpoint));
  return [...policies.sort(), facts.surroundings()].join();
}

/** A template in the place of the host may be any URL. */
const TEMPLATE_URL = /^(?:https?:\/\/[^/?#]*)?\$\{/i;

/** `https://user:password@Auth.example.com/keys` -> `https://auth.example.com` */
function findOrigin(text: string): string[] {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? [new URL(text).origin] : [];
}

function listTexts(json: KnownJson): Known<string>[] {
  if (isUnknown(json) || typeof json === 'string') return [json];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(listTexts) : [];
}

/** `{"realm": "ngrok"}` means the same as `{}`, if that is the documented default. `enforce` says what a refusal does. */
function omitDefaults(type: string, config: Known<KnownObject>): Known<KnownObject> {
  const members = findAction(type)?.members;
  if (isUnknown(config) || !members) return config;
  const isOdd = hasUnknownMember(type, config);
  const isOmitted = (name: string, value: KnownJson): boolean =>
    (name === 'enforce' && !isOdd) || JSON.stringify(members[name]?.default) === JSON.stringify(value);
  return Object.fromEntries(Object.entries(config).filter(([name, value]) => !isOmitted(name, value)));
}

/** The service may be newer than the model, and a member may change all that an action does. */
export function hasUnknownMember(type: string, config: Known<KnownObject>): boolean {
  const members = findAction(type)?.members;
  if (!members || isUnknown(config)) return false;
  return Object.entries(config).some(([name, value]) => value !== null && !Object.hasOwn(members, name));
}

/**
 * Names the unknown values that are certainly no text with CEL, such as `enforce`: they depend on no request and on no
 * object.
 */
function nameFixed(type: string, config: Known<KnownObject>): Known<KnownObject> {
  const members = findAction(type)?.members;
  if (isUnknown(config) || !members) return config;
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      isUnknown(value) && isFixed(members[name]) ? { unknown: value.identity } : value,
    ]),
  );
}

function isFixed(member: Member | undefined): boolean {
  if (member?.type === 'string') return member.enum !== undefined && !member.uncertain;
  return member?.type === 'bool' || member?.type === 'integer' || member?.type === 'number';
}

function identify(scope: Scope, json: KnownJson, member: string, within: Diagram): string {
  if (isUnknown(json)) return `unknown(${json.identity} ${keyOfScope(scope)})`;
  if (typeof json === 'string') {
    if (isExpressionMember(member)) return describe(resolve(scope, parseOrUnknown(scope, json), within));
    return isLiteral(json) ? JSON.stringify(json) : describe(resolveValue(scope, json, within));
  }
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  if (Array.isArray(json))
    return `[${(json as readonly KnownJson[]).map((item) => identify(scope, item, member, within)).join()}]`;
  const members = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${name}:${identify(scope, item, name, within)}`).join()}}`;
}

function describe(alternatives: readonly Alternative[]): string {
  return alternatives.map(({ when, tree }) => `${when}?${textOf(tree)}`).join('|');
}

const KIND_OF_REFERENCE: Readonly<Record<PolicyReferenceKind, string>> = {
  certificate_authority: 'certificate_authority',
  internal_endpoint: 'cloud_endpoint',
  ip_policy: 'ip_policy',
};

function listVersions({ facts }: Scope, type: string, config: Known<KnownObject>): string {
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
