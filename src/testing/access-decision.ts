/** Whom the service lets in, as its policies stand at the moment of the question (gaps.md 0, 'IP policy evaluation'). */
import type { IpRestriction } from '../client';
import type { Emulator } from '../emulator';
import { didYouMean } from '../model/did-you-mean';
import { parseCidr } from '../model/ip/cidr';
import { evaluatePolicy, type PolicyRule } from '../model/ip/policy';
import type { JsonObject } from '../model/json';
import { ipRestriction } from '../model/resources/ip-restriction';

/** The kinds of traffic that an IP restriction restricts: `dashboard`, `api`, `agent` or `endpoints`. */
export type RestrictedTraffic = IpRestriction['type'];

/** A decision with its reason. */
export interface AdmissionDecision {
  readonly admitted: boolean;
  /** What it rests on, for messages: `allow 203.0.113.0/24 (Berlin)`. */
  readonly because: string;
}

/** Something that lets addresses in or keeps them out. */
export interface Admission {
  /** For messages: `traffic to the dashboard`. */
  readonly name: string;
  /** Decides about an address; throws if the text is none. */
  decide(ip: string): AdmissionDecision;
}

/**
 * Whom the restriction of that traffic lets in: every address, unless the restriction exists and is enforced. Throws for
 * a type that does not exist: it would have no restriction, so that every address would be admitted.
 */
export function trafficAdmission(emulator: Emulator, type: RestrictedTraffic): Admission {
  const { type: attribute } = ipRestriction.attributes;
  const types = (attribute?.type === 'string' && attribute.enum) || [];
  if (!types.includes(type)) {
    throw new Error(
      `trafficTo('${String(type)}'): not a type of an IP restriction; expected one of ${types.join(', ')}${didYouMean(String(type), types)}`,
    );
  }
  return {
    name: `traffic to ${type === 'api' ? 'the API' : type === 'endpoints' ? 'endpoints' : `the ${type}`}`,
    decide(ip) {
      const restriction = emulator.objects('ip_restriction').find((each) => each['type'] === type);
      if (!restriction) return { admitted: true, because: 'no restriction of it exists' };
      if (restriction['enforced'] !== true) return { admitted: true, because: 'its restriction is not enforced' };
      const ids = (restriction['ip_policies'] as unknown as readonly { readonly id: string }[]).map(({ id }) => id);
      return decideBy(emulator, ids, ip);
    },
  };
}

/** Whom a policy lets in, by identifier or exact description; throws when asked if there is none, or are several. */
export function policyAdmission(emulator: Emulator, name: string): Admission {
  return {
    name: `the policy '${name}'`,
    decide(ip) {
      const policies = emulator.objects('ip_policy');
      const found = policies.filter(({ id, description }) => id === name || description === name);
      if (found.length !== 1) {
        const there = policies.map(({ id, description }) => `${String(id)} '${String(description ?? '')}'`);
        throw new Error(
          `Cannot tell whom the policy '${name}' lets in: ${found.length === 0 ? 'no policy has' : `${found.length} policies have`} ` +
            `this identifier or description, expected one. There are ${there.join(', ') || 'none'}.`,
        );
      }
      return decideBy(emulator, [String(found[0]?.['id'])], ip);
    },
  };
}

function decideBy(emulator: Emulator, policies: readonly string[], ip: string): AdmissionDecision {
  const rules = emulator.objects('ip_policy_rule').filter((rule) => policies.includes(policyOf(rule)));
  const parsed = new Map<PolicyRule, JsonObject>(
    rules.map((rule) => {
      const cidr = parseCidr(String(rule['cidr']));
      if ('problem' in cidr) throw new Error(`The service holds a rule for '${String(rule['cidr'])}'`);
      return [{ cidr, action: rule['action'] as PolicyRule['action'] }, rule];
    }),
  );
  const { allowed, because } = evaluatePolicy([...parsed.keys()], ip);
  const reasons = because.map((rule) => ruleText(parsed.get(rule) ?? {}));
  return { admitted: allowed, because: reasons.join(', ') || `none of ${rules.length} rules matches` };
}

function policyOf(rule: JsonObject): string {
  return String((rule['ip_policy'] as JsonObject)['id']);
}

function ruleText({ action, cidr, description }: JsonObject): string {
  return `${String(action)} ${String(cidr)}${description ? ` (${String(description)})` : ''}`;
}
