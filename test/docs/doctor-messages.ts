/**
 * Reads from the sources of `netingress doctor` what its lines other than `ok` say. Called by troubleshooting.test.ts.
 * Not found: messages that a check has from elsewhere, such as that of an error, or of a state of another account.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './documents';

const FOLDER = join(root, 'src/doctor');

/** Modules of which a check passes on all messages, wherever they are in the source. */
const OTHERS = ['src/doctor/cdktf-cli.ts', 'src/terraform/npm-package.ts'];

/** Finds what an entry of `--accounts` names and lacks. A check passes on the first argument of its `missing()`. */
const MISSING_SOURCES = join(root, 'src/command/fleet/missing-sources.ts');

/** The functions that make a message, and which of their arguments it is. */
const MAKERS = new Map([
  ['failed', 1],
  ['missing', 0],
]);

/**
 * Texts of {@link OTHERS} that are no line of `doctor`: messages that no check shows, and reasons that are appended to
 * a message.
 */
const NOT_CHECKED = /^(Run |Cannot find|its package )|package\.json| did not start$/;

/** Returns each message once, with `…` for every value. */
export function doctorMessages(): string[] {
  // src/doctor/check.ts defines what a line is, and has none of its own.
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== 'check.ts');
  const files = [...names.map((name) => join(FOLDER, name)), MISSING_SOURCES];
  const own = files.flatMap((file) => messagesOf(parse(file)));
  const others = OTHERS.flatMap((path) => literalsIn(parse(join(root, path))));
  // Codes and names, such as `cdktf`, are no messages: a message has a blank and a word.
  const messages = [...own, ...others.filter((text) => !NOT_CHECKED.test(text))].filter(
    (text) => /[a-z]{3}/.test(text) && text.includes(' '),
  );
  return [...new Set(messages)].sort();
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
}

function messagesOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const maker = ts.isCallExpression(node) ? MAKERS.get(node.expression.getText()) : undefined;
    if (ts.isCallExpression(node) && maker !== undefined) found.push(...textsOf(node.arguments[maker]));
    if (ts.isObjectLiteralExpression(node) && isNotOk(node)) found.push(...textsOf(propertyOf(node, 'found')));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isNotOk(node: ts.ObjectLiteralExpression): boolean {
  return textsOf(propertyOf(node, 'status')).some((text) => ['failed', 'warning', 'skipped'].includes(text));
}

/** Of a shorthand, the name: `status` in `{ status }`. */
function propertyOf(node: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  const property = node.properties.find((each) => each.name?.getText() === name);
  if (property === undefined) return undefined;
  return ts.isPropertyAssignment(property) ? property.initializer : property.name;
}

/**
 * The texts of an expression; of a name, those of the constant with this name in a block around it. Empty if there is
 * none.
 */
function textsOf(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (!ts.isIdentifier(node)) return literalsIn(node);
  for (let around: ts.Node = node; around.parent !== undefined; around = around.parent) {
    if (!ts.isBlock(around.parent)) continue;
    for (const statement of around.parent.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const constant = statement.declarationList.declarations.find((each) => each.name.getText() === node.text);
      if (constant?.initializer !== undefined) return literalsIn(constant.initializer);
    }
  }
  return [];
}

/**
 * The string literals and templates in a node: `a ${b} c` -> `a … c`. Literals within the `${}` of a template are
 * omitted.
 */
function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}
