/**
 * One text for JSON that says the same whatever the white space, the order of members and the way in which characters
 * are escaped; itself if it is no JSON. In doubt two texts stay different: numbers count as they are written (`1.0` is
 * not `1`, and no digit is lost), and a text in which a member stands twice is its own.
 */
export function canonicalJsonText(text: string): string {
  if (!isJson(text)) return text;
  const open: Container[] = [openContainer('')];
  for (const [token] of text.matchAll(tokens)) {
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

/** Commas and white space are what is left out; what stands there otherwise is known to be JSON. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|[^\s"{}[\],:]+/g;

/** An object or array whose end has not come yet. A loop with a stack of them has no limit of depth. */
interface Container {
  readonly begin: string;
  readonly parts: string[];
  /** Of an object: the names so far. */
  readonly names: Set<string>;
  /** The name whose value comes next. */
  name?: string | undefined;
}

function openContainer(begin: string): Container {
  return { begin, parts: [], names: new Set() };
}

/** Makes the text that came last the name of what comes next; false if that name has come before. */
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
