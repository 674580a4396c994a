/**
 * Compiles the project in the current folder strictly, once per module resolution; the argument is a
 * {@link Compilation}. Checks the project's files and all our declarations that they import, and with `others` and the
 * first resolution also those of other packages (`skipLibCheck: false`). Prints errors and exits with 1.
 */
import { posix, sep } from 'node:path';
import ts from 'typescript';

/** Names as in a tsconfig; `files` are in the current folder. */
export interface Compilation {
  readonly files: readonly string[];
  readonly types: readonly string[];
  readonly resolutions: readonly { readonly module: string; readonly moduleResolution: string }[];
  /** Whether the declarations of other packages are checked with the first resolution. */
  readonly others: boolean;
}

function compile({ files, types, resolutions, others }: Compilation): number {
  const problems = resolutions.flatMap((resolution, index) => {
    const json = { ...resolution, target: 'es2022', strict: true, skipLibCheck: false, noEmit: true, types };
    const { options, errors } = ts.convertCompilerOptionsFromJson(json, process.cwd());
    const program = ts.createProgram({ rootNames: [...files], options });
    const checked = program.getSourceFiles().filter((file) => (others && index === 0) || isOurs(file, files));
    if (!checked.some(({ fileName }) => fileName.includes('/node_modules/netingress/'))) {
      throw new Error(`${files.join(', ')} reach no declaration of netingress`);
    }
    const found = [
      ...errors,
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...program.getSyntacticDiagnostics(),
      ...checked.flatMap((file) => program.getSemanticDiagnostics(file)),
    ];
    const { moduleResolution } = resolution;
    return found.length === 0 ? [] : [`With ${moduleResolution} resolution:`, formatErrors(found)];
  });
  if (problems.length > 0) console.error(problems.join('\n'));
  return problems.length > 0 ? 1 : 0;
}

function isOurs({ fileName }: ts.SourceFile, files: readonly string[]): boolean {
  const path = fileName.split(sep).join('/');
  return (
    path.includes('/node_modules/netingress/') ||
    (!path.includes('/node_modules/') && files.includes(posix.basename(path)))
  );
}

function formatErrors(diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}

process.exitCode = compile(JSON.parse(process.argv[2] ?? '') as Compilation);
