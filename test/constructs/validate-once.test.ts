import { IpPolicy, NetingressProvider } from '../../src';
import { validatingOnce } from '../../src/constructs/validate-once';
import { newStack, removeFolders } from './synth';

afterEach(removeFolders);

test('validations that ask the same are run once a tree, and their answer is reported once', () => {
  let asked = 0;
  const validation = { validate: () => [`asked ${++asked} times`] };
  const problemsOfTree = (): string[] => {
    const stack = newStack();
    new NetingressProvider(stack, 'netingress');
    for (const name of ['a', 'b', 'c']) {
      const policy = new IpPolicy(stack, name);
      validatingOnce(policy, () => policy.node.addValidation(validation));
    }
    return stack.node.findAll().flatMap(({ node }) => node.validate());
  };
  expect(problemsOfTree()).toEqual(['asked 1 times']);
  expect(problemsOfTree()).toEqual(['asked 2 times']);
});

test('a construct takes further validations of its own as before', () => {
  const policy = new IpPolicy(newStack(), 'a');
  validatingOnce(policy, () => undefined);
  policy.node.addValidation({ validate: () => ['own'] });
  expect(policy.node.validate()).toEqual(['own']);
});
