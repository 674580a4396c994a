import { decideNetwork, listReasons, toNetworks } from '../access/decide';
import type { Diagram } from '../access/diagram';
import { type AccessFacts, createFacts } from '../access/facts';
import { admitsByPolicies } from '../access/ip-policy';
import { buildRestrictionAccess, RESTRICTION_TYPES } from '../access/restriction';
import { createSpace, describeMeaning, type Space } from '../access/space';
import { explainRules, listPolicyIds } from '../access-review/causes';
import { formatTraffic } from '../access-review/gates';
import type { IpRestriction } from '../client';
import type { Emulator } from '../emulator';
import { RESTRICTION_KINDS } from '../model/access-attributes';
import { attributesFromResponse } from '../model/from-response';
import { type Cidr, parseCidr, parseIp } from '../model/ip/cidr';
import { getKind } from '../model/kinds';
import { didYouMean } from '../model/text';
import { toList } from '../objects/from-account';
import type { Words } from '../values/words';

/** The type of an IP restriction: `dashboard`, `api`, `agent` or `endpoints`. */
export type RestrictedTraffic = IpRestriction['type'];

/** Whether an address is admitted, with the reason. */
export interface AccessDecision {
  readonly admitted: boolean;
  /** The reason in messages: `allow 203.0.113.0/24 'Berlin' of 'Offices'`, or `no rule matches`. */
  readonly reason: Words;
}

/** Whom an IP restriction or an IP policy admits, for the matchers `toAdmit` and `toAdmitExactly`. */
export interface AccessCheck extends EndpointCheck {
  /**
   * The fewest networks that contain exactly the admitted addresses, IPv4 first. Throws if the decision is not known
   * for an address, and if not exactly one policy has the name.
   */
  admittedNetworks(): readonly string[];
}

/**
 * Whom an endpoint, a restriction or a policy admits. For an endpoint other parts of the request may decide too, so its
 * networks cannot be listed.
 */
export interface EndpointCheck {
  /** The name in messages: `traffic to the dashboard`. */
  readonly name: string;
  /**
   * Evaluates the rules that the service has at the time of the call. Throws for an invalid address, if the decision is
   * not known, if the endpoint does not exist, and if not exactly one policy has the name.
   */
  decide(ip: string): AccessDecision;
}

/**
 * Throws for an unknown type, such as a misspelled one: it has no restriction, so every address would seem to be
 * admitted.
 */
export function trafficAccess(emulator: Emulator, type: RestrictedTraffic): AccessCheck {
  if (!RESTRICTION_TYPES.includes(type)) {
    throw new Error(
      `trafficTo('${String(type)}'): unknown type of IP restriction; expected one of ${RESTRICTION_TYPES.join(', ')}${didYouMean(String(type), RESTRICTION_TYPES)}`,
    );
  }
  return createCheck(emulator, `traffic to ${formatTraffic(type)}`, (space, facts) => {
    const { restriction, admits } = buildRestrictionAccess(space, facts, type);
    if (!restriction) return { admits, explain: () => ['no restriction exists'] };
    if (restriction.enforced !== true) return { admits, explain: () => ['the restriction is not enforced'] };
    return { admits, explain: (network) => explainRules(facts, listPolicyIds(restriction), network) };
  });
}

/** `name` is an id or a description. The methods of the result throw if not exactly one policy has it at that time. */
export function policyAccess(emulator: Emulator, name: string): AccessCheck {
  return createCheck(emulator, `the policy '${name}'`, (space, facts) => {
    const policies = facts.policies.objects;
    const [found, another] = policies.filter(({ names }) => names.includes(name));
    if (!found || another) {
      const existing = policies.map((policy) => `${policy.id} '${policy.name === policy.id ? '' : policy.name}'`);
      throw new Error(
        `Cannot evaluate the policy '${name}': ${found ? 'several policies have' : 'no policy has'} ` +
          `this id or description; expected exactly one. Existing policies: ${existing.join(', ') || 'none'}.`,
      );
    }
    return {
      admits: admitsByPolicies(space, facts, [found.id]),
      explain: (network) => explainRules(facts, [found.id], network),
    };
  });
}

interface Admission {
  readonly admits: Diagram;
  /** The rules that decide about the address, none if none matches; or that no enforced restriction exists. */
  readonly explain: (network: Cidr) => readonly string[];
}

/** Each question reads the emulator again, because the rules may have changed. */
function createCheck(
  emulator: Emulator,
  name: string,
  build: (space: Space, facts: AccessFacts) => Admission,
): AccessCheck {
  const read = (): Admission & { readonly space: Space } => {
    const space = createSpace();
    return { space, ...build(space, readFacts(emulator)) };
  };
  return {
    name,
    admittedNetworks() {
      const { space, admits } = read();
      const surely = space.surelyFor(admits);
      if (space.possiblyFor(admits) !== surely) throw notKnown(name, listReasons(space, admits));
      return toNetworks(space, surely);
    },
    decide(ip) {
      const network = parseIp(ip) && parseCidr(ip);
      if (!network || 'problem' in network) throw new Error(`'${ip}' is not an IP address`);
      const { space, admits, explain } = read();
      const { answer, reasons } = decideNetwork(space, admits, network);
      if (answer === 'not_known') throw notKnown(`${name} for ${ip}`, reasons.map(describeMeaning));
      return { admitted: answer === 'yes', reason: explain(network).join(', ') || 'no rule matches' };
    },
  };
}

/** A matcher can only pass or fail, so a decision that is not known is an error, also of `expect(…).not.toAdmit(…)`. */
function notKnown(subject: string, reasons: readonly string[]): Error {
  return new Error(`The decision of ${subject} is not known. It depends on: ${reasons.join('; ')}.`);
}

function readFacts(emulator: Emulator): AccessFacts {
  return createFacts(
    RESTRICTION_KINDS.map((name) => {
      const { attributes } = getKind(name);
      const objects = emulator.objects(name);
      return toList(
        name,
        objects.map((object) => ({ id: String(object['id']), values: attributesFromResponse(attributes, object) })),
      );
    }),
  );
}

/** Other parts of a request to an endpoint. What is not given, and has no default, is unknown. */
export interface EndpointRequest {
  /** HTTP method. @default - GET if the URL has a path, otherwise unknown */
  readonly method?: string;
  /** Headers by name. @default - none if the URL has a path, otherwise unknown */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Types of actions that let the request pass, such as `oauth` for a client that has logged in. What other actions do
   * that may refuse a request, such as `basic-auth`, is unknown.
   *
   * @default - none
   */
  readonly passes?: readonly string[];
}

export function endpointAccess(emulator: Emulator, url: string, request: EndpointRequest = {}): EndpointCheck {
  return {
    name: `the endpoint ${url}`,
    decide(ip) {
      const { endpoint, decision, depends, because } = emulator.access({ url, client_ip: ip, ...request });
      if (endpoint === undefined) {
        const urls = emulator.objects('cloud_endpoint').map((existing) => String(existing['url']));
        throw new Error(`No endpoint has the URL '${url}'; expected one of ${urls.join(', ') || 'none'}.`);
      }
      if (decision === 'unknown') {
        throw new Error(
          `Whether ${url} admits ${ip} depends on ${depends.join(' and ')}. ` +
            `A request may have a path, a method, headers, and actions that let it pass (\`{passes: ['oauth']}\`).`,
        );
      }
      return { admitted: decision === 'admitted', reason: because.join('; or ') };
    },
  };
}
