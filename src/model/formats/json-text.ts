import { tryParseJson } from '../../values/json';

/**
 * Independent of white space, member order and character escapes. Numbers are kept as written (`1.0` differs from `1`),
 * so no digit is lost. Invalid JSON, and JSON with duplicate members, is returned unchanged.
 */
export function canonicalJson(text: string): string {
  return tryParseJson(text) === undefined ? text : (canonicalize(text) ?? text);
}

/** For valid JSON. `JSON.parse` keeps the last of two members of one name. */
export function hasDuplicateMember(json: string): boolean {
  return canonicalize(json) === undefined;
}

/** `{"b": [1, 2], "a": 1.0}` -> `{"a":1.0,"b":[1,2]}`. Undefined for a duplicate member. The input is valid JSON. */
function canonicalize(text: string): string | undefined {
  const stack: Container[] = [openContainer('')];
  for (const [token] of text.matchAll(TOKENS)) {
    const current = stack.at(-1) as Container;
    if (token === '{' || token === '[') stack.push(openContainer(token));
    else if (token === ':') {
      if (!takeName(current)) return undefined;
    } else if (token === '}' || token === ']') {
      stack.pop();
      appendTo(stack.at(-1) as Container, closeContainer(current));
    } else appendTo(current, token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);
  }
  return (stack[0] as Container).parts.join('');
}

/** Skips commas and white space. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|[^\s"{}[\],:]+/g;

/** An open object or array. An explicit stack has no depth limit. */
interface Container {
  readonly begin: string;
  readonly parts: string[];
  readonly names: Set<string>;
  name?: string | undefined;
}

function openContainer(begin: string): Container {
  return { begin, parts: [], names: new Set() };
}

/** The last part becomes the name of the next value; false for a duplicate name. */
function takeName(current: Container): boolean {
  const name = current.parts.pop() ?? '';
  if (current.names.has(name)) return false;
  current.names.add(name);
  current.name = name;
  return true;
}

function appendTo(container: Container, part: string): void {
  container.parts.push(container.name === undefined ? part : `${container.name}:${part}`);
  container.name = undefined;
}

function closeContainer({ begin, parts }: Container): string {
  return begin === '{' ? `{${parts.sort().join()}}` : `[${parts.join()}]`;
}
