/**
 * Renders the page of the patterns from the declarations and doc comments of their sources: the classes, interfaces,
 * functions and type aliases that the index exports. Constants, setters, and private, protected and overriding members
 * have no entry.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { code, page, table } from './markdown';
import type { Page } from './pages';

const index = join(__dirname, '../../../src/constructs/patterns/index.ts');

type Declared = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.FunctionDeclaration | ts.TypeAliasDeclaration;

interface Export {
  readonly name: string;
  readonly node: Declared;
  readonly source: ts.SourceFile;
}

export function patternsPage(): Page {
  const exported = exportsOf(index).sort((a, b) => (a.name < b.name ? -1 : 1));
  const of = (kind: ts.SyntaxKind): Export[] => exported.filter(({ node }) => node.kind === kind);
  const about =
    'Constructs, aspects, conditions and lists of networks that combine the constructs of single resources.';
  return {
    file: 'patterns.md',
    title: 'Patterns',
    about,
    text: page(
      '# Patterns',
      `${about} See the [guide](../guides/patterns.md) for their use, [which construct to take](../guides/which-construct.md), and [API.md](../../API.md) for all other exports.`,
      '## Constructs and aspects',
      ...of(ts.SyntaxKind.ClassDeclaration).map(section),
      '## Functions',
      ...of(ts.SyntaxKind.FunctionDeclaration).map(section),
      '## Properties and types',
      ...[...of(ts.SyntaxKind.InterfaceDeclaration), ...of(ts.SyntaxKind.TypeAliasDeclaration)].map(section),
    ),
    // Constructs of TypeScript are not a part of the provider.
    documents: [],
  };
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
}

function exportsOf(file: string): Export[] {
  return parse(file).statements.flatMap((statement): Export[] => {
    if (!ts.isExportDeclaration(statement)) return [];
    const path = `${join(dirname(file), (statement.moduleSpecifier as ts.StringLiteral).text)}.ts`;
    if (!existsSync(path)) throw new Error(`${path} does not exist, but the index of the patterns exports from it`);
    const source = parse(path);
    const declared = source.statements
      .filter(isExported)
      .map((node) => ({ name: node.name?.text ?? '', node, source }));
    const { exportClause } = statement;
    // `export *`
    if (!exportClause || !ts.isNamedExports(exportClause)) return declared;
    return exportClause.elements.map(({ name: { text: wanted } }) => {
      const found = declared.find(({ name }) => name === wanted);
      if (!found) throw new Error(`${path} exports no ${wanted}`);
      return found;
    });
  });
}

function isExported(statement: ts.Statement): statement is Declared {
  const isDeclared =
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclared && (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function section({ name, node, source }: Export): string {
  return [`### ${name}`, docOf(node), ...bodyOf(node, source)].filter((part) => part !== '').join('\n\n');
}

function bodyOf(node: Declared, source: ts.SourceFile): string[] {
  if (ts.isTypeAliasDeclaration(node)) return [`Type: ${code(oneLine(node.type.getText(source)))}`];
  if (ts.isFunctionDeclaration(node)) return [code(signature(node, source))];
  const parents = (node.heritageClauses ?? []).map(({ token, types }) => {
    const verb = token === ts.SyntaxKind.ExtendsKeyword ? 'extends' : 'implements';
    return `${verb} ${types.map((type) => code(type.getText(source))).join(', ')}`;
  });
  const members = (node.members as ts.NodeArray<ts.ClassElement | ts.TypeElement>).filter(isDocumented);
  const rows = members.map((member) => [code(signature(member, source)), docOf(member), defaultOf(member)]);
  const withDefaults = rows.some(([, , fallback]) => fallback !== '');
  const head = ['Member', 'Description', ...(withDefaults ? ['Default'] : [])];
  return [
    parents.length > 0 ? `${capital(parents.join(', '))}.` : '',
    table(
      head,
      rows.map((row) => row.slice(0, head.length)),
    ),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isDocumented(member: ts.ClassElement | ts.TypeElement): boolean {
  if (member.name && ts.isPrivateIdentifier(member.name)) return false;
  const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.OverrideKeyword];
  return !modifiers.some(({ kind }) => hidden.includes(kind)) && !ts.isSetAccessorDeclaration(member);
}

/**
 * Returns the declaration without body, initializer and comments: `export function f(a: A,): B {` ->
 * `function f(a: A): B`.
 */
function signature(member: ts.Node, source: ts.SourceFile): string {
  const body = (member as { readonly body?: ts.Node }).body;
  const initializer = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
  const end = body?.getStart(source) ?? initializer?.getStart(source) ?? member.end;
  const text = oneLine(source.text.slice(member.getStart(source), end));
  return text
    .replace(/^export /, '')
    .replace(/^readonly /, '')
    .replace(/[=;\s]+$/, '');
}

/** Joins the lines of formatted code: `{\n  a: A,\n}` -> `{ a: A }`, `(\n  a,\n)` -> `(a)`. */
function oneLine(text: string): string {
  return text
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/,? ([)}])/g, ' $1')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim();
}

function docOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return prose(ts.getTextOfJSDocComment(comment?.comment) ?? '');
}

function defaultOf(node: ts.Node): string {
  // A description of a default instead of a value begins with a hyphen: `@default - none`.
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default');
  return prose(ts.getTextOfJSDocComment(tag?.comment) ?? '').replace(/^- /, '');
}

function prose(text: string): string {
  return text.replace(/\{@link (\w+)\.?(\w*)\}/g, (_, name: string, member: string) =>
    code(member ? `${name}.${member}` : name),
  );
}
