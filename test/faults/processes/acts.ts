/**
 * The scenario, divided so that a moment is a request about one resource. The objects that the resource references exist
 * already, and each step is one apply that can be repeated any number of times.
 */

import { KINDS } from '../../../src/model/kinds';
import { returnsSecretOnCreate } from '../../../src/model/variants/sealed-attributes';
import { type AllKinds, OBJECT } from '../../support/acceptance/all-kinds';
import { type Passing, pass } from '../../support/acceptance/proxy';
import { SLICES, type Slice } from '../scenario';
import { listServiceObjects, type ServiceObject } from '../service-objects';
import type { Scene, Stage } from './stage';

/** A slice as it is broken here. */
export interface Subject {
  /** Name of the slice. */
  readonly name: string;
  readonly address: string;
  /** Whether an object that is in no state conflicts with the next create, and so cannot be overlooked. */
  readonly keyed: boolean;
  /** Whether the error of such a conflict can name the object, which is then imported. */
  readonly importable: boolean;
  /** Whether only the response to the create contains a secret. */
  readonly returnsSecret: boolean;
  /** Whether it only waits for an object of the service: not all of its steps send requests. */
  readonly waits: boolean;
  readonly slice: Slice;
}

/** A step that can be played any number of times. */
export interface Act {
  readonly subject: Subject;
  /** Name of the step: `create`, `read`, ... */
  readonly step: string;
  readonly scene: Scene;
  /** Arguments of Terraform while requests are broken. */
  readonly command: readonly string[];
  /** Additional arguments of a plan of this step. */
  readonly args: readonly string[];
  /** The requests that are broken, as {@link nameRequests} names them. */
  readonly requests: readonly string[];
  /** What the service contains when the step is done. */
  readonly expected: readonly ServiceObject[];
}

/** Every slice of the scenario. */
export function subjects(): Subject[] {
  return SLICES.map((slice) => {
    const type = `netingress_${slice.name.split(' ')[0]}`;
    const kind = KINDS.find(({ name }) => `netingress_${name}` === type);
    const waits = type.endsWith('_certificate') && !kind;
    // What goes beyond the kinds makes rules, which have a natural key, or nothing.
    return {
      name: slice.name,
      address: `${type}.${OBJECT}`,
      keyed: kind ? kind.naturalKey?.unique === true : true,
      importable: kind ? kind.naturalKey !== undefined : true,
      returnsSecret: kind !== undefined && returnsSecretOnCreate(kind),
      waits,
      slice,
    };
  });
}

/** The apply of a saved plan: the only requests are those of the change. */
export const APPLY_PLANNED = ['apply', '-no-color', 'plan.bin'] as const;
/** The apply that plans first, and so reads. */
export const APPLY = ['apply', '-no-color', '-auto-approve'] as const;

/**
 * Plays the steps of the subject once without breaking anything, and takes down what is needed to play them again; all of
 * them, or those up to the last of `steps`.
 */
export async function rehearse(
  stage: Stage,
  { slice, ...subject }: Subject,
  steps: readonly string[] = slice.steps.map(({ name }) => name),
): Promise<Act[]> {
  const [first] = slice.steps;
  const existing = without(first?.resources ?? {}, subject.address);
  await stage.clear(slice.certificateSeconds);
  await stage.configure(existing);
  stage.attached.use();
  await stage.workspace.apply();
  const acts: Act[] = [];
  const last = slice.steps.findLastIndex(({ name }) => steps.includes(name));
  for (const { name: step, resources, args } of slice.steps.slice(0, last + 1)) {
    const wanted = step === 'delete' ? existing : resources;
    const replace = args.filter((arg) => arg.startsWith('-replace'));
    const scene = await stage.plan(wanted, ...replace);
    const command = step === 'read' ? APPLY : APPLY_PLANNED;
    const requests = await recordRequests(stage, command);
    const expected = listServiceObjects(await stage.service.snapshot());
    const own =
      step === 'read' ? requests.filter((request) => request.includes(` ${pathOf(subject.address)} `)) : requests;
    acts.push({ subject: { ...subject, slice }, step, scene, command, args: replace, requests: own, expected });
  }
  return acts;
}

async function recordRequests(stage: Stage, command: readonly string[]): Promise<string[]> {
  const named = nameRequests();
  const requests: string[] = [];
  stage.proxy.handle = (request) => {
    requests.push(named(request));
    return pass(request);
  };
  stage.attached.use();
  await stage.workspace.ok(...command);
  stage.proxy.handle = pass;
  return requests.sort();
}

/** What the other reads of a refresh ask for is broken where it is the subject itself. */
function pathOf(address: string): string {
  return KINDS.find(({ name }) => `netingress_${name}` === address.split('.')[0])?.path ?? '';
}

function without(resources: AllKinds, address: string): AllKinds {
  const [type, name] = address.split('.') as [string, string];
  const { [name]: _, ...others } = resources[type] ?? {};
  const { [type]: __, ...rest } = resources;
  return Object.keys(others).length > 0 ? { ...rest, [type]: others } : rest;
}

/** Names requests by method, collection and how often there was such a one: the same in every run. */
export function nameRequests(): (request: Passing) => string {
  const counts = new Map<string, number>();
  return ({ method, path }) => {
    const [, collection, id, below] = (path.split('?')[0] as string).split('/');
    const shape = `${method} /${[collection, id && '{id}', below].filter(Boolean).join('/')}`;
    const count = (counts.get(shape) ?? 0) + 1;
    counts.set(shape, count);
    return `${shape} #${count}`;
  };
}
