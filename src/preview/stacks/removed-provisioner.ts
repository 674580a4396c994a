/** Finds provisioners of `removed` blocks. The plan does not list them, so the preview cannot replace them. Pure. */
import { isJsonObject, type Json, tryParseJson } from '../../model/json';

/** Returns whether a `removed` block in HCL or JSON contains a provisioner. */
export function containsRemovedProvisioner(text: string): boolean {
  const parsed = tryParseJson(text);
  if (isJsonObject(parsed)) return listBlocks(parsed['removed']).some((block) => 'provisioner' in block);
  return containsInHcl(text);
}

function listBlocks(blocks: Json | undefined) {
  return (Array.isArray(blocks) ? (blocks as readonly Json[]) : [blocks]).filter(isJsonObject);
}

/** Strings, comments and what is inside them are skipped: `"${…}"` contains expressions, and no blocks. */
const TOKEN = /#.*|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|<<-?([\w-]+)[^\n]*\n|[A-Za-z_][\w-]*|["{}]/g;

function containsInHcl(text: string): boolean {
  const tokens = new RegExp(TOKEN);
  let depth = 0;
  let previous = '';
  let isRemoved = false;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token, marker] = found;
    if (/^[#/]/.test(token)) continue;
    if (token === '"') tokens.lastIndex = skipTemplate(text, tokens.lastIndex, '"');
    else if (marker !== undefined) tokens.lastIndex = skipHeredoc(text, tokens.lastIndex, marker);
    else if (token === '{') {
      if (depth === 0) isRemoved = previous === 'removed';
      depth += 1;
    } else if (token === '}') depth -= 1;
    else if (token === 'provisioner' && isRemoved && depth === 1) return true;
    previous = token;
  }
  return false;
}

/** Returns the index after the end of a quoted string. */
function skipTemplate(text: string, start: number, end: '"' | '}'): number {
  let index = start;
  while (index < text.length) {
    const char = text.charAt(index);
    if (char === end) return index + 1;
    if (end === '"') {
      if (char === '\\') index += 2;
      else if (/^(\$\$|%%)\{/.test(text.slice(index, index + 3))) index += 3;
      else if (/^[$%]\{/.test(text.slice(index, index + 2))) index = skipTemplate(text, index + 2, '}');
      else index += 1;
    } else if (char === '"') index = skipTemplate(text, index + 1, '"');
    else if (char === '{') index = skipTemplate(text, index + 1, '}');
    else index += 1;
  }
  return index;
}

function skipHeredoc(text: string, start: number, marker: string): number {
  const end = new RegExp(`^[ \\t]*${marker}[ \\t]*\\r?$`, 'm');
  const found = end.exec(text.slice(start));
  return found ? start + found.index + found[0].length : text.length;
}
