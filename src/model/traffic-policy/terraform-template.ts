/**
 * Policies inside Terraform templates, as constructs and configuration files have them: `${netingress_ip_policy.a.id}`
 * is a value that is known later, and `$${...}` is CEL.
 */
import { findExpressionEnd } from './interpolation';

/** Characters of the private use area around the number of a value. */
const [START, END] = ['\ue000', '\ue001'];
/**
 * The two characters, also as escapes of JSON and YAML. In `\\ue000` the first backslash escapes the second one, so two
 * backslashes are a match of their own, which is not replaced.
 */
const CHARACTERS = /\\\\|[\ue000\ue001]|\\u(?:0{4})?e00[01]/gi;

export function createPlaceholder(number: number): string {
  return `${START}${number}${END}`;
}

/** Every second part is the number of a placeholder. */
export function splitPlaceholders(text: string): readonly (string | number)[] {
  return text.split(/\ue000(\d+)\ue001/).map((part, index) => (index % 2 === 1 ? Number(part) : part));
}

export function findPlaceholders(text: string): number[] {
  return splitPlaceholders(text).filter((part) => typeof part === 'number');
}

/** The placeholder of a value that is known later, where its expression does not matter. */
export const PLACEHOLDER = createPlaceholder(0);

/** U+FFFD replaces the two characters, so that a text of a user contains no placeholder, also after it is parsed. */
export function withoutPlaceholders(text: string): string {
  return text.replace(CHARACTERS, (match) => (match === '\\\\' ? match : '\ufffd'));
}

/** Also as an escape. */
export function hasPlaceholderCharacters(text: string): boolean {
  return withoutPlaceholders(text) !== text;
}

export interface PolicyTemplate {
  /** The text, with a placeholder for each interpolation and directive of Terraform. */
  readonly text: string;
  /** The expressions, by the number in their placeholder: `netingress_ip_policy.a.id`. */
  readonly expressions: readonly string[];
}

/** For a string of a parsed policy: ignores escapes, and one of the two characters alone. */
export function hasPlaceholder(text: string): boolean {
  return /\ue000\d+\ue001/.test(text);
}

/**
 * Replaces the interpolations and directives of Terraform by placeholders, `$${` by the `${` of CEL, and `%%{` by `%{`.
 * A placeholder that is outside of quotes in JSON gets quotes. With `<0>` for the placeholder with the number 0:
 * `{"url": ${jsonencode(x)}, "body": "${y} $${req.host}"}` -> `{"url": "<0>", "body": "<1> ${req.host}"}` and
 * `['x', 'y']`. Text that does not begin with `{` is YAML, in which every interpolation is treated as one inside of
 * quotes.
 */
export function readPolicyTemplate(template: string): PolicyTemplate {
  const expressions: string[] = [];
  const text = replaceExpressions(withoutPlaceholders(template), !template.trimStart().startsWith('{'), expressions);
  return { text, expressions };
}

function replaceExpressions(template: string, startsQuoted: boolean, expressions: string[]): string {
  // In YAML, and within a string of `jsonencode`.
  const quotesDoNotCount = startsQuoted;
  let text = '';
  let isQuoted = startsQuoted;
  let index = 0;
  while (index < template.length) {
    // `${`, `%{`, their escapes `$${` and `%%{`, the escapes `\"` and `\\` of JSON, or one character. Another backslash
    // is a character of its own, as in Terraform: `\${x}` is a backslash and an interpolation.
    const [token = ''] = /^(?:([$%])\1?\{|\\["\\]|[\s\S])/u.exec(template.slice(index, index + 3)) ?? [];
    index += token.length;
    if (token === '"' && !quotesDoNotCount) isQuoted = !isQuoted;
    if (token === '${' || token === '%{') {
      const end = findExpressionEnd(template, index) ?? template.length;
      text += replaceExpression(template.slice(index, end), isQuoted, expressions);
      index = end + 1;
    } else text += /^[$%]{2}/.test(token) ? token.slice(1) : token;
  }
  return text;
}

function replaceExpression(expression: string, isQuoted: boolean, expressions: string[]): string {
  // Constructs write a string that contains a reference as `${jsonencode("https://${...}")}`.
  const [, argument] = isQuoted ? [] : (/^jsonencode\(([\s\S]*)\)$/.exec(expression) ?? []);
  const [, string] = /^"([\s\S]*)"$/.exec(argument ?? '') ?? [];
  if (string !== undefined) return `"${replaceExpressions(string, true, expressions)}"`;
  const placeholder = createPlaceholder(expressions.length);
  expressions.push(argument ?? expression);
  return isQuoted ? placeholder : JSON.stringify(placeholder);
}

/** Puts quotes around placeholders, so that CEL can be parsed. A placeholder in a string literal stays as it is. */
export function quotePlaceholders(cel: string): string {
  return cel.replace(LITERAL_OR_PLACEHOLDER, (token) => (token.startsWith(START) ? JSON.stringify(token) : token));
}

/** A literal without its end goes to the end of the text. */
const LITERAL_OR_PLACEHOLDER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|'[^'\\]*(?:\\[\s\S][^'\\]*)*'?|\ue000\d+\ue001/g;
