/** Configurations as HCL text, one attribute a line, so that a test can say on which line an error must point. */
import { isJsonObject, type Json, type JsonObject } from '../../../src/model/json';

/** One resource with the line on which each of its top-level attributes begins (from 1). */
export interface HclResource {
  readonly text: string;
  /** Line of the block's header. */
  readonly header: number;
  readonly lines: Readonly<Record<string, number>>;
}

/** A resource block that begins on line `first`. */
export function hclResource(type: string, name: string, values: JsonObject, first: number): HclResource {
  const rows = [`resource ${JSON.stringify(type)} ${JSON.stringify(name)} {`];
  const lines: Record<string, number> = {};
  for (const [attribute, value] of Object.entries(values)) {
    lines[attribute] = first + rows.length;
    rows.push(...`  ${attribute} = ${hclValue(value ?? null, '  ')}`.split('\n'));
  }
  rows.push('}', '');
  return { text: rows.join('\n'), header: first, lines };
}

function hclValue(value: Json, indent: string): string {
  if (Array.isArray(value)) return `[${(value as Json[]).map((item) => hclValue(item, indent)).join(', ')}]`;
  if (isJsonObject(value)) {
    const inner = `${indent}  `;
    const members = Object.entries(value).map(
      ([name, member]) => `${inner}${name} = ${hclValue(member ?? null, inner)}`,
    );
    return `{\n${members.join('\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}
