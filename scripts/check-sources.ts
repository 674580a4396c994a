/** Checks what makes sources readable: size of files and folders, and a doc comment on what the package's entries export. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');
const MAX_LINES = 400;
const MAX_FILES = 20;
/** One file a resource type, and generated code: their number follows from the service. */
const ANY_NUMBER_OF_FILES = ['src/model/resources', 'test/fixtures'];

/** The package's entries; `cdktn` is a copy of the first. */
const ENTRIES = ['', 'client', 'drift', 'emulator', 'events', 'testing'].map((name) => join('src', name, 'index.ts'));

const problems = ['src', 'test', 'bench', 'scripts'].flatMap(checkFolder);
problems.push(...checkDocs());
for (const problem of problems) console.error(problem);
console.log(`sources: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function checkFolder(folder: string): string[] {
  if (folder.endsWith('generated') || folder.endsWith('node_modules')) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => checkFolder(`${folder}/${name}`));
  if (files.length > MAX_FILES && !ANY_NUMBER_OF_FILES.includes(folder))
    found.push(`${folder} has ${files.length} files; expected at most ${MAX_FILES}. Group them by concept.`);
  if (!folder.startsWith('src')) return found;
  for (const { name } of files.filter((file) => file.name.endsWith('.ts'))) {
    const lines = readFileSync(join(root, folder, name), 'utf8').split('\n').length;
    if (lines > MAX_LINES) found.push(`${folder}/${name} has ${lines} lines; expected at most ${MAX_LINES}. Split it.`);
  }
  return found;
}

function checkDocs(): string[] {
  const program = ts.createProgram(
    ENTRIES.map((entry) => join(root, entry)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      skipLibCheck: true,
    },
  );
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  for (const entry of ENTRIES) {
    const file = program.getSourceFile(join(root, entry));
    const symbol = file && checker.getSymbolAtLocation(file);
    if (!symbol) throw new Error(`${entry} exports nothing`);
    for (const each of checker.getExportsOfModule(symbol)) {
      const exported = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      if (exported.getDocumentationComment(checker).length > 0) continue;
      const declaration = exported.declarations?.[0];
      if (!declaration || declaration.getSourceFile().fileName.includes('node_modules')) continue;
      const source = declaration.getSourceFile();
      const { line } = source.getLineAndCharacterOfPosition(declaration.getStart());
      found.add(
        `${relative(root, source.fileName)}:${line + 1} ${each.name} is exported by ${entry} without a doc comment`,
      );
    }
  }
  return [...found];
}
