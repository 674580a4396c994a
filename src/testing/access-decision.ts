import type { IpRestriction } from '../client';
import type { Emulator } from '../emulator';
import { parseCidr } from '../model/ip/cidr';
import { evaluatePolicy, type PolicyRule } from '../model/ip/policy';
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
export interface AccessCheck {
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
  return {
    name: `traffic to ${type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`}`,
    decide(ip) {
      const restriction = emulator.objects('ip_restriction').find((candidate) => candidate['type'] === type);
      if (!restriction) return { admitted: true, reason: 'no restriction exists' };
      if (restriction['enforced'] !== true) return { admitted: true, reason: 'the restriction is not enforced' };
      const ids = (restriction['ip_policies'] as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
      return evaluatePolicies(emulator, ids, ip);
    },
  };
}

export function policyAccess(emulator: Emulator, name: string): AccessCheck {
  return {
    name: `the policy '${name}'`,
    decide(ip) {
      const policies = emulator.objects('ip_policy');
      const found = policies.filter(({ id, description }) => id === name || description === name);
      if (found.length !== 1) {
        const existing = policies.map(({ id, description }) => `${String(id)} '${String(description ?? '')}'`);
        throw new Error(
          `Cannot evaluate the policy '${name}': ${found.length === 0 ? 'no policy has' : `${found.length} policies have`} ` +
            `this id or description; expected exactly one. Existing policies: ${existing.join(', ') || 'none'}.`,
        );
      }
      return evaluatePolicies(emulator, [String(found[0]?.['id'])], ip);
    },
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
export function endpointAccess(emulator: Emulator, url: string, request: EndpointRequest = {}): AccessCheck {
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

function evaluatePolicies(emulator: Emulator, policies: readonly string[], ip: string): AccessDecision {
  const rules = emulator.objects('ip_policy_rule').filter((rule) => policies.includes(policyOf(rule)));
  const parsed = new Map<PolicyRule, JsonObject>(
    rules.map((rule) => {
      const cidr = parseCidr(String(rule['cidr']));
      if ('problem' in cidr) throw new Error(`The service has a rule with the invalid CIDR '${String(rule['cidr'])}'`);
      return [{ cidr, action: rule['action'] as PolicyRule['action'] }, rule];
    }),
  );
  const { allowed, decisiveRules } = evaluatePolicy([...parsed.keys()], ip);
  const reasons = decisiveRules.map((rule) => formatRule(parsed.get(rule) ?? {}));
  return { admitted: allowed, reason: reasons.join(', ') || `none of ${rules.length} rules matches` };
}

function policyOf(rule: JsonObject): string {
  return String((rule['ip_policy'] as JsonObject)['id']);
}

function formatRule({ action, cidr, description }: JsonObject): string {
  return `${String(action)} ${String(cidr)}${description ? ` (${String(description)})` : ''}`;
}
