/** How values become expressions of Terraform. In two of the tests the real binary evaluates them. */
import { Fn, TerraformOutput, TerraformVariable, Token } from 'cdktf';
import fc from 'fast-check';
import { IpAllowList, IpPolicy, OnChange, type OnChangeProps, trafficField } from '../../../src';
import { renderCondition } from '../../../src/constructs/patterns/events/render-condition';
import { containsTokens, toExpression } from '../../../src/constructs/patterns/on-change/terraform-expression';
import { type Deployment, openDeployment } from '../../support/constructs/deployment';
import { renderedStrings, STRINGS } from '../../support/constructs/rendered-strings';
import { newStack, removeFolders, render, stackWith } from '../../support/constructs/synth';
import { expression } from '../../support/expression';

let deployment: Deployment;

beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());
afterEach(removeFolders);

const WORD = `wörd "with" \\ ${expression('x')} %{y}`;
const NUMBER = 443;

/** Outputs by their index in the list, as Terraform evaluates them. */
async function evaluated(valuesOf: (word: string, port: number) => readonly unknown[]): Promise<readonly unknown[]> {
  const stack = newStack();
  const word = new TerraformVariable(stack, 'word', { type: 'string', default: WORD });
  const port = new TerraformVariable(stack, 'port', { type: 'number', default: NUMBER });
  valuesOf(word.stringValue, port.numberValue).forEach((value, index) => {
    new TerraformOutput(stack, `at-${index}`, { value, staticId: true });
  });
  await deployment.deploy(render(stack));
  const outputs = Object.entries(await deployment.outputs());
  return outputs.sort(([a], [b]) => Number(a.slice(3)) - Number(b.slice(3))).map(([, value]) => value);
}

const SIGNS = ['"', '\\', '%{', '${', '$', '%', '{', '}', '\n', '\r\n', '\t', '"a"', '~}', '\u2028', '#'];
const piece = fc.oneof(
  fc.constantFrom(...SIGNS, expression('var.word')),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('').normalize('NFC'));

const hostPattern = (word: string): string => `^"?${word}\\.example\\.com$`;

test('a variable is unchanged in a condition, and so are random strings in functions: alone, in lists, as members and their names, and next to tokens; a watched value has the same JSON at synth and in Terraform', async () => {
  // One run with many cases, because each run starts Terraform.
  // CDKTF reads a digit after a number token as a part of the token, so the text after it begins with another
  // character.
  const cases = fc.array(fc.tuple(text, text), { minLength: 60, maxLength: 60 });
  const watched = fc.array(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.integer())), {
    minLength: 40,
    maxLength: 40,
  });
  const property = fc.asyncProperty(cases, watched, async (pairs, values) => {
    const stack = newStack();
    const watch = Object.fromEntries(values.map((value, index) => [index, value]));
    new OnChange(stack, 'c', { watch, command: 'true' });
    const [resource] = Object.values(render(stack).resource['null_resource'] ?? {}) as [{ triggers: object }];
    const [condition, known, ...rest] = await evaluated((word, port) => [
      renderCondition(trafficField('conn.server_name').matches(hostPattern(word))),
      resource.triggers,
      ...values.map((value) => Fn.jsonencode(toExpression(value))),
      ...pairs.map(([a, b]) =>
        Fn.jsonencode(toExpression([a, { [`k${b}`]: [b, null, true, 1] }, `${a}${word}${b}${port};${a}`])),
      ),
    ]);
    const [, literal] = /^ev\.conn\.server_name\.matches\((.*)\)$/.exec(String(condition)) ?? [];
    expect(JSON.parse(literal ?? '')).toBe(hostPattern(WORD));
    expect(Object.values(known as object)).toEqual(rest.slice(0, values.length));
    expect(rest.slice(values.length).map((each) => JSON.parse(String(each)))).toEqual(
      pairs.map(([a, b]) => [a, { [`k${b}`]: [b, null, true, 1] }, `${a}${WORD}${b}${NUMBER};${a}`]),
    );
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});

