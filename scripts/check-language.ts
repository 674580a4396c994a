/**
 * Checks the words of sources and documents: the vocabulary that this project gave up stays rare, and a comment cites
 * only documents that are in the repository. `--list` prints every line that the count includes.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');

/** Words with a plainer replacement (docs/internals/glossary.md). Right English uses of them remain, so the limit is not 0. */
const REPLACED_WORDS =
  /\b(stand|stands|standing|stood|answers?|answered|answering|unanswered|nobody|somebody|everybody|whoever|tells?|telling|told|is no|is none|by itself|byItself|twins?|estate|spellings?|spelt|mend|mends|mended|truth values?|whole numbers?)\b/i;
const MAX_LINES = 39;

const excluded = /(^|\/)(generated|node_modules)\/|^docs\/internals\//;
const problems = [...checkWords(), ...checkCitations()];
for (const problem of problems) console.error(problem);
console.log(`language: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function checkWords(): string[] {
  const lines = [...filesBelow('src'), ...filesBelow('docs'), 'README.md', 'CONTRIBUTING.md']
    .filter((file) => !excluded.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (REPLACED_WORDS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  if (process.argv.includes('--list')) for (const line of lines) console.log(line);
  console.log(`${lines.length} lines contain a replaced word (at most ${MAX_LINES}; --list prints them)`);
  return lines.length > MAX_LINES
    ? [`${lines.length} lines contain a replaced word; expected at most ${MAX_LINES}`]
    : [];
}

/** Finds names of Markdown files in comments; each must exist from the root of the repository. */
function checkCitations(): string[] {
  return ['src', 'scripts', 'test', 'bench', 'examples']
    .flatMap(filesBelow)
    .filter((file) => file.endsWith('.ts') && !/(^|\/)node_modules\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return commentsOf(text).flatMap(({ start, body }) =>
        [...body.matchAll(/(?<!:[\w./-]*)[\w./-]+\.md\b/g)]
          .filter(([name]) => !existsSync(join(root, name)))
          .map(({ 0: name, index }) => {
            const line = text.slice(0, start + index).split('\n').length;
            return `${file}:${line} cites ${name}; expected a path of the repository such as docs/internals/gaps.md`;
          }),
      );
    });
}

function commentsOf(text: string): { readonly start: number; readonly body: string }[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, text);
  const found: { start: number; body: string }[] = [];
  const braces: ('template' | 'block')[] = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia)
      found.push({ start: scanner.getTokenStart(), body: scanner.getTokenText() });
    // The scanner cannot decide whether `}` ends a block or continues a template; the caller has to.
    if (token === ts.SyntaxKind.TemplateHead) braces.push('template');
    if (token === ts.SyntaxKind.OpenBraceToken) braces.push('block');
    if (token === ts.SyntaxKind.CloseBraceToken && braces.pop() === 'template') {
      if (scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateMiddle) braces.push('template');
    }
  }
  return found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder))
    .map((name) => join(root, folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(relative(root, path)) : [relative(root, path)]));
}
