/** Two applies at once: on one state the lock holds; on two states of one account nothing is there twice. */

import { KINDS } from '../../../src/model/kinds';
import { type AllKinds, OBJECT } from '../../support/acceptance/all-kinds';
import { type Passing, pass } from '../../support/acceptance/proxy';
import { addressesOf } from '../scenario';
import { listServiceObjects } from '../service-objects';
import { type Act, APPLY, APPLY_PLANNED } from './acts';
import { type TriedProcess, tryAttempt, within } from './attempt';
import { repair } from './repair';
import { pauseRequest } from './requests';
import type { Stage } from './stage';

/** While one apply is in the middle of its first request another one starts on the same state. */
export function tryOneState(stage: Stage, act: Act): Promise<TriedProcess> {
  const [request = ''] = act.requests;
  return tryAttempt<Passing>(stage, act, {
    at: request,
    fault: 'two applies, one state',
    command: APPLY_PLANNED,
    provider: 'packaged',
    allowed: { nothing: true },
    arm: (on) => {
      const paused = pauseRequest(on, request);
      return () => paused;
    },
    async happen({ moment }) {
      const second = await stage.startTerraform(...APPLY);
      const status = await within(second.ended, 'the second Terraform ended');
      if (status !== 1 || !second.output().includes('Error acquiring the state lock'))
        throw new Error(`The second apply ended with ${status}, not because of the lock: ${second.output()}`);
      await pass(moment);
    },
  });
}

/** Kinds of which the service refuses a second object with the same natural key. */
export const UNIQUE_KINDS = KINDS.filter(({ naturalKey }) => naturalKey?.unique === true);

/**
 * Both states declare one object; both creates are in flight before either receives a response. `act` is the creation, played on
 * `one`; `other` is a second stage in front of the same service.
 */
export async function tryTwoStates(one: Stage, other: Stage, act: Act): Promise<TriedProcess> {
  const at = act.requests.find((each) => each.startsWith('POST')) ?? '';
  const done = (problems: readonly string[]): TriedProcess => ({
    slice: act.subject.name,
    step: act.step,
    at,
    fault: 'two applies, two states',
    remedies: ['import'],
    outcome: { recovery: problems.length > 0 ? 'failed' : 'import', problems, messages: [] },
  });
  try {
    return done(await applyBoth(one, other, act, at));
  } catch (failure) {
    return done([(failure as Error).message]);
  } finally {
    for (const each of [one, other]) each.endAll();
  }
}

async function applyBoth(one: Stage, other: Stage, act: Act, request: string): Promise<string[]> {
  const problems: string[] = [];
  const { address } = act.subject;
  const both = [one, other];
  await one.play(act.scene);
  await other.play({ ...act.scene, state: undefined });
  const declared = await literal(one, act);
  await other.configure(declared);
  for (const each of both) each.attached.use();
  const paused = both.map((each) => pauseRequest(each, request));
  const runs = await Promise.all(both.map((each) => each.startTerraform(...APPLY)));
  const requests = await within(Promise.all(paused), 'both creates were sent');
  await Promise.all(requests.map((each) => pass(each)));
  const statuses = await within(Promise.all(runs.map(({ ended }) => ended)), 'both applies ended');
  if ([...statuses].sort().join() !== '0,1') problems.push(`the applies ended with ${statuses.join(' and ')}`);
  const winner = statuses[0] === 0 ? one : other;
  const loser = runs[statuses.indexOf(1)]?.output().replace(/[│\s]+/g, ' ') ?? '';
  const id = (await winner.state()).find((each) => each.address === address)?.values['id'];
  if (!loser.includes(`terraform import ${address.split('.')[0]}.<name> ${id}`))
    problems.push(`the error does not name the import of ${id}: ${loser}`);
  for (const each of both) {
    const { failure, remedies } = await repair(each);
    if (failure !== undefined) problems.push(failure);
    if (remedies.length > (each === winner ? 0 : 2)) problems.push(`it took ${remedies.join(', ')}`);
  }
  const there = listServiceObjects(await one.service.snapshot()).length;
  if (there !== act.expected.length) problems.push(`the service contains ${there} objects, not ${act.expected.length}`);
  const addresses = (await other.state()).map((each) => each.address).sort();
  if (addresses.join() !== addressesOf(declared).sort().join())
    problems.push(`the second state contains ${addresses.join(', ')}`);
  return problems;
}

/** The object with the ids of the objects that it references, which are in the other state. */
async function literal(stage: Stage, { scene, subject }: Act): Promise<AllKinds> {
  const type = subject.address.split('.')[0] as string;
  const config = scene.configuration[type]?.[OBJECT];
  const state = new Map((await stage.state()).map(({ address, values }) => [address, values]));
  const text = JSON.stringify(config).replace(/\$\{(netingress_\w+\.\w+)\.(\w+)\}/g, (_, address, attribute) =>
    String(state.get(address)?.[attribute]),
  );
  return { [type]: { [OBJECT]: JSON.parse(text) } };
}
