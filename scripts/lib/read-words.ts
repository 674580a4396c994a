/** Finds comparisons, searches and regular expressions on the type `Words` of src/values/describe-cause.ts. */
import { join } from 'node:path';
import ts from 'typescript';

export interface ReadWords {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The expression, in one line. */
  readonly text: string;
}

const COMPARISONS = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
];

/** Methods of a string that read what it says. */
const READING = [
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'search', 'match', 'matchAll'],
  ...['replace', 'replaceAll', 'split', 'slice', 'substring', 'charAt', 'charCodeAt', 'codePointAt', 'at'],
  ...['localeCompare', 'normalize'],
];

/** Methods of a regular expression, an array, a set or a map that compare their argument. */
const COMPARING = ['test', 'exec', 'includes', 'indexOf', 'lastIndexOf', 'localeCompare'];

/** Checks the files of `src`, or the given ones, with the settings of the project. */
export function findReadWords(root: string, files?: readonly string[]): ReadWords[] {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  if (!config) throw new Error(`Cannot read tsconfig.json in ${root}`);
  const sources = join(root, 'src/');
  const names = files ?? config.fileNames.filter((name) => name.startsWith(sources));
  const program = ts.createProgram(names, config.options);
  const checker = program.getTypeChecker();
  const checked = new Set(names);
  return program.getSourceFiles().flatMap((file) => (checked.has(file.fileName) ? findInFile(file, checker) : []));
}

function findInFile(file: ts.SourceFile, checker: ts.TypeChecker): ReadWords[] {
  const found: ReadWords[] = [];
  const isWords = (node: ts.Node): boolean => hasWords(checker.getTypeAtLocation(node));
  const visit = (node: ts.Node): void => {
    if (readsWords(node, isWords)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ file: file.fileName, line, text: node.getText(file).replace(/\s+/g, ' ') });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function readsWords(node: ts.Node, isWords: (node: ts.Node) => boolean): boolean {
  if (ts.isBinaryExpression(node))
    return COMPARISONS.includes(node.operatorToken.kind) && (isWords(node.left) || isWords(node.right));
  if (ts.isSwitchStatement(node)) return isWords(node.expression);
  if (ts.isElementAccessExpression(node)) return isWords(node.expression) || isWords(node.argumentExpression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  if (READING.includes(name.text) && isWords(expression)) return true;
  return COMPARING.includes(name.text) && node.arguments.some(isWords);
}

/** `Words`, or a union with it. */
function hasWords(type: ts.Type): boolean {
  return type.aliasSymbol?.name === 'Words' || (type.isUnion() && type.types.some(hasWords));
}
