/** Configurations with objects of every kind of a profile, by default of `spec`, made of the samples. */
import { COMPOSITES, ipPolicyRules } from '../../../src/model/composites';
import type { Attributes, Kind, ProfileName } from '../../../src/model/kind';
import { tryFindKind } from '../../../src/model/kinds';
import type { JsonObject } from '../../../src/values/json';
import { NGROK_KINDS, SPEC_KINDS } from '../kinds';
import { dependencies, fullConfig } from './samples';

/** The name that the object of every kind has in the configuration. */
export const OBJECT = 'sample';

export type AllKinds = Record<string, Record<string, JsonObject>>;

/** A profile of the service with the resource types that are tested in it. */
export interface TestedProfile {
  readonly profile: ProfileName;
  readonly kinds: readonly Kind[];
  /** The managed resource types: the kinds, then for `spec` `COMPOSITES`, which do not contain the rotation. */
  readonly subjects: readonly Subject[];
  /** The subjects for `test.each`, whose first member then names the row of the matrix. */
  readonly eachSubject: readonly (readonly [string, Subject])[];
}

/** A type of Terraform whose rows of the matrix are tested: a kind, or a composite. */
export interface Subject {
  readonly type: string;
  readonly address: string;
  readonly attributes: Attributes;
  /** The kind, where the resource is one object of a kind. */
  readonly kind?: Kind;
}

const SPEC = testedProfile('spec', SPEC_KINDS, true);

/**
 * Every resource type but the rotation, once: the types of the specification in its profile, the others in the profile
 * that has them.
 */
export const TESTED_PROFILES: readonly TestedProfile[] = [SPEC, testedProfile('ngrok', NGROK_KINDS, false)];

export const SUBJECTS = SPEC.subjects;

function testedProfile(profile: ProfileName, kinds: readonly Kind[], hasComposites: boolean): TestedProfile {
  const subjects = [
    ...kinds.map((kind) => subject(kind.name, kind.attributes, kind)),
    ...(hasComposites ? COMPOSITES.map(({ name, attributes }) => subject(name, attributes)) : []),
  ];
  return { profile, kinds, subjects, eachSubject: subjects.map((each) => [each.type, each] as const) };
}

function subject(name: string, attributes: Attributes, kind?: Kind): Subject {
  const type = `netingress_${name}`;
  return { type, address: `${type}.${OBJECT}`, attributes, ...(kind && { kind }) };
}

export function addressOf(kind: Kind): string {
  return `netingress_${kind.name}.${OBJECT}`;
}

/**
 * The attribute that tests set to another string for each object, and recognize it by: `description`, or `name` if
 * there is none.
 */
export function labelOf({ attributes }: Pick<Kind, 'attributes'>): 'description' | 'name' {
  return 'description' in attributes ? 'description' : 'name';
}

/**
 * One resource of every kind of the profile, with the resources that they refer to. No two objects of a kind have the
 * same label ({@link labelOf}), so that a lost create of a kind without natural key can be distinguished from other
 * creates. `suffix` is added to every label.
 */
export function allKindsResources(suffix = '', { kinds } = SPEC): AllKinds {
  const resources: AllKinds = {};
  const add = (kind: Kind, name: string, config: JsonObject): void => {
    const type = `netingress_${kind.name}`;
    resources[type] = { ...resources[type], [name]: { ...config, [labelOf(kind)]: `${type} ${name}${suffix}` } };
  };
  for (const kind of kinds) {
    for (const [type, objects] of Object.entries(dependencies(kind))) {
      const referred = tryFindKind(type.slice('netingress_'.length));
      if (!referred) resources[type] = { ...resources[type], ...objects };
      else for (const [name, config] of Object.entries(objects)) add(referred, name, config);
    }
  }
  for (const kind of kinds) add(kind, OBJECT, fullConfig(kind, 0, { object: 0 }));
  return resources;
}

/**
 * How many objects of a kind the service contains when the configuration is applied: each declared one, and each rule
 * of a set.
 */
export function countObjects(kind: Kind, resources: AllKinds): number {
  const sets = Object.values(resources[`netingress_${ipPolicyRules.name}`] ?? {});
  const inSets = sets.reduce((count, { rules }) => count + Object.keys(rules as JsonObject).length, 0);
  const declared = Object.keys(resources[`netingress_${kind.name}`] ?? {}).length;
  return declared + (kind.name === 'ip_policy_rule' ? inSets : 0);
}

export function compositeDependencies(name = 'managed'): AllKinds {
  // The server's default is RSA, whose keys take the emulator longer to make.
  const certificate_management_policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  return {
    netingress_ip_policy: { [name]: { description: `policy of a set of rules ${name}` } },
    netingress_agent_ingress: { [name]: { domain: `${name}.ingress.example.com`, certificate_management_policy } },
    netingress_domain: { [name]: { domain: `${name}.example.com`, certificate_management_policy } },
  };
}

/** One of each composite, on {@link compositeDependencies}; `n` picks values that differ. */
export function compositeResources(n = 0, on = 'managed', name = OBJECT): AllKinds {
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

/** All of them in one configuration. Of two resources with the same type and name the later one is used. */
export function merged(...all: readonly AllKinds[]): AllKinds {
  const whole: AllKinds = {};
  for (const [type, objects] of all.flatMap((each) => Object.entries(each)))
    whole[type] = { ...whole[type], ...objects };
  return whole;
}

/** The resources with other configurations under the same types and names. */
export function mapResources(
  all: AllKinds,
  change: (config: JsonObject, type: string, name: string) => JsonObject,
): AllKinds {
  const changed = Object.entries(all).map(([type, objects]) => {
    const entries = Object.entries(objects).map(([name, config]) => [name, change(config, type, name)]);
    return [type, Object.fromEntries(entries)];
  });
  return Object.fromEntries(changed);
}

export function allDependencies({ kinds, subjects } = SPEC): AllKinds {
  return merged(...kinds.map((kind) => dependencies(kind)), hasComposites(subjects) ? compositeDependencies() : {});
}

/** A sample of every resource type, on {@link allDependencies}; `n` picks values that differ in meaning. */
export function allSamples(n = 0, { kinds, subjects } = SPEC): AllKinds {
  const samples = kinds.map((kind) => ({
    [`netingress_${kind.name}`]: {
      [OBJECT]: { ...fullConfig(kind, n, { object: 0 }), [labelOf(kind)]: `sample ${n} of ${kind.name}` },
    },
  }));
  return merged(...samples, hasComposites(subjects) ? compositeResources(n) : {});
}

function hasComposites(subjects: readonly Subject[]): boolean {
  return subjects.some(({ kind }) => !kind);
}
