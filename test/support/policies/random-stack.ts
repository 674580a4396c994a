/** Random stacks whose resources violate some policies, and what is open in them. */
import type { TerraformStack } from 'cdktf';
import {
  EventSubscription,
  IpPolicy,
  IpPolicyRule,
  IpPolicyRules,
  IpRestriction,
  TunnelCredential,
} from '../../../src';
import { auditEventTypes } from '../../../src/model/events/event-groups';
import { newStack } from '../constructs/synth';
import { expression } from '../expression';
import { countAdmitted, type RandomNetwork, randomNetwork } from '../networks';

export interface RandomStack {
  readonly stack: TerraformStack;
  /** Names of resources that alone admit every address of a family. */
  readonly openResources: readonly string[];
  /** Whether the allow rules of each policy, by the name of its first resource, match every address of a family. */
  readonly openPolicies: readonly string[];
}

type Pick = (bound: number) => number;

/** The value that a resource has only after the apply. */
export const LATER = expression('terraform_data.later.output');

const METADATA = [
  undefined,
  '{"owner":"platform"}',
  '{"owner":" "}',
  'owner: platform',
  '{"netingress_grant":{"version":1,"until":"2027-03-01T10:00:00Z","by":"ana","reason":"r"},"owner":"ana"}',
];

export function randomStack(pick: Pick, index: number): RandomStack {
  const stack = newStack();
  const oneOf = <T>(values: readonly T[]): T => values[pick(values.length)] as T;
  const name = (kind: string, at = 0): string => `s${index}_${kind}${at}`;
  const text = (): { description?: string; metadata?: string } => {
    const [description, metadata] = [oneOf(['Office', '', ' ', undefined]), oneOf(METADATA)];
    return { ...(description !== undefined && { description }), ...(metadata !== undefined && { metadata }) };
  };
  const [openResources, openPolicies]: [string[], string[]] = [[], []];
  const policies = [...Array(1 + pick(2)).keys()].map((at) => new IpPolicy(stack, name('policy', at), text()));
  policies.forEach((policy, at) => {
    const networks = uniqueNetworks([...Array(1 + pick(3)).keys()].map(() => randomNetwork(pick)));
    // A set has all rules of its policy.
    if (pick(2) === 0) {
      const rules = networks.map(({ text: cidr, action }) => [cidr, { action, ...text() }]);
      new IpPolicyRules(stack, name('set', at), { ipPolicyId: policy.id, rules: Object.fromEntries(rules) as never });
      if (isOpen(networks)) openResources.push(name('set', at));
      if (isOpen(allowed(networks))) openPolicies.push(name('set', at));
      return;
    }
    networks.forEach(({ text: cidr, action }, n) => {
      new IpPolicyRule(stack, name(`rule${at}_`, n), { ipPolicyId: policy.id, cidr, action, ...text() });
    });
    openResources.push(...networks.flatMap((network, n) => (isOpen([network]) ? [name(`rule${at}_`, n)] : [])));
    if (isOpen(allowed(networks))) openPolicies.push(name(`rule${at}_`, 0));
  });
  if (pick(2) === 0) {
    new IpRestriction(stack, name('restriction'), {
      type: 'api',
      ipPolicyIds: policies.map(({ id }) => id),
      ...text(),
      ...oneOf([{}, { enforced: true }, { enforced: false }, { enforced: LATER as never }]),
      ...oneOf([{}, { mustAdmit: [] }, { mustAdmit: ['203.0.113.0/24'] }, { mustAdmit: [LATER] }]),
    });
  }
  if (pick(2) === 0) {
    const acl = oneOf([undefined, [], ['*'], ['bind:a.example.com'], ['bind:a.example.com', '*'], [LATER]]);
    const metadata = oneOf([{}, { metadata: LATER }]);
    new TunnelCredential(stack, name('credential'), { ...text(), ...metadata, ...(acl && { acl }) });
  }
  for (let at = pick(3); at > 0; at--) {
    const types = oneOf([
      auditEventTypes(),
      auditEventTypes().slice(0, 5),
      auditEventTypes().slice(5),
      ['tcp_connection_closed.v0'],
    ]);
    const sources = types.map((type) => ({ type }));
    const destinationIds = oneOf([undefined, ['ed_2aVxK3Xz8Y0mQn1LrT5sWcJ7dFb']]);
    new EventSubscription(stack, name('subscription', at), {
      ...text(),
      sources,
      ...(destinationIds && { destinationIds }),
    } as never);
  }
  return { stack, openResources, openPolicies };
}

function uniqueNetworks(networks: readonly RandomNetwork[]): RandomNetwork[] {
  return [...new Map(networks.map((network) => [`${network.isV6} ${network.first} ${network.end}`, network])).values()];
}

function allowed(networks: readonly RandomNetwork[]): RandomNetwork[] {
  return networks.filter(({ action }) => action === 'allow');
}

function isOpen(networks: readonly RandomNetwork[]): boolean {
  const of = (isV6: boolean): bigint => countAdmitted(networks.filter((network) => network.isV6 === isV6));
  return of(false) === 2n ** 32n || of(true) === 2n ** 128n;
}
