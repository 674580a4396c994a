/**
 * The scenario of the campaign, derived from the model: objects are made, read, updated, replaced and deleted. A slice
 * has one resource type with the objects that it references, because a try takes the longer the more objects there are.
 */
import { semanticallyEqual } from '../../src/model/canonical';
import { COMPOSITES, ipPolicyRules } from '../../src/model/composites';
import type { Kind, ProfileName } from '../../src/model/kind';
import { getKind, tryFindKind } from '../../src/model/kinds';
import type { Json, JsonObject } from '../../src/values/json';
import {
  type AllKinds,
  compositeDependencies,
  compositeResources,
  labelOf,
  mapResources,
  merged,
  OBJECT,
} from '../support/acceptance/all-kinds';
import {
  consistent,
  dependencies,
  fullConfig,
  fullConfigs,
  leavesOf,
  sampleValue,
  withValue,
} from '../support/acceptance/samples';
import { mustReplace } from '../support/drift/coverage';
import { KINDS_WITH_PROFILE } from '../support/kinds';

export type StepName = 'create' | 'read' | 'update' | 'detach' | 'replace' | 'delete';

export interface Step {
  readonly name: StepName;
  /** Everything that is declared from this step on. */
  readonly resources: AllKinds;
  /** Further arguments of the apply. Only `read` refreshes: the reads of the other steps would be the same ones. */
  readonly args: readonly string[];
  /** Set for a step that sends no request; any other step without a request is an error. */
  readonly sends?: false;
}

/** An independent part of the scenario: it begins and ends without objects. */
export interface Slice {
  /** Name of the resource type without its prefix; where a type has several slices, with what the others lack. */
  readonly name: string;
  /** Profile of the service that has the resource type. */
  readonly profile: ProfileName;
  /** How long a certificate takes, in seconds of the service's clock. */
  readonly certificateSeconds: number;
  readonly steps: readonly Step[];
  /** Objects of the same kinds that another user created before: they are neither changed nor managed. */
  readonly ofOthers: AllKinds;
}

/**
 * Seconds until a certificate job ends: more than a slice takes. A job that ended between two reads would change the
 * object, and the campaign would report the difference.
 */
const NEVER = 3_600;

export const SLICES: readonly Slice[] = [
  ...KINDS_WITH_PROFILE.flatMap(({ kind, profile }) => kindSlices(kind, profile)),
  ...compositeSlices(),
];

/** The slice of that name. Throws if it does not exist. */
export function findSlice(name: string): Slice {
  const found = SLICES.find((slice) => slice.name === name);
  if (!found)
    throw new Error(`Slice '${name}' does not exist; expected one of ${SLICES.map((each) => each.name).join(', ')}`);
  return found;
}

function kindSlices(kind: Kind, profile: ProfileName): Slice[] {
  const detachable = Object.entries(kind.attributes).flatMap(([name, { detach }]) => (detach ? [name] : []));
  if (detachable.length === 0) return [kindSlice(kind, profile, fullConfig(kind, 0, { object: 0 }))];
  // What a PATCH cannot clear is removed by a separate request, and of such attributes one excludes the other.
  return detachable.map((name) => {
    const config = fullConfigs(kind, { object: 0 }).find((each) => each[name] !== undefined);
    if (!config) throw new Error(`No sample of ${kind.name} has the attribute '${name}'`);
    return kindSlice(kind, profile, config, name);
  });
}

function kindSlice(kind: Kind, profile: ProfileName, sample: JsonObject, detached?: string): Slice {
  const created = { ...sample, [labelOf(kind)]: `${kind.name} of the scenario` };
  const updated = changed(kind, created, false);
  const kept = detached === undefined ? updated : withValue(updated, [detached], undefined);
  const replaced = changed(kind, kept, true);
  const type = `netingress_${kind.name}`;
  const whole = (config: JsonObject): AllKinds =>
    merged(described(dependencies(kind)), { [type]: { [OBJECT]: config } });
  // If no attribute requires a replacement, or none with another sample, `-replace` requests one.
  const forced = JSON.stringify(replaced) === JSON.stringify(kept) ? [`-replace=${type}.${OBJECT}`] : [];
  return {
    name: detached === undefined ? kind.name : `${kind.name} with ${detached}`,
    profile,
    certificateSeconds: NEVER,
    steps: [
      step('create', whole(created)),
      { name: 'read', resources: whole(created), args: [] },
      step('update', whole(updated)),
      ...(detached === undefined ? [] : [step('detach', whole(kept))]),
      step('replace', whole(replaced), forced),
      step('delete', {}),
    ],
    ofOthers: configureForOthers(kind),
  };
}

