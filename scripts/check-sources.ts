/** Checks what makes sources readable: exported things have a doc comment, files end before 400 lines. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');
const maxLines = 400;
const problems: string[] = [];

for (const file of filesBelow(join(root, 'src'))) {
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n').length;
  if (lines > maxLines)
    problems.push(`${relative(root, file)} has ${lines} lines; at most ${maxLines} are read in one sitting`);
  checkDocs(file, text);
}
for (const problem of problems) console.error(problem);
console.log(`sources: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => !path.endsWith('generated'))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : []));
}

function checkDocs(file: string, text: string): void {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  for (const statement of tree.statements) {
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported || ts.getJSDocCommentsAndTags(statement).length > 0) continue;
    const { line } = tree.getLineAndCharacterOfPosition(statement.getStart());
    problems.push(`${relative(root, file)}:${line + 1} exports without a doc comment`);
  }
}
