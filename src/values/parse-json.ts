import type { JsonValue } from './json';
import { numberFromText, numberText } from './number';

/**
 * JSON.parse without loss: a number that JavaScript cannot hold becomes its decimal text, which fromJson reads as the
 * number it is (terraform/rules 4, 'lossless JSON numbers'). Texts, names and all other numbers are as JSON.parse has
 * them. Throws the SyntaxError of JSON.parse, whose message quotes the input.
 */
export function parseJson(text: string): JsonValue {
  const parsed = JSON.parse(text) as JsonValue;
  // From here on the text is known to be JSON, in which a string or a number begins only where one of them stands.
  const exact = text.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : exactToken(token)));
  return exact === text ? parsed : (JSON.parse(exact) as JsonValue);
}

const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function exactToken(token: string): string {
  const number = numberFromText(token);
  if (typeof number === 'number') return token;
  // Beyond Terraform's own range there is no number; as a text it is refused, and not taken for infinity.
  return JSON.stringify(number === undefined ? token : numberText(number));
}
