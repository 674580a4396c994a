/**
 * Removes `import` blocks with nothing to evaluate: `to = netingress_ip_policy.office`, `id = "ipp_1"`. They do nothing
 * once the object is in the state, and cost time, see `initialize.ts`. HCL is not parsed, so only blocks with one
 * argument on each line are found, as `terraform fmt` writes them. In JSON the whole list is emptied, or nothing if one
 * of its blocks has more than a literal `to` and `id`. Pure.
 */
import { skipToken } from '../../terraform/configuration/tokens';
import { isJsonObject, type Json, tryParseJson } from '../../values/json';

/** The same text if it has no such block. */
export function withoutLiteralImports(text: string): string {
  if (!text.includes('import')) return text;
  return isJsonObject(tryParseJson(text)) ? withoutList(text) : withoutBlocks(text);
}

/** No key of an instance, which may be an expression. */
const ADDRESS = /^[\w.-]+$/;
/** No template. */
const ID = /^[^$%]*$/;

function isLiteral(block: Json): boolean {
  if (!isJsonObject(block) || Object.keys(block).length !== 2) return false;
  const { to, id } = block;
  return typeof to === 'string' && ADDRESS.test(to) && typeof id === 'string' && ID.test(id);
}

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
const LIST_KEY = /"import"\s*:\s*(?=\[)/y;

/** Changes the text and not parsed JSON, which would lose a key that is written twice, and round large numbers. */
function withoutList(text: string): string {
  let depth = 0;
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(JSON_TOKEN)) {
    if ('[{'.includes(token)) depth += 1;
    if (']}'.includes(token)) depth -= 1;
    if (depth !== 1) continue;
    if (token === ']' && start !== undefined) {
      const blocks = JSON.parse(text.slice(start, index + 1)) as readonly Json[];
      return blocks.every(isLiteral) ? `${text.slice(0, start)}[]${text.slice(index + 1)}` : text;
    }
    LIST_KEY.lastIndex = index;
    if (token === '"import"' && LIST_KEY.test(text)) start = LIST_KEY.lastIndex;
  }
  return text;
}

const [TO, QUOTED_ID] = ['to[ \\t]*=[ \\t]*[\\w.-]+', 'id[ \\t]*=[ \\t]*"[^"\\\\$%\\n]*"'];
const BLOCK = new RegExp(
  `import[ \\t]*\\{\\s*(?:${TO}\\s*\\n\\s*${QUOTED_ID}|${QUOTED_ID}\\s*\\n\\s*${TO})\\s*\\n\\s*\\}`,
  'y',
);

function withoutBlocks(text: string): string {
  const kept: string[] = [];
  let depth = 0;
  let isLineStart = true;
  for (let at = 0; at < text.length; ) {
    BLOCK.lastIndex = at;
    const isBlock = isLineStart && depth === 0 && BLOCK.test(text);
    const next = isBlock ? BLOCK.lastIndex : skipToken(text, at);
    const token = text.slice(at, next);
    if (!isBlock) kept.push(token);
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    isLineStart = token.endsWith('\n') || (isLineStart && token.trim() === '');
    at = next;
  }
  return kept.join('');
}
