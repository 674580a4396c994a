/** Matchers for `expect.extend` of jest and vitest. None of the two is needed to load this. */
import type { Admission, AdmissionDecision } from './access-decision';
import { type ExpectedEvent, findEvents, shownEvents, type WithEvents } from './event-matching';
import { CHANGE_ACTIONS, type ChangeAction, isEmptyPlan, type Plan, planText } from './plan';
import { addressOf, type ResourceName } from './stack';

/** What a plan is expected to do: the resources by action, or how many; of actions that are not named, none. */
export type ExpectedPlan = Readonly<Partial<Record<ChangeAction, readonly ResourceName[] | number>>>;

/** What a matcher answers. */
export interface MatcherResult {
  /** Whether it holds; `not` turns it around. */
  readonly pass: boolean;
  /** What the test runner prints when the expectation fails. */
  readonly message: () => string;
}

/** The matchers as they stand after `expect(…)`; `R` is what those of the test runner return. */
export interface NetingressMatchers<R = unknown> {
  /** Of what `plan()` answered: the next deployment would change nothing, no object and no output. */
  toHaveEmptyPlan(): R;
  /** Of what `plan()` answered: the next deployment would do exactly this to objects; outputs do not matter. */
  toPlan(expected: ExpectedPlan): R;
  /** Of `trafficTo()` or `policy()`: the address is let in. */
  toAdmit(ip: string): R;
  /** Of the service, or of a deployment: an event of that type, with at least these members, was emitted. */
  toEmit(event: ExpectedEvent): R;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the parameters must be those of jest's own declaration
    interface Matchers<R, T = {}> extends NetingressMatchers<R> {}
  }
}

/** Whether the plan is empty; see {@link NetingressMatchers}. */
function toHaveEmptyPlan(plan: Plan): MatcherResult {
  check('toHaveEmptyPlan', isPlan(plan), 'what plan() answered', 'expect(await plan(stack)).toHaveEmptyPlan()');
  return {
    pass: isEmptyPlan(plan),
    message: () => `Expected ${isEmptyPlan(plan) ? 'changes' : 'an empty plan'}.\n\n${planText(plan)}`,
  };
}

function toPlan(plan: Plan, expected: ExpectedPlan): MatcherResult {
  check('toPlan', isPlan(plan), 'what plan() answered', 'expect(await plan(stack)).toPlan({ update: [rule] })');
  const problems = CHANGE_ACTIONS.flatMap((action) => compare(plan, action, expected[action] ?? []));
  const unknown = Object.keys(expected).filter((name) => !(CHANGE_ACTIONS as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new Error(`toPlan() knows no action ${unknown.join(', ')}; expected some of ${CHANGE_ACTIONS.join(', ')}.`);
  }
  const pass = problems.length === 0;
  return { pass, message: () => `${pass ? 'Expected another plan.' : problems.join('\n')}\n\n${planText(plan)}` };
}

function compare({ changes }: Plan, action: ChangeAction, expected: readonly ResourceName[] | number): string[] {
  const planned = changes.filter((each) => each.action === action).map(({ address }) => address);
  if (typeof expected === 'number') {
    return planned.length === expected ? [] : [`Expected to ${action} ${expected}, planned are ${planned.length}.`];
  }
  const addresses = expected.map(addressOf);
  const missing = addresses.filter((address) => !planned.includes(address));
  const more = planned.filter((address) => !addresses.includes(address));
  return [
    ...missing.map((address) => `Expected to ${action} ${address}, which is not planned.`),
    ...more.map((address) => `Planned to ${action} ${address}, which is not expected.`),
  ];
}

function toAdmit(admission: Admission, ip: string): MatcherResult {
  const isAdmission = typeof admission === 'object' && admission !== null && 'decide' in admission;
  check(
    'toAdmit',
    isAdmission,
    'what trafficTo() or policy() answered',
    "expect(ingress.trafficTo('dashboard')).toAdmit('203.0.113.7')",
  );
  const { admitted, because }: AdmissionDecision = admission.decide(ip);
  return {
    pass: admitted,
    message: () => `${ip} is ${admitted ? '' : 'not '}admitted by ${admission.name}: ${because}.`,
  };
}

function toEmit(emitter: WithEvents, event: ExpectedEvent): MatcherResult {
  const hasEvents = typeof emitter === 'object' && emitter !== null && Array.isArray(emitter.events);
  check(
    'toEmit',
    hasEvents,
    'the service or what deploy() answered',
    "expect(await deploy(stack)).toEmit('ip_policy_created.v0')",
  );
  const { found, closest } = findEvents(emitter.events, event);
  const expected = typeof event === 'string' ? event : JSON.stringify(event);
  return {
    pass: found.length > 0,
    message: () =>
      found.length > 0
        ? `Expected no event ${expected}. Emitted was:\n${shownEvents(found)}`
        : `Expected an event ${expected}. Emitted were:\n${shownEvents(closest)}`,
  };
}

function isPlan(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'changes' in value && Array.isArray(value.changes);
}

function check(matcher: string, holds: boolean, expected: string, example: string): void {
  if (!holds) throw new Error(`${matcher}() is for ${expected}, as in \`${example}\`.`);
}

/** For `expect.extend(matchers)`; `withIngress` does that itself where it finds an `expect`. */
export const matchers = { toHaveEmptyPlan, toPlan, toAdmit, toEmit };
