/** Each policy finds its violation, and nothing else, in a configuration (aspect) and in its real plan (Rego). */
import type { TerraformStack } from 'cdktf';
import { createEmulator } from '../../src/emulator';
import { SECURITY_POLICIES, SECURITY_POLICY_IDS } from '../../src/policies/policies';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { newStack, removeFolders } from '../support/constructs/synth';
import { POLICY_CASES, type PolicyCase } from '../support/policies/cases';
import { buildOpa, judgeByAspect, judgeByRego, type Opa, planStacks, toText } from '../support/policies/judge';
import { describeWith } from '../support/requirements';

jest.setTimeout(300_000);

afterAll(removeFolders);

function stackOf({ build, name }: PolicyCase): TerraformStack {
  const stack = newStack();
  build(stack, name);
  return stack;
}

const expected = ({ violates, name }: PolicyCase): string[] => violates.map((policy) => `${policy} ${name}`).sort();

test.each(POLICY_CASES.map((each) => [each.name, each] as const))('the aspect judges %s', (_, each) => {
  expect(judgeByAspect(stackOf(each))).toEqual(expected(each));
});

test('every policy has a configuration that violates it, and one that does not', () => {
  const ids = SECURITY_POLICY_IDS.filter((id) => SECURITY_POLICIES[id].aspect);
  expect(ids.filter((id) => !POLICY_CASES.some(({ violates }) => violates.includes(id)))).toEqual([]);
  expect(ids.filter((id) => POLICY_CASES.every(({ violates }) => violates.includes(id)))).toEqual([]);
});

describeWith(['CAMPAIGN=full', 'go'], 'Rego', () => {
  let emulator: ReturnType<typeof createEmulator>;
  let workspace: Workspace;
  let opa: Opa;

  beforeAll(async () => {
    opa = buildOpa();
    emulator = createEmulator();
    const { url } = await emulator.listen();
    workspace = await createAttachedWorkspace(url);
  });
  afterAll(async () => {
    await workspace?.remove();
    await emulator?.close();
    opa?.remove();
  });

  test('judges the plan of each configuration', async () => {
    const plans = await planStacks(workspace, POLICY_CASES.map(stackOf));
    const found = judgeByRego(opa, plans);
    expect(found.map((findings) => [...new Set(findings.map(toText))].sort())).toEqual(POLICY_CASES.map(expected));
    expect(found.flat().filter(({ decided }) => !decided)).toEqual([]);
  });
});
