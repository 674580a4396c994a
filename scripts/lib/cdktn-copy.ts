/**
 * Writes `lib/cdktn/`, a copy of the compiled constructs for `cdktn`, the community's continuation of CDKTF. The copy
 * imports `cdktn` instead of `cdktf`; `tsconfig.cdktn.json` type-checks the source against it. What both copies
 * import of other folders must not import `cdktf`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * `cdktf` and the packages that depend on it, with their replacements in the copy. Null: the copy must not import the
 * package.
 */
const REPLACED: Readonly<Record<string, string | null>> = { cdktf: 'cdktn', '@cdktf': null };

/** Throws if the copy still imports `cdktf`. */
export function writeCdktnCopy(lib: string): void {
  const from = join(lib, 'constructs');
  const to = join(lib, 'cdktn');
  rmSync(to, { recursive: true, force: true });
  for (const file of filesBelow(from)) {
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, replaceCore(readFileSync(file, 'utf8')));
  }
  const found = findCoreImports(to);
  if (found.length > 0) throw new Error(`The copy for cdktn imports cdktf:\n${found.join('\n')}`);
}

/** Follows all imports from the index, in programs and declarations; returns `<file> loads <module>`. */
function findCoreImports(copy: string): string[] {
  const other = join(dirname(copy), 'constructs');
  const seen = new Set<string>();
  const found: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { text } of findSpecifiers(file, readFileSync(file, 'utf8'))) {
      if (!text.startsWith('.')) {
        if (findPackageName(text) !== undefined) found.push(`${file} loads ${text}`);
        continue;
      }
      const target = resolveFile(join(dirname(file), text), file.endsWith('.d.ts') ? '.d.ts' : '.js');
      if (target.startsWith(`${other}/`)) found.push(`${file} loads ${text}, which imports cdktf`);
      else visit(target);
    }
  };
  visit(join(copy, 'index.js'));
  visit(join(copy, 'index.d.ts'));
  return found;
}

/** Replaces `cdktf` by `cdktn` in imports, in their compiled names, and in commands of comments. */
function replaceCore(text: string): string {
  let renamed = text;
  for (const { text: specifier, start } of findSpecifiers('copy.d.ts', text).reverse()) {
    const owner = findPackageName(specifier);
    const replacement = owner === undefined ? undefined : REPLACED[owner];
    // An import without a replacement is kept, and reported by findCoreImports().
    if (owner === undefined || typeof replacement !== 'string') continue;
    const end = start + specifier.length;
    renamed = renamed.slice(0, start) + replacement + specifier.slice(owner.length) + renamed.slice(end);
  }
  return renamed.replace(/\bcdktf_1\b/g, 'cdktn_1').replace(/`cdktf (?=[a-z])/g, '`cdktn ');
}

function findPackageName(specifier: string): string | undefined {
  return Object.keys(REPLACED).find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** All module specifiers of a file in order. `start` is the position after the opening quote. */
function findSpecifiers(file: string, text: string): { readonly text: string; readonly start: number }[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: { text: string; start: number }[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ text: node.text, start: node.getStart() + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isModuleDeclaration(node)) add(node.name);
    else if (ts.isCallExpression(node) && isImportCall(node)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.sort((a, b) => a.start - b.start);
}

/** `require(x)`, `require.resolve(x)` and `import(x)`. */
function isImportCall({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || ['require', 'require.resolve'].includes(expression.getText())
  );
}

function resolveFile(path: string, extension: string): string {
  const base = path.replace(/\.js$/, '');
  const found = [`${base}${extension}`, join(base, `index${extension}`), path].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  );
  if (!found) throw new Error(`${path} is imported by the copy for cdktn and does not exist`);
  return found;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
