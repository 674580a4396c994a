/** Compiles TypeScript that a test has generated from the model, against the declarations that the package ships. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const FILE = join(__dirname, 'generated.ts');

/** The last type error of each line that has one, by line from 0. The source is compiled as a file of this folder. */
export function findTypeErrors(source: string): ReadonlyMap<number, string> {
  if (!existsSync(join(__dirname, '../../../lib/index.d.ts')))
    throw new Error('The source is compiled against the built package: run `npx tsx scripts/build.ts --if-stale`');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    esModuleInterop: true,
    // Without those of a browser, which take longer to check.
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true) : read(name, ...rest);
  host.fileExists = (name) => name === FILE || ts.sys.fileExists(name);
  const program = ts.createProgram([FILE], options, host);
  const file = program.getSourceFile(FILE);
  return new Map(
    program
      .getSemanticDiagnostics(file)
      .map(({ start = 0, messageText }) => [
        file?.getLineAndCharacterOfPosition(start).line ?? 0,
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ]),
  );
}
