/** One object of every kind in one configuration, for rows of the matrix that need not be told apart by attribute. */
import { COMPOSITES } from '../../../src/model/composites';
import type { JsonObject } from '../../../src/model/json';
import type { Attributes, Kind } from '../../../src/model/kind';
import { SPEC_KINDS as KINDS } from '../kinds';
import { dependencies, fullConfig } from './samples';

/** The name that the object of every kind has in the configuration. */
export const OBJECT = 'sample';

/** Configurations by type and name. */
export type AllKinds = Record<string, Record<string, JsonObject>>;

/** Address of the object of a kind. */
export function addressOf(kind: Kind): string {
  return `netingress_${kind.name}.${OBJECT}`;
}

/**
 * The resources, with what they refer to. Every description is another one, so that a lost create of a kind without
 * natural key can be told from its neighbours; `suffix` changes them all.
 */
export function allKindsResources(suffix = ''): AllKinds {
  const resources: AllKinds = {};
  const add = (type: string, name: string, config: JsonObject): void => {
    resources[type] = { ...resources[type], [name]: { ...config, description: `${type} ${name}${suffix}` } };
  };
  for (const kind of KINDS) {
    for (const [type, objects] of Object.entries(dependencies(kind))) {
      for (const [name, config] of Object.entries(objects)) add(type, name, config);
    }
  }
  for (const kind of KINDS) add(`netingress_${kind.name}`, OBJECT, fullConfig(kind, 0, { object: 0 }));
  return resources;
}

/** A type of Terraform whose rows of the matrix are tested: a kind, or a resource beyond the kinds. */
export interface Subject {
  readonly type: string;
  readonly address: string;
  readonly attributes: Attributes;
  /** The kind, where the resource is one object of a kind. */
  readonly kind?: Kind;
}

/** Every managed resource type: the kinds, then what goes beyond them. */
export const SUBJECTS: readonly Subject[] = [
  ...KINDS.map((kind) => subject(kind.name, kind.attributes, kind)),
  ...COMPOSITES.map(({ name, attributes }) => subject(name, attributes)),
];

/** The same for `test.each`, whose first member then names the row of the matrix. */
export const EACH_SUBJECT = SUBJECTS.map((each) => [each.type, each] as const);

function subject(name: string, attributes: Attributes, kind?: Kind): Subject {
  const type = `netingress_${name}`;
  return { type, address: `${type}.${OBJECT}`, attributes, ...(kind && { kind }) };
}

/** What the resources beyond the kinds stand on: a policy without rules of its own, and objects with managed certificates. */
export function specialDependencies(name = 'managed'): AllKinds {
  // RSA is what the service chooses by itself; its keys take the emulator longer to make than everything else.
  const certificate_management_policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  return {
    netingress_ip_policy: { [name]: { description: `policy of a set of rules ${name}` } },
    netingress_agent_ingress: { [name]: { domain: `${name}.ingress.example.com`, certificate_management_policy } },
    netingress_domain: { [name]: { domain: `${name}.example.com`, certificate_management_policy } },
  };
}

/** One of each resource beyond the kinds, on {@link specialDependencies}; `n` picks values that differ. */
export function specialResources(n = 0, on = 'managed', name = OBJECT): AllKinds {
  const idOf = (kind: string): string => `\${netingress_${kind}.${on}.id}`;
  const timeouts = { create: `${n + 1}m` };
  return {
    netingress_ip_policy_rules: {
      [name]: {
        ip_policy_id: idOf('ip_policy'),
        rules: {
          [`10.${n}.0.0/16`]: { action: 'allow', description: `net ${n}` },
          '2001:DB8::/32': { action: 'deny' },
        },
      },
    },
    netingress_agent_ingress_certificate: { [name]: { agent_ingress_id: idOf('agent_ingress'), timeouts } },
    netingress_domain_certificate: { [name]: { domain_id: idOf('domain'), timeouts } },
  };
}

/** All of them in one configuration, the later ones winning where two have one name. */
export function merged(...all: readonly AllKinds[]): AllKinds {
  const whole: AllKinds = {};
  for (const [type, objects] of all.flatMap((each) => Object.entries(each)))
    whole[type] = { ...whole[type], ...objects };
  return whole;
}

/** What the samples of all kinds and the resources beyond them refer to. */
export function allDependencies(): AllKinds {
  return merged(...KINDS.map(dependencies), specialDependencies());
}

/** A sample of every resource type, on {@link allDependencies}; `n` picks values that differ in meaning. */
export function allSamples(n = 0): AllKinds {
  const kinds = KINDS.map((kind) => ({
    [`netingress_${kind.name}`]: {
      [OBJECT]: { ...fullConfig(kind, n, { object: 0 }), description: `sample ${n} of ${kind.name}` },
    },
  }));
  return merged(...kinds, specialResources(n));
}
