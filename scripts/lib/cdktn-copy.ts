/**
 * The second copy of the constructs, `lib/cdktn/`, for the community's continuation of CDKTF (terraform/rules section 9).
 * It is what the compiler made of the one source, with imports that name `cdktn`; `tsconfig.cdktn.json` has the compiler
 * check the same source against that core's types. Model and terraform know no core and are shared.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Where the two cores need different code, `<name>.cdktn.ts` beside `<name>.ts` takes its place in the copy, under the
 * name of the original; it has the same exports.
 */
const SUBSTITUTE = '.cdktn';

/** Packages that stand on the archived core, and what takes their place in the copy; null: nothing, it must not be used. */
const REPLACED: Readonly<Record<string, string | null>> = { cdktf: 'cdktn', '@cdktf': null };

/** Writes `lib/cdktn/` from `lib/constructs/`. Throws if something in it would still load the archived core. */
export function writeCdktnCopy(lib: string): void {
  const from = join(lib, 'constructs');
  const to = join(lib, 'cdktn');
  rmSync(to, { recursive: true, force: true });
  for (const file of filesBelow(from)) {
    const name = relative(from, file);
    if (isSubstitute(name)) continue;
    const source = [withSuffix(file), file].find((path) => existsSync(path)) as string;
    const target = join(to, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, nameCdktn(readFileSync(source, 'utf8')));
  }
  for (const file of filesBelow(from).filter(isSubstitute)) rmSync(file);
  const leaks = findCoreLeaks(to);
  if (leaks.length > 0) throw new Error(`The copy for cdktn would load the archived core:\n${leaks.join('\n')}`);
}

/**
 * What a copy would load that it must not, as `file loads module`: everything that can be reached from its index,
 * program and declarations, is followed, and neither `cdktf`, nor a package built on it, nor the other copy may be there.
 */
export function findCoreLeaks(copy: string): string[] {
  const other = join(dirname(copy), 'constructs');
  const seen = new Set<string>();
  const leaks: string[] = [];
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { text } of specifiersOf(file, readFileSync(file, 'utf8'))) {
      if (!text.startsWith('.')) {
        if (ownerOf(text) !== undefined) leaks.push(`${file} loads ${text}`);
        continue;
      }
      const target = resolveFile(join(dirname(file), text), file.endsWith('.d.ts') ? '.d.ts' : '.js');
      if (target.startsWith(`${other}/`)) leaks.push(`${file} loads ${text}, which stands on cdktf`);
      else visit(target);
    }
  };
  visit(join(copy, 'index.js'));
  visit(join(copy, 'index.d.ts'));
  return leaks;
}

/** The text with `cdktn` in the place of `cdktf`: in imports, in the names that the compiler gave them, in the CLI's name. */
function nameCdktn(text: string): string {
  let renamed = text;
  for (const { text: specifier, start } of specifiersOf('copy.d.ts', text).reverse()) {
    const owner = ownerOf(specifier);
    const replacement = owner === undefined ? undefined : REPLACED[owner];
    // What has no replacement stays, and is reported as a leak with the file that it stands in.
    if (owner === undefined || typeof replacement !== 'string') continue;
    const end = start + specifier.length;
    renamed = renamed.slice(0, start) + replacement + specifier.slice(owner.length) + renamed.slice(end);
  }
  return renamed.replace(/\bcdktf_1\b/g, 'cdktn_1').replace(/`cdktf (?=[a-z])/g, '`cdktn ');
}

function ownerOf(specifier: string): string | undefined {
  return Object.keys(REPLACED).find((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** Every module that a file names, in the order of the text; `start` is that of the name within its quotes. */
function specifiersOf(file: string, text: string): { readonly text: string; readonly start: number }[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: { text: string; start: number }[] = [];
  const add = (node: ts.Node | undefined): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ text: node.text, start: node.getStart() + 1 });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isModuleDeclaration(node)) add(node.name);
    else if (ts.isCallExpression(node) && loads(node)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.sort((a, b) => a.start - b.start);
}

/** `require(x)`, `require.resolve(x)` and `import(x)`. */
function loads({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || ['require', 'require.resolve'].includes(expression.getText())
  );
}

function resolveFile(path: string, extension: string): string {
  const base = path.replace(/\.js$/, '');
  const found = [`${base}${extension}`, join(base, `index${extension}`), path].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  );
  if (!found) throw new Error(`${path} is named in the copy for cdktn and does not exist`);
  return found;
}

function isSubstitute(name: string): boolean {
  return new RegExp(`\\${SUBSTITUTE}\\.(js|d\\.ts)$`).test(name);
}

function withSuffix(file: string): string {
  return file.replace(/\.(js|d\.ts)$/, `${SUBSTITUTE}.$1`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
