/** Two plans of one configuration are the same, byte for byte, but for the time at which they were made. */

import { createEmulator, type Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import { dependencies, fullConfig, minimalConfig } from '../support/acceptance/samples';
import type { Resources, Workspace } from '../support/acceptance/workspace';
import { SPEC_KINDS as KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';

jest.setTimeout(120_000);

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  // A certificate job that ends between two plans would be a difference, and a true one.
  emulator = createEmulator({ certificates: { seconds: 3_600 } });
  const { url } = await emulator.listen();
  workspace = await createAttachedWorkspace(url);
});
afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

/** A minimal and a full object of every kind, and what they refer to; `n` picks values that differ in meaning. */
function everyKind(n: number): Resources {
  const resources: Record<string, Record<string, JsonObject>> = {};
  for (const kind of KINDS) {
    const own = { minimal: minimalConfig(kind, { object: 0 }), full: fullConfig(kind, n, { object: 1 }) };
    for (const [type, objects] of Object.entries({ ...dependencies(kind), [`netingress_${kind.name}`]: own }))
      resources[type] = { ...resources[type], ...objects };
  }
  return resources;
}

/** The JSON of a plan as Terraform prints it, without its time, and with the one list sorted that Terraform does not sort. */
async function planText(): Promise<string> {
  await workspace.ok('plan', '-no-color', '-out=plan.bin');
  const text = await workspace.ok('show', '-json', 'plan.bin');
  const {
    timestamp,
    relevant_attributes: relevant = [],
    ...plan
  } = JSON.parse(text) as {
    readonly timestamp: string;
    readonly relevant_attributes?: readonly unknown[];
  };
  expect(timestamp).toMatch(/Z$/);
  // Terraform itself lists these in the order of a Go map, which is another one each time.
  const sorted = relevant.map((each) => JSON.stringify(each)).sort();
  return JSON.stringify({ ...plan, relevant: sorted });
}

/** Where two texts begin to differ, with what follows; undefined when they are equal. */
function firstDifference(a: string, b: string): [string, string] | undefined {
  if (a === b) return undefined;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  const excerpt = (text: string): string => text.slice(Math.max(0, at - 200), at + 100);
  return [excerpt(a), excerpt(b)];
}

testInCi('to create every kind, to change every kind, and to change nothing', async () => {
  await workspace.configure(everyKind(0));
  const creating = await planText();
  expect(firstDifference(creating, await planText())).toBeUndefined();
  for (const kind of KINDS) expect(creating).toContain(`"netingress_${kind.name}.full"`);
  await workspace.apply();

  await workspace.configure(everyKind(1));
  const changing = await planText();
  expect(firstDifference(changing, await planText())).toBeUndefined();
  expect(changing).toContain('"update"');
  await workspace.applyPlanned();

  const nothing = await planText();
  expect(firstDifference(nothing, await planText())).toBeUndefined();
  expect(await workspace.changes()).toEqual({});
});
