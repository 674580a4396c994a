/** Checks which folder imports which, at the top and inside the emulator, that there is no import cycle, type-only imports included, and which files touch the process. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

const src = join(__dirname, '..', 'src');

/**
 * Folder: what it may import, beside itself. `type:` allows types only, `lazy:` dynamic imports only. A folder inside a
 * folder may be named alone: `terraform/configuration` is pure, the rest of `terraform` is not.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  values: ['model'],
  terraform: ['model'],
  client: ['model'],
  events: ['model'],
  report: ['model'],
  access: ['model', 'values', 'type:terraform'],
  provider: ['model', 'values', 'type:client', 'type:access', 'lazy:access'],
  plugin: ['provider', 'values', 'model', 'client'],
  constructs: ['model', 'terraform', 'type:access', 'lazy:access'],
  account: ['model', 'client', 'terraform'],
  graph: ['model', 'report', 'terraform/configuration'],
  drift: ['model', 'access', 'events', 'graph', 'report', 'terraform/configuration'],
  adopt: ['model', 'events'],
  moves: ['model', 'adopt', 'type:terraform', 'terraform/configuration'],
  emulator: ['model', 'type:access', 'lazy:access'],
  cli: [
    'model',
    'terraform',
    'client',
    'events',
    'access',
    'constructs',
    'account',
    'graph',
    'drift',
    'adopt',
    'moves',
    'report',
    'preview',
    'sandbox',
    'type:emulator',
    'lazy:emulator',
  ],
  sandbox: ['plugin', 'provider', 'values', 'client', 'model', 'emulator', 'terraform'],
  preview: [
    'model',
    'values',
    'access',
    'events',
    'account',
    'emulator',
    'terraform',
    'graph',
    'moves',
    'report',
    'sandbox',
  ],
  testing: [
    'model',
    'values',
    'access',
    'terraform',
    'client',
    'events',
    'account',
    'graph',
    'provider',
    'plugin',
    'emulator',
    'sandbox',
    'preview',
  ],
  '': ['constructs'],
};

/**
 * The folders inside a top folder, as floors: a folder imports only from folders that follow it, types and dynamic
 * imports included. The first is the top folder itself.
 */
const floors: Readonly<Record<string, readonly string[]>> = {
  drift: ['', 'formats', 'formats/page/generated', 'report', 'attribution', 'compare'],
  emulator: [
    '',
    'control',
    'control/web-ui',
    'control/web-ui/generated',
    'control/snapshot',
    'http',
    'service/objects',
    'service/kinds',
    'service/state',
    'events',
    'crypto',
  ],
};

/**
 * The only files that may touch the process, standard output and exit codes; `process.platform` is free. The last three
 * only read: no main program of ours hands the testing kit what it needs to know, and the lock of a state file names its
 * process, in a user's program too.
 */
const mayTouchProcess = [
  'cli/main.ts',
  'plugin/serve.ts',
  'testing/process-env.ts',
  'emulator/control/snapshot/lock.ts',
  'constructs/synth-environment.ts',
];

/** Packages that only one folder may use. */
const owned: Readonly<Record<string, string>> = { protobufjs: 'plugin' };

interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: 'runtime' | 'type' | 'lazy';
}

const problems: string[] = [];
const files = filesBelow(src);
const imports = files.flatMap(importsOf);
for (const each of imports) {
  checkFolder(each);
  checkFloor(each);
}
for (const file of files) checkProcess(file);
checkCycles();
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : []));
}

function shown(file: string): string {
  return relative(src, file).split(sep).join('/');
}

function folderOf(file: string): string {
  const name = shown(file);
  return name.includes('/') ? (name.split('/')[0] as string) : '';
}

function importsOf(from: string): Import[] {
  const tree = ts.createSourceFile(from, readFileSync(from, 'utf8'), ts.ScriptTarget.ES2022, true);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, kind: Import['kind']): void => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return;
    const to = specifier.text.startsWith('.') ? resolveFile(join(dirname(from), specifier.text)) : specifier.text;
    found.push({ from, to, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause) ? 'type' : 'runtime');
    else if (ts.isExportDeclaration(node))
      add(node.moduleSpecifier, node.isTypeOnly || allTypes(node.exportClause) ? 'type' : 'runtime');
    else if (
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword || node.expression.getText() === 'require')
    ) {
      add(node.arguments[0], 'lazy');
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  return clause.isTypeOnly || (!clause.name && allTypes(clause.namedBindings));
}