test.each<[string, OnChangeProps['watch'], string]>([
  ['JSON of your own', { it: JSON.stringify({ a: 1 }) }, '"{\\"a\\":1}"'],
  ['a regular expression', { it: '^a\\.b$' }, '"^a\\\\.b$"'],
  ['unsorted members', { it: { b: undefined, c: null, a: '<' } }, '{"a":"\\u003c","c":null}'],
  ['strings with the form of a template', { it: [expression('x'), '%{y}'] }, '["$${x}","%%{y}"]'],
  ['undefined', { it: undefined }, 'null'],
])('%s is rendered as JSON at synth', (_, watch, expected) => {
  const stack = newStack();
  new OnChange(stack, 'c', { watch, command: 'true' });
  const [resource] = Object.values(render(stack).resource['null_resource'] ?? {});
  expect(resource).toMatchObject({ triggers: { it: expected } });
});

test('strings and keys beside a token are rendered as literals with escapes', () => {
  const stack = newStack();
  const { stringValue } = new TerraformVariable(stack, 'word', { type: 'string' });
  new OnChange(stack, 'c', { watch: { it: [...STRINGS, `"$${stringValue}\\`] }, command: 'true' });
  const [resource] = Object.values(render(stack).resource['null_resource'] ?? {});
  expect(resource).toMatchObject({ triggers: { it: renderedStrings('var.word') } });
});

test('names and metadata are deployed unchanged: quotes, template markers, escapes and a U+FEFF at the beginning, also beside list tokens', async () => {
  const about = { name: 'Partner "Acme" 100%{', metadata: '{"ticket":"NET-1","path":"C:\\\\x"}' };
  // Terraform removes U+FEFF at the beginning of a template as a byte order mark.
  const mark = '\ufeffx\ufeff';
  const stack = stackWith();
  const several = new TerraformVariable(stack, 'several', { type: 'list(string)', default: ['203.0.113.0/24'] });
  const list = new IpAllowList(stack, 'list', { allow: [{ ...about, cidrs: ['192.0.2.1'] }] });
  list.allow({ ...about, cidrs: Token.asList(several.value) });
  new TerraformOutput(stack, 'rules', { value: list.rules.rules, staticId: true });
  const policy = new IpPolicy(stack, 'policy', { description: mark });
  new IpPolicy(stack, 'reference', { description: `\ufeff\ufeff${policy.id}` });
  new IpAllowList(stack, 'marked', { allow: [{ name: mark, cidrs: ['192.0.2.1'] }] });
  await deployment.deploy(render(stack));
  const rule = { action: 'allow', description: about.name, metadata: about.metadata };
  expect(await deployment.outputs()).toEqual({
    rules: { '192.0.2.1/32': expect.objectContaining(rule), '203.0.113.0/24': expect.objectContaining(rule) },
  });
  const { emulator } = deployment;
  const objects = [...emulator.objects('ip_policy'), ...emulator.objects('ip_policy_rule')];
  const descriptions = objects.flatMap(({ description }) => (description ? [String(description)] : []));
  const deployed = descriptions.map((each) => each.replace(/ipp_.*/, '')).sort();
  expect(deployed).toEqual([mark, mark, '\ufeff\ufeff', about.name, about.name].sort());
  expect(await deployment.plan()).toEqual({});
});

test('a construct is left as it is, which CDKTF rejects; a date becomes its ISO string, and toJSON() may return a token', () => {
  const given = { construct: newStack() };
  expect([containsTokens(given), toExpression(given)]).toEqual([true, given]);
  new TerraformOutput(given.construct, 'output', { value: Fn.jsonencode(toExpression(given)) });
  expect(() => render(given.construct)).toThrow('circular reference');
  const at = new Date(0);
  expect([containsTokens({ at }), toExpression({ at })]).toEqual([false, { at: at.toISOString() }]);
  const token = Token.asString(Token.asAny(expression('var.x')));
  expect([containsTokens({ toJSON: () => [token] }), toExpression({ toJSON: () => [token] })]).toEqual([true, [token]]);
});
