/** A reader who searches for a name finds one concept. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface NameProblem {
  readonly name: string;
  /** The files that export the name, or the one that gives it another name. */
  readonly files: readonly string[];
  readonly type: 'exported twice' | 'renamed';
}

/** `isShared` returns whether these files, two or more, may export the name. */
export function findSharedNames(
  files: readonly string[],
  isShared: (name: string, exporting: readonly string[]) => boolean,
): NameProblem[] {
  const exporters = new Map<string, string[]>();
  const renamed: NameProblem[] = [];
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    for (const name of new Set(source.statements.flatMap((statement) => listExported(statement, source))))
      exporters.set(name, [...(exporters.get(name) ?? []), file]);
    for (const statement of source.statements)
      for (const name of listRenamed(statement)) renamed.push({ name, files: [file], type: 'renamed' });
  }
  const twice = [...exporters]
    .filter(([name, exporting]) => exporting.length > 1 && !isShared(name, exporting))
    .map(([name, exporting]): NameProblem => ({ name, files: exporting, type: 'exported twice' }));
  return [...twice, ...renamed];
}

/** Names that the statement declares and exports. A name that is only passed on has one declaration, elsewhere. */
function listExported(statement: ts.Statement, source: ts.SourceFile): string[] {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    if (moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) return [];
    const imported = source.statements.flatMap((each) => {
      const names = ts.isImportDeclaration(each) ? each.importClause?.namedBindings : undefined;
      return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
    });
    return exportClause.elements
      .filter(({ name, propertyName }) => !imported.includes((propertyName ?? name).text))
      .map(({ name }) => name.text);
  }
  if (!ts.canHaveModifiers(statement)) return [];
  if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText(source));
  const { name } = statement as ts.Statement & { readonly name?: ts.Identifier };
  return name ? [name.text] : [];
}

/**
 * What a file of the project's own imports or passes on under another name. A name of Node or of a library may collide
 * with a global one, such as `setTimeout` of `node:timers/promises`.
 */
function listRenamed(statement: ts.Statement): string[] {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return [];
  const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
  if (!names || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return [];
  return names.elements.flatMap(({ propertyName }) => (propertyName ? [propertyName.text] : []));
}
