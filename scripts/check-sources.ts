/** Checks that everything that the package's entries export has a doc comment. */
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..');
/** The package's entries; `cdktn` is a copy of the first. */
const ENTRIES = ['', 'client', 'drift', 'emulator', 'events', 'testing'].map((name) => join('src', name, 'index.ts'));

const problems = checkDocs();
for (const problem of problems) console.error(problem);
console.log(`sources: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

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