function step(name: StepName, resources: AllKinds, args: readonly string[] = []): Step {
  return { name, resources, args: ['-refresh=false', ...args] };
}

/** A neighbour of the kind with what it refers to, equal to the scenario's own but for its keys and descriptions. */
function configureForOthers(kind: Kind): AllKinds {
  const neighbour = { ...fullConfig(kind, 0, { object: 7 }), [labelOf(kind)]: `${kind.name} of another user` };
  const needed = described(dependencies(kind, getKind, 300), ' of another user');
  return merged(needed, { [`netingress_${kind.name}`]: { neighbour } });
}

/**
 * The configuration with another value for every attribute that can be changed in place, or for every one that cannot.
 * Where the samples have no other value it stays as it is.
 */
function changed(kind: Kind, config: JsonObject, replacing: boolean): JsonObject {
  const leaves = leavesOf(kind.attributes, config).filter(
    ({ attribute, path }) => attribute.type !== 'object' && mustReplace(kind, path) === replacing,
  );
  return leaves.reduce((whole, { path, attribute, value }) => {
    const others = [1, 2].map((n) => sampleValue(attribute, n, { object: 0 }));
    const other = others.find((each): each is Json => !semanticallyEqual(attribute, value, each));
    return other === undefined ? whole : consistent(kind, withValue(whole, path, other));
  }, config);
}

/** Objects with labels that differ, so that one whose create got no response can be found. A rule set has no label. */
function described(resources: AllKinds, suffix = ''): AllKinds {
  return mapResources(resources, (config, type, name) => {
    const kind = tryFindKind(type.slice('netingress_'.length));
    return kind ? { ...config, [labelOf(kind)]: `${type} ${name}${suffix}` } : config;
  });
}

function compositeSlices(): Slice[] {
  return COMPOSITES.map(({ name }): Slice => {
    const type = `netingress_${name}`;
    const created = configureComposite(type, name, 0);
    const updated = configureComposite(type, name, 1);
    return {
      name,
      profile: 'spec',
      // A certificate is there at the next request, so that a waiter sends the same number of reads in each run.
      certificateSeconds: 0,
      steps: [
        step('create', created),
        { name: 'read', resources: created, args: [] },
        // The timeout of a waiter matters only for its creation.
        { ...step('update', updated), ...(name !== ipPolicyRules.name && { sends: false }) },
        // The provider refuses to plan that a rule set is replaced on its own policy.
        step('replace', updated, [`-replace=${name === ipPolicyRules.name ? policyOf(updated) : `${type}.${OBJECT}`}`]),
        step('delete', {}),
      ],
      ofOthers: configureCompositesOfOthers(),
    };
  });
}

function policyOf({ netingress_ip_policy: policies = {} }: AllKinds): string {
  return `netingress_ip_policy.${Object.keys(policies)[0]}`;
}

/** What the composites could be confused with: other policies with rules, other objects with certificates. */
function configureCompositesOfOthers(): AllKinds {
  const rules = `netingress_${ipPolicyRules.name}`;
  const own = compositeResources(9, 'neighbour', 'neighbour')[rules] as Record<string, JsonObject>;
  return merged(compositeDependencies('neighbour'), { [rules]: own });
}

function configureComposite(type: string, name: string, n: number): AllKinds {
  const all = compositeResources(n)[type] as Record<string, JsonObject>;
  const config = all[OBJECT] as JsonObject;
  const resource = name === ipPolicyRules.name ? { ...config, rules: rulesOf(n) } : config;
  const needed = Object.entries(compositeDependencies()).filter(([other]) =>
    JSON.stringify(config).includes(`\${${other}.`),
  );
  return merged(Object.fromEntries(needed), { [type]: { [OBJECT]: resource } });
}

/**
 * Rules before (`n` 0) and after an update that creates, removes and keeps one each, and changes the description of
 * one, and action and description of another.
 */
function rulesOf(n: number): JsonObject {
  const kept = { action: 'allow', description: 'kept' };
  return n === 0
    ? {
        '10.0.0.0/16': { action: 'allow', description: 'updated' },
        '10.1.0.0/16': kept,
        '10.2.0.0/16': { action: 'deny', description: 'removed' },
        '2001:DB8::/32': { action: 'deny', description: 'to be allowed' },
      }
    : {
        '10.0.0.0/16': { action: 'allow', description: 'updated since' },
        '10.1.0.0/16': kept,
        '10.3.0.0/16': { action: 'deny', description: 'created' },
        '2001:DB8::/32': { action: 'allow', description: 'allowed' },
      };
}
