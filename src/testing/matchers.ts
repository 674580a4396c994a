/** Matchers for `expect.extend` of jest and vitest. This module imports neither of them. */
import { type AddressRange, rangesToCidrs, subtractRanges, toRange } from '../model/ip/address-set';
import { parseCidr } from '../model/ip/cidr';
import { isJsonObject } from '../values/json';
import { formatList } from '../values/words';
import type { AccessCheck, EndpointCheck } from './access-decision';
import { type ExpectedEvent, findEvents, formatEvents, type HasEvents } from './event-matching';
import { CHANGE_ACTIONS, type ChangeAction, formatPlan, isEmptyPlan, type Plan } from './plan';
import { type ResourceName, toAddress } from './stack';

/**
 * The expected resources, or their number, by action: `{ update: [rule], create: 2 }`. An omitted action must not be
 * planned.
 */
export type ExpectedPlan = Readonly<Partial<Record<ChangeAction, readonly ResourceName[] | number>>>;

/** The result of a matcher, as jest and vitest define it. */
export interface MatcherResult {
  /** `not` inverts it. */
  readonly pass: boolean;
  /** Makes the message if the expectation fails. */
  readonly message: () => string;
}

/** Declaration of the matchers on `expect(…)`; `R` is the return type of the test runner's matchers. */
export interface NetingressMatchers<R = unknown> {
  /** For the result of `plan()`: the next deployment changes no object and no output. */
  toHaveEmptyPlan(): R;
  /** For the result of `plan()`: the next deployment makes exactly these changes to objects. Outputs are ignored. */
  toPlan(expected: ExpectedPlan): R;
  /** For `trafficTo()`, `policy()` or `endpoint()`: the address is admitted. */
  toAdmit(ip: string): R;
  /** For `trafficTo()` or `policy()`: exactly the addresses of these networks are admitted. */
  toAdmitExactly(networks: readonly string[]): R;
  /** For the service or a deployment: it emitted at least one event of this type that contains these members. */
  toEmit(event: ExpectedEvent): R;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the parameters must be those of jest's own declaration
    interface Matchers<R, T = {}> extends NetingressMatchers<R> {}
  }
}

function toHaveEmptyPlan(plan: Plan): MatcherResult {
  assertReceived('toHaveEmptyPlan', isPlan(plan));
  return {
    pass: isEmptyPlan(plan),
    message: () => `Expected ${isEmptyPlan(plan) ? 'changes' : 'an empty plan'}.\n\n${formatPlan(plan)}`,
  };
}

function toPlan(plan: Plan, expected: ExpectedPlan): MatcherResult {
  assertReceived('toPlan', isPlan(plan));
  const problems = CHANGE_ACTIONS.flatMap((action) => compare(plan, action, expected[action] ?? []));
  const unknown = Object.keys(expected).filter((name) => !(CHANGE_ACTIONS as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `toPlan() received the unknown action ${unknown.join(', ')}; expected ${CHANGE_ACTIONS.join(', ')}.`,
    );
  }
  const pass = problems.length === 0;
  return { pass, message: () => `${pass ? 'Expected a different plan.' : problems.join('\n')}\n\n${formatPlan(plan)}` };
}

function compare({ changes }: Plan, action: ChangeAction, expected: readonly ResourceName[] | number): string[] {
  const planned = changes.filter((change) => change.action === action).map(({ address }) => address);
  if (typeof expected === 'number') {
    return planned.length === expected
      ? []
      : [`Expected to ${action} ${expected} objects; ${planned.length} are planned.`];
  }
  const addresses = expected.map(toAddress);
  const missing = addresses.filter((address) => !planned.includes(address));
  const unexpected = planned.filter((address) => !addresses.includes(address));
  return [
    ...missing.map((address) => `Expected to ${action} ${address}; it is not planned.`),
    ...unexpected.map((address) => `Planned to ${action} ${address}; it is not expected.`),
  ];
}

function toAdmit(admission: EndpointCheck, ip: string): MatcherResult {
  assertReceived('toAdmit', isJsonObject(admission) && 'decide' in admission);
  const { admitted, reason } = admission.decide(ip);
  return {
    pass: admitted,
    message: () => `${ip} is ${admitted ? '' : 'not '}admitted by ${admission.name}: ${reason}.`,
  };
}

function toAdmitExactly(admission: AccessCheck, networks: readonly string[]): MatcherResult {
  assertReceived('toAdmitExactly', isJsonObject(admission) && 'admittedNetworks' in admission);
  const expected = networks.map(toNetworkRange);
  const admitted = admission.admittedNetworks().map(toNetworkRange);
  const missing = rangesToCidrs(subtractRanges(expected, admitted));
  const unexpected = rangesToCidrs(subtractRanges(admitted, expected));
  const pass = missing.length + unexpected.length === 0;
  const problems = [
    ...(missing.length > 0 ? [`not admitted: ${formatList(missing, MAX_NETWORKS)}`] : []),
    ...(unexpected.length > 0 ? [`also admitted: ${formatList(unexpected, MAX_NETWORKS)}`] : []),
  ];
  return {
    pass,
    message: () =>
      pass
        ? `Expected ${admission.name} to admit other addresses than exactly ${formatList(networks, MAX_NETWORKS)}.`
        : `Expected ${admission.name} to admit exactly ${formatList(networks, MAX_NETWORKS)}; ${problems.join('; ')}.`,
  };
}

/** A choice: messages count the networks beyond these. */
const MAX_NETWORKS = 10;

function toNetworkRange(text: string): AddressRange {
  const cidr = parseCidr(text);
  if ('problem' in cidr) throw new Error(`toAdmitExactly(): '${text}' ${cidr.problem}; expected ${cidr.expected}.`);
  return toRange(cidr);
}

function toEmit(emitter: HasEvents, event: ExpectedEvent): MatcherResult {
  assertReceived('toEmit', isJsonObject(emitter) && Array.isArray(emitter.events));
  const { found, closest } = findEvents(emitter.events, event);
  const expected = typeof event === 'string' ? event : JSON.stringify(event);
  const pass = found.length > 0;
  const emitted = `Emitted events:\n${formatEvents(pass ? found : closest)}`;
  return { pass, message: () => `Expected ${pass ? 'no' : 'an'} event ${expected}. ${emitted}` };
}

function isPlan(value: unknown): boolean {
  return isJsonObject(value) && Array.isArray(value['changes']);
}

const RECEIVED = {
  toHaveEmptyPlan: 'the result of plan(), as in `expect(await plan(stack)).toHaveEmptyPlan()`',
  toPlan: 'the result of plan(), as in `expect(await plan(stack)).toPlan({ update: [rule] })`',
  toAdmit:
    "the result of trafficTo(), policy() or endpoint(), as in `expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.7')`",
  toAdmitExactly:
    "the result of trafficTo() or policy(), as in `expect(ingress.trafficTo('api')).toAdmitExactly(['203.0.113.0/24'])`",
  toEmit: "the service or the result of deploy(), as in `expect(await deploy(stack)).toEmit('ip_policy_created.v0')`",
} as const;

function assertReceived(matcher: keyof typeof RECEIVED, isValid: boolean): void {
  if (!isValid) throw new Error(`${matcher}() expects ${RECEIVED[matcher]}.`);
}

/** For `expect.extend(matchers)`; `withIngress` calls it. */
export const matchers = { toHaveEmptyPlan, toPlan, toAdmit, toAdmitExactly, toEmit };
