import { withoutLiteralImports } from '../../../src/preview/stacks/literal-imports';

const literal = 'import {\n  to = netingress_ip_policy.office\n  id = "ipp_1"\n}';

const hcl: readonly [string, string, string][] = [
  ['a literal block', `${literal}\nlocals {}\n`, '\nlocals {}\n'],
  ['its attributes in the other order', 'import {\n  id = "ipp_1"\n  to = module.a.x.b\n}\n', '\n'],
  ['a block after a comment', `# import\n  ${literal} # done\n`, '# import\n   # done\n'],
  ['two blocks', `${literal}\n\n${literal}\n`, '\n\n\n'],
];

test.each(hcl)('HCL: %s is removed', (_, text, expected) => expect(withoutLiteralImports(text)).toBe(expected));

const kept: readonly [string, string][] = [
  ['an id with an expression', literal.replace('ipp_1', '$' + '{var.id}')],
  ['an id that is no string', literal.replace('"ipp_1"', 'var.id')],
  ['an instance key', literal.replace('office', 'office["a"]')],
  ['a further attribute', literal.replace('\n}', '\n  provider = netingress.other\n}')],
  ['a heredoc', `locals {\n  text = <<EOT\n${literal}\nEOT\n}\n`],
  ['a string', `locals {\n  text = "${literal.replaceAll('\n', ' ').replaceAll('"', "'")}"\n}\n`],
  ['a block in a block', `resource "other_thing" "x" {\n${literal}\n}\n`],
  ['a comment over several lines', `/*\n${literal}\n*/\n`],
];

test.each(kept)('HCL: %s is kept', (_, text) => expect(withoutLiteralImports(text)).toBe(text));

const block = '{"to": "netingress_ip_policy.office", "id": "ipp_[1]"}';

test('JSON: a list of literal blocks is emptied, and numbers that JavaScript rounds stay', () => {
  const locals = '{"import": ["x"], "n": 12345678901234567890}';
  const text = (list: string) => `{"locals": ${locals}, "import" : ${list}, "output": {}}`;
  expect(withoutLiteralImports(text(`[${block}, ${block}]`))).toBe(text('[]'));
});

test.each([
  ['an expression', `{"import": [${block}, ${block.replace('ipp_[1]', '$' + '{var.id}')}]}`],
  ['for_each', `{"import": [${block.replace('}', ', "for_each": {}}')}]}`],
  ['a member of another block', `{"locals": {"import": [${block}]}}`],
])('JSON: %s is kept', (_, text) => expect(withoutLiteralImports(text)).toBe(text));
