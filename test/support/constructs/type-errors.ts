/** Compiles TypeScript that a test has generated from the model. */
import { join } from 'node:path';
import ts from 'typescript';

const FILE = join(__dirname, 'generated.ts');

/** The last type error of each line that has one, by line from 0. The source is compiled as a file of this folder. */
export function findTypeErrors(source: string): ReadonlyMap<number, string> {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    esModuleInterop: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
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