function allTypes(bindings: ts.Node | undefined): boolean {
  if (!bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return false;
  return bindings.elements.length > 0 && bindings.elements.every(({ isTypeOnly: each }) => each);
}

function resolveFile(path: string): string {
  const base = path.replace(/\.js$/, '');
  const found = [`${base}.ts`, join(base, 'index.ts'), path].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  );
  if (!found) throw new Error(`${path} is imported and does not exist`);
  return found;
}

function checkFolder({ from, to, kind }: Import): void {
  const folder = folderOf(from);
  if (!to.startsWith(src)) {
    const owner = Object.entries(owned).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1];
    if (owner && owner !== folder) problems.push(`${shown(from)} imports ${to}, which only ${owner}/ may`);
    return;
  }
  const target = folderOf(to);
  const rules = allowed[folder];
  if (!rules) problems.push(`${shown(from)} is in a folder that the design does not name`);
  if (target === folder || rules?.some((rule) => rule === target || shown(to).startsWith(`${rule}/`))) return;
  if (rules?.includes(`${kind}:${target}`)) return;
  problems.push(
    `${shown(from)} imports ${shown(to)}; ${folder || 'src'}/ may import ${rules?.join(', ') || 'nothing of ours'}`,
  );
}

function checkFloor({ from, to }: Import): void {
  const folder = folderOf(from);
  const order = floors[folder];
  if (!order || !to.startsWith(src) || folderOf(to) !== folder) return;
  const [own, imported] = [from, to].map((file) => shown(dirname(file)).slice(folder.length + 1));
  const [above, below] = [own, imported].map((name) => order.indexOf(name ?? ''));
  if (above === -1 || below === -1) problems.push(`${shown(from)} imports ${shown(to)}; one folder has no floor`);
  else if ((above ?? 0) > (below ?? 0))
    problems.push(`${shown(from)} imports ${shown(to)}; ${own} is below ${imported || folder}`);
}

function checkProcess(file: string): void {
  if (mayTouchProcess.includes(shown(file))) return;
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && touchesGlobal(node)) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
      problems.push(`${shown(file)}:${line + 1} touches the global ${node.expression.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

/** Whether it is a member of the global `process` or `console`; one that was handed in as a parameter is fine. */
function touchesGlobal({ expression, name }: ts.PropertyAccessExpression): boolean {
  if (!ts.isIdentifier(expression) || !['process', 'console'].includes(expression.text)) return false;
  return !(expression.text === 'process' && name.text === 'platform') && !isParameter(expression);
}

/** Whether the name stands for something that was handed in, and not for the global. */
function isParameter(identifier: ts.Identifier): boolean {
  const binds = (name: ts.BindingName): boolean =>
    ts.isIdentifier(name)
      ? name.text === identifier.text
      : name.elements.some((element) => ts.isBindingElement(element) && binds(element.name));
  for (let node: ts.Node = identifier; node; node = node.parent) {
    if (ts.isFunctionLike(node) && node.parameters.some(({ name }) => binds(name))) return true;
    if (ts.isBlock(node) && node.statements.some((statement) => declares(statement, binds))) return true;
  }
  return false;
}

function declares(statement: ts.Statement, binds: (name: ts.BindingName) => boolean): boolean {
  return ts.isVariableStatement(statement) && statement.declarationList.declarations.some(({ name }) => binds(name));
}

/**
 * Depth first over all imports but lazy ones. Type-only imports count: two files that need each other's types are one
 * concept, or lack a third file.
 */
function checkCycles(): void {
  const graph = new Map<string, string[]>();
  for (const { from, to, kind } of imports) {
    if (kind !== 'lazy' && to.startsWith(src)) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      problems.push(`cycle: ${[...path.slice(path.indexOf(file)), file].map(shown).join(' > ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
}
