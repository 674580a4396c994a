/**
 * Returns canonical JSON, independent of white space, member order and character escapes. Invalid JSON is returned
 * unchanged. Numbers are compared literally (`1.0` differs from `1`), so no digit is lost. JSON with duplicate members
 * is returned unchanged.
 */
export function canonicalJson(text: string): string {
  if (!isJson(text)) return text;
  const open: Container[] = [openContainer('')];
  for (const [token] of text.matchAll(TOKENS)) {
    const here = open.at(-1) as Container;
    if (token === '{' || token === '[') open.push(openContainer(token));
    else if (token === ':') {
      if (!takeName(here)) return text;
    } else if (token === '}' || token === ']') {
      open.pop();
      add(open.at(-1) as Container, closeContainer(here));
    } else add(here, token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token);
  }
  return (open[0] as Container).parts.join('');
}

/** Skips commas and white space. The input is valid JSON. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|[^\s"{}[\],:]+/g;

/** An open object or array. An explicit stack has no depth limit. */
interface Container {
  readonly begin: string;
  readonly parts: string[];
  /** Member names of an object so far. */
  readonly names: Set<string>;
  /** Name of the next value. */
  name?: string | undefined;
}

function openContainer(begin: string): Container {
  return { begin, parts: [], names: new Set() };
}

/** Uses the last string as the name of the next value; returns false for a duplicate name. */
function takeName(here: Container): boolean {
  const name = here.parts.pop() ?? '';
  if (here.names.has(name)) return false;
  here.names.add(name);
  here.name = name;
  return true;
}

function add(to: Container, part: string): void {
  to.parts.push(to.name === undefined ? part : `${to.name}:${part}`);
  to.name = undefined;
}

function closeContainer({ begin, parts }: Container): string {
  return begin === '{' ? `{${parts.sort().join()}}` : `[${parts.join()}]`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
