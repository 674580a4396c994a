import { expression } from '../expression';

/** Strings and keys that both CDKTF libraries render alike, in a function of Terraform. */
export const STRINGS = ['"\\\n%{', { [`"${expression('x')}`]: [null, true, 'a$'] }];

/** The value that watches {@link STRINGS} and a third one, which is `"$`, the reference and a backslash. */
export function renderedStrings(reference: string): string {
  const last = `"\\"\\u0024${expression(reference)}\\\\"`;
  return expression(`jsonencode(["\\"\\\\\\u000a\\u0025{", {"\\"\\u0024{x}" = [null, true, "a$"]}, ${last}])`);
}
