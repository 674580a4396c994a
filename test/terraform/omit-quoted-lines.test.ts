import { omitQuotedLines } from '../../src/terraform/omit-quoted-lines';

test('a message of Terraform has neither colors nor lines that quote the configuration', () => {
  const printed = '\u001b[31m╷\u001b[0m\n\u001b[31m│\u001b[0m \u001b[1mError: Invalid\u001b[0m\n│    3: secret = "x"\n';
  expect(omitQuotedLines(printed)).toBe('╷\n│ Error: Invalid\n');
});
