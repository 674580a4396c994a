/**
 * Policies inside Terraform templates, as constructs and configuration files have them: `${netingress_ip_policy.a.id}` is
 * a value that is known later, and `$${...}` is CEL.
 */
import { findExpressionEnd, findQuoteEnd } from './interpolation';

/** Characters of the private use area, which no policy contains. */
const [START, END] = ['\ue000', '\ue001'];

export interface PolicyTemplate {
  /** The text, with a placeholder for each expression of Terraform. */
  readonly text: string;
  /** The expressions, by the number in their placeholder: `netingress_ip_policy.a.id`. */
  readonly expressions: readonly string[];
}

/** Returns whether a string contains a value that is known later. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(START);
}

/** Returns the numbers of the placeholders in the string. */
export function findPlaceholders(text: string): number[] {
  return [...text.matchAll(/\ue000(\d+)\ue001/g)].map(([, number]) => Number(number));
}

/**
 * Replaces the expressions of Terraform by placeholders, and removes the escapes of CEL. An expression outside of quotes
 * in JSON is a call of `jsonencode`, so its placeholder gets quotes.
 */
export function readPolicyTemplate(template: string): PolicyTemplate {
  const expressions: string[] = [];
  const isJson = template.trimStart().startsWith('{');
  let text = '';
  let isQuoted = false;
  let index = 0;
  while (index < template.length) {
    const [token = ''] = /^(?:([$%])\1?\{|\\.|[\s\S])/u.exec(template.slice(index, index + 3)) ?? [];
    index += token.length;
    if (token === '"') isQuoted = !isQuoted;
    if (token === '${' || token === '%{') {
      const end = findExpressionEnd(template, index) ?? template.length;
      const placeholder = `${START}${expressions.length}${END}`;
      expressions.push(template.slice(index, end));
      text += isJson && !isQuoted ? JSON.stringify(placeholder) : placeholder;
      index = end + 1;
    } else text += /^[$%]{2}/.test(token) ? token.slice(1) : token;
  }
  return { text, expressions };
}

/** Puts quotes around placeholders that are operands of CEL, so that it can be parsed. */
export function quotePlaceholders(cel: string): string {
  if (!hasPlaceholder(cel)) return cel;
  let result = '';
  for (let index = 0; index < cel.length; index++) {
    const character = cel[index] as string;
    if (character === '"' || character === "'") {
      const end = findQuoteEnd(cel, index) ?? cel.length - 1;
      result += cel.slice(index, end + 1);
      index = end;
    } else if (character === START) {
      const end = cel.indexOf(END, index);
      result += JSON.stringify(cel.slice(index, end + 1));
      index = end;
    } else result += character;
  }
  return result;
}
