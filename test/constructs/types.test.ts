/** The types of props: editors complete the values of an enumeration, and any other string, such as a token, compiles. */
import { Token } from 'cdktf';
import {
  type DomainProps,
  type EventSubscriptionSource,
  IpPolicyRule,
  type IpPolicyRuleProps,
  type IpPolicyRulesRule,
  type IpRestrictionProps,
  type KubernetesOperatorProps,
  type NetingressProvider,
} from '../../src';
import type { Client } from '../../src/client';
import { EVENT_TYPES, type EventType } from '../../src/model/events/event-types';
import { newStack, problemsIn, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

type Literals<T> = T extends string ? (string extends T ? never : T) : never;
type Equal<A, B> = [A, B] extends [B, A] ? true : false;
type AcceptsStrings<T> = string extends T ? true : false;

test('complete the values of each enumeration, and accept tokens', () => {
  const values: [
    Equal<Literals<IpPolicyRuleProps['action']>, 'allow' | 'deny'>,
    Equal<Literals<IpPolicyRulesRule['action']>, 'allow' | 'deny'>,
    Equal<Literals<IpRestrictionProps['type']>, 'dashboard' | 'api' | 'agent' | 'endpoints'>,
    Equal<Literals<NetingressProvider['profile']>, 'spec' | 'ngrok'>,
    Equal<
      Literals<NonNullable<KubernetesOperatorProps['enabledFeatures']>[number]>,
      'bindings' | 'ingress' | 'gateway'
    >,
    Equal<Literals<EventSubscriptionSource['type']>, EventType>,
    'us-cal-1' extends Literals<DomainProps['region']> ? true : false,
    Equal<
      Literals<'agent_session_start.v0' | 'ip_policy_rule_updated.v0' | 'http_request_complete.v0'>,
      EventType
    > extends true
      ? false
      : true,
  ] = [true, true, true, true, true, true, true, true];
  const tokens: [
    AcceptsStrings<IpPolicyRuleProps['action']>,
    AcceptsStrings<IpRestrictionProps['type']>,
    AcceptsStrings<EventSubscriptionSource['type']>,
  ] = [true, true, true];
  expect([...values, ...tokens]).not.toContain(false);
  const stack = newStack();
  const action = Token.asString({ resolve: () => 'allow' });
  new IpPolicyRule(stack, 'rule', { ipPolicyId: 'ipp_1', cidr: '10.0.0.0/8', action });
  expect(problemsIn(stack)).toEqual([]);
});

test('of the client accept only the values, in their case', () => {
  type Create<K extends keyof Client> = Client[K] extends { create(values: infer V, ...rest: never[]): unknown }
    ? V
    : never;
  const values: [
    Equal<Create<'ipPolicyRules'>['action'], 'allow' | 'deny'>,
    Equal<NonNullable<Create<'domains'>['region']>, NonNullable<Literals<DomainProps['region']>>>,
    AcceptsStrings<NonNullable<Create<'kubernetesOperators'>['enabled_features']>[number]>,
  ] = [true, true, true];
  expect(values).not.toContain(false);
});

test('include every event type', () => {
  const known: Record<EventType, true> = Object.fromEntries(EVENT_TYPES.map((type) => [type, true])) as never;
  expect(Object.keys(known)).toHaveLength(55);
});
