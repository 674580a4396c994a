import { App, TerraformStack } from 'cdktf';
import { IpPolicy, NetingressProvider } from '../../src';
import { deduplicateImportValidation } from '../../src/constructs/validation/deduplicate-validation';
import { newFolder, newStack, problemsIn, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

test('import validation runs once per stack and synthesis', () => {
  let runs = 0;
  const app = new App({ outdir: newFolder() });
  const stacks = ['one', 'two'].map((id) => new TerraformStack(app, id));
  for (const stack of stacks) {
    new NetingressProvider(stack, 'netingress');
    for (const name of ['a', 'b', 'c']) {
      const policy = new IpPolicy(stack, name);
      deduplicateImportValidation(policy, () => {
        policy.node.addValidation({ validate: () => [`run ${++runs}`] });
        policy.node.addValidation({ validate: () => ['another'] });
      });
    }
  }
  const validate = (): string[][] => stacks.map(({ node }) => node.validate());
  expect(validate()).toEqual([
    ['run 1', 'another'],
    ['run 2', 'another'],
  ]);
  expect(validate()).toEqual([
    ['run 3', 'another'],
    ['run 4', 'another'],
  ]);
});

test('a construct accepts other validations after an import', () => {
  const policy = new IpPolicy(newStack(), 'a');
  deduplicateImportValidation(policy, () => undefined);
  policy.node.addValidation({ validate: () => ['own'] });
  expect(policy.node.validate()).toEqual(['own']);
});

test.each([undefined, null, '', ' '])('rejects an import from %p', (id) => {
  const stack = newStack();
  new IpPolicy(stack, 'a').importFrom(id as string);
  expect(problemsIn(stack)).toEqual([
    expect.stringMatching(/^stack\/a: importFrom: id is .*; expected the id of the object, or its natural key$/),
  ]);
});
