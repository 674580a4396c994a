/** All defects of a file are in one source, and a switch selects those that are active. */
import ts from 'typescript';

export const OPERATORS = ['negated condition', 'removed statement', 'boundary', 'constant', 'removed element'] as const;
type Operator = (typeof OPERATORS)[number];

/** A place that a defect changes. `line` and `column` find it again after a move to another file. */
export interface Site {
  readonly file: string;
  readonly operator: Operator;
  /** The text of the line without its indentation, and where in this text the place begins. */
  readonly line: string;
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Writes the code of a place with the defect in it; `active` is the expression that is true if the defect is active.
 */
type Writer = (active: string) => string;

interface Found {
  readonly operator: Operator;
  readonly node: ts.Node;
  readonly write: Writer;
}

export function listSites(file: string, text: string): Site[] {
  const source = parse(file, text);
  return findAll(source).map(({ operator, node }) => {
    const start = node.getStart(source);
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const to = text.indexOf('\n', start);
    const line = text.slice(from, to < 0 ? undefined : to);
    const indentation = line.length - line.trimStart().length;
    return { file, operator, line: line.trim(), column: start - from - indentation, start, end: node.end };
  });
}

/**
 * Puts the defects of these sites of one file into its text. Sites may not overlap. `module` is the file that exports
 * the switch: a function that returns whether the defect of a number is active.
 */
export function applyMutants(text: string, sites: readonly (Site & { readonly id: number })[], module: string): string {
  const source = parse(sites[0]?.file ?? '', text);
  const found = findAll(source);
  let result = text;
  for (const { id, operator, start, end } of [...sites].sort((a, b) => b.start - a.start)) {
    const match = found.find(
      ({ node, ...each }) => each.operator === operator && node.getStart(source) === start && node.end === end,
    );
    if (!match) throw new Error(`There is no ${operator} at ${start}`);
    const active = `(globalThis.isMutant ??= require(${JSON.stringify(module)}))(${id})`;
    result = `${result.slice(0, start)}${match.write(active)}${result.slice(end)}`;
  }
  // The checks of types would refuse most defects.
  return `// @ts-nocheck\n${result}`;
}

function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

function findAll(source: ts.SourceFile): Found[] {
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    // Types and what names a module have no defects.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || ts.isExportDeclaration(node)) return;
    found.push(...findAt(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const BOUNDARIES: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
]);

function findAt(node: ts.Node): Found[] {
  if (ts.isIfStatement(node)) return [negated(node.expression)];
  if (ts.isConditionalExpression(node)) return [negated(node.condition)];
  if (isRemovable(node)) {
    // In a block, since `else` would belong to the `if` that is added.
    return [{ operator: 'removed statement', node, write: (active) => `{ if (!${active}) ${node.getText()} }` }];
  }
  if (ts.isBinaryExpression(node)) {
    const other = BOUNDARIES.get(node.operatorToken.kind);
    if (other === undefined) return [];
    const [left, right] = [node.left.getText(), node.right.getText()];
    return [either('boundary', node, `${left} ${other} ${right}`)];
  }
  if (ts.isArrayLiteralExpression(node) && !isAssigned(node))
    return node.elements
      .filter((element) => !ts.isSpreadElement(element) && !ts.isOmittedExpression(element))
      .map((element) => ({
        operator: 'removed element',
        node: element,
        // The table keeps its type, by which other files read it.
        write: (active) => `...(${active} ? ([] as never) : ([${element.getText()}] as const))`,
      }));
  const constant = otherConstant(node);
  return constant === undefined ? [] : [either('constant', node, constant)];
}

function negated(node: ts.Expression): Found {
  return either('negated condition', node, `!(${node.getText()})`);
}

function either(operator: Operator, node: ts.Node, other: string): Found {
  return { operator, node, write: (active) => `(${active} ? ((${other}) as never) : ${node.getText()})` };
}

function isRemovable(node: ts.Node): boolean {
  if (ts.isThrowStatement(node)) return true;
  if (!ts.isExpressionStatement(node) || ts.isStringLiteral(node.expression)) return false;
  return !(ts.isCallExpression(node.expression) && node.expression.expression.kind === ts.SyntaxKind.SuperKeyword);
}

function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  return (
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && parent.left === node
  );
}

function otherConstant(node: ts.Node): string | undefined {
  if ((node.parent as { readonly name?: ts.Node } | undefined)?.name === node) return undefined;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  if (ts.isNumericLiteral(node)) return `${node.text} + 1`;
  // A string with a space is taken for a text for people, and what is loaded has to be there.
  if (!ts.isStringLiteral(node) || node.text.includes(' ') || isLoaded(node)) return undefined;
  // A statement that is a string is a directive, such as 'use strict'.
  return ts.isExpressionStatement(node.parent) ? undefined : "'mutant'";
}

function isLoaded({ parent }: ts.Node): boolean {
  if (!ts.isCallExpression(parent)) return false;
  const { kind } = parent.expression;
  return kind === ts.SyntaxKind.ImportKeyword || parent.expression.getText() === 'require';
}
