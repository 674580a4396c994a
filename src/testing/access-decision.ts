import type { IpRestriction } from '../client';
import type { Emulator } from '../emulator';
import { ALL_ADDRESSES, rangesToCidrs } from '../model/ip/address-set';
import { parseCidr } from '../model/ip/cidr';
import { admittedRanges, evaluatePolicy, type PolicyRule } from '../model/ip/policy';
import type { JsonObject } from '../model/json';
import { ipRestriction } from '../model/resources/ip-restriction';
import { didYouMean } from '../model/text';

/** The type of an IP restriction: `dashboard`, `api`, `agent` or `endpoints`. */
export type RestrictedTraffic = IpRestriction['type'];

/** A decision with its reason. */
export interface AccessDecision {
  readonly admitted: boolean;
  /** For messages: `allow 203.0.113.0/24 (Berlin)`. */
  readonly reason: string;
}

/** Evaluates addresses against an IP restriction or an IP policy, for the matcher `toAdmit`. */
export interface AccessCheck extends EndpointCheck {
  /** The fewest networks that contain exactly the admitted addresses, IPv4 first. */
  admittedNetworks(): readonly string[];
}

/** Whom an endpoint admits. The request decides too, so no networks can be listed. */
export interface EndpointCheck {
  /** For messages: `traffic to the dashboard`. */
  readonly name: string;
  /** Evaluates the current rules of the service. Throws for an invalid address. */
  decide(ip: string): AccessDecision;
}

/**
 * Every address is admitted, unless a restriction of the type exists and is enforced. Throws for an unknown type, which
 * has no restriction and would admit every address.
 */
export function trafficAccess(emulator: Emulator, type: RestrictedTraffic): AccessCheck {
  const { type: attribute } = ipRestriction.attributes;
  const types = (attribute?.type === 'string' && attribute.enum) || [];
  if (!types.includes(type)) {
    throw new Error(
      `trafficTo('${String(type)}'): unknown type of IP restriction; expected one of ${types.join(', ')}${didYouMean(String(type), types)}`,
    );
  }
  const findRestriction = () => emulator.objects('ip_restriction').find((candidate) => candidate['type'] === type);
  return {
    name: `traffic to ${type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`}`,
    admittedNetworks() {
      const restriction = findRestriction();
      if (restriction?.['enforced'] !== true) return rangesToCidrs(ALL_ADDRESSES);
      return listAdmittedNetworks(emulator, listPolicyIds(restriction));
    },
    decide(ip) {
      const restriction = findRestriction();
      if (!restriction) return { admitted: true, reason: 'no restriction exists' };
      if (restriction['enforced'] !== true) return { admitted: true, reason: 'the restriction is not enforced' };
      return evaluatePolicies(emulator, listPolicyIds(restriction), ip);
    },
  };
}

function listPolicyIds(restriction: JsonObject): string[] {
  return (restriction['ip_policies'] as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
}

export function policyAccess(emulator: Emulator, name: string): AccessCheck {
  const findPolicy = (): string => {
    const policies = emulator.objects('ip_policy');
    const found = policies.filter(({ id, description }) => id === name || description === name);
    if (found.length !== 1) {
      const existing = policies.map(({ id, description }) => `${String(id)} '${String(description ?? '')}'`);
      throw new Error(
        `Cannot evaluate the policy '${name}': ${found.length === 0 ? 'no policy has' : `${found.length} policies have`} ` +
          `this id or description; expected exactly one. Existing policies: ${existing.join(', ') || 'none'}.`,
      );
    }
    return String(found[0]?.['id']);
  };
  return {
    name: `the policy '${name}'`,
    decide: (ip) => evaluatePolicies(emulator, [findPolicy()], ip),
    admittedNetworks: () => listAdmittedNetworks(emulator, [findPolicy()]),
  };
}

/** Other parts of a request to an endpoint. What is not given is unknown. */
export interface EndpointRequest {
  /** HTTP method, if the URL has a path. @default 'GET' */
  readonly method?: string;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Evaluates addresses by the traffic policy of the endpoint with the URL. Throws if the decision depends on what is not
 * known of the request.
 */
export function endpointAccess(emulator: Emulator, url: string, request: EndpointRequest = {}): EndpointCheck {
  return {
    name: `the endpoint ${url}`,
    decide(ip) {
      const { endpoint, decision, outcomes } = emulator.access({ url, client_ip: ip, ...request });
      if (endpoint === undefined) {
        const urls = emulator.objects('cloud_endpoint').map((existing) => String(existing['url']));
        throw new Error(`No endpoint has the URL '${url}'; expected one of ${urls.join(', ') || 'none'}.`);
      }
      if (decision === 'unknown') {
        const conditions = outcomes.flatMap(({ depends }) => depends);
        throw new Error(
          `Whether ${url} admits ${ip} depends on ${[...new Set(conditions)].join(' and ')}. ` +
            `Give the URL with its path, method or headers.`,
        );
      }
      return { admitted: decision === 'admitted', reason: outcomes.map(({ reason }) => reason).join('; or ') };
    },
  };
}

function listAdmittedNetworks(emulator: Emulator, policies: readonly string[]): string[] {
  return rangesToCidrs(admittedRanges([...parseRules(emulator, policies).keys()]));
}

function evaluatePolicies(emulator: Emulator, policies: readonly string[], ip: string): AccessDecision {
  const parsed = parseRules(emulator, policies);
  const { allowed, decisiveRules } = evaluatePolicy([...parsed.keys()], ip);
  const reasons = decisiveRules.map((rule) => formatRule(parsed.get(rule) ?? {}));
  return { admitted: allowed, reason: reasons.join(', ') || `none of ${parsed.size} rules matches` };
}

function parseRules(emulator: Emulator, policies: readonly string[]): Map<PolicyRule, JsonObject> {
  const rules = emulator.objects('ip_policy_rule').filter((rule) => policies.includes(policyOf(rule)));
  return new Map<PolicyRule, JsonObject>(
    rules.map((rule) => {
      const cidr = parseCidr(String(rule['cidr']));
      if ('problem' in cidr) throw new Error(`The service has a rule with the invalid CIDR '${String(rule['cidr'])}'`);
      return [{ cidr, action: rule['action'] as PolicyRule['action'] }, rule];
    }),
  );
}

function policyOf(rule: JsonObject): string {
  return String((rule['ip_policy'] as JsonObject)['id']);
}

function formatRule({ action, cidr, description }: JsonObject): string {
  return `${String(action)} ${String(cidr)}${description ? ` (${String(description)})` : ''}`;
}
