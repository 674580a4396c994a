/**
 * Finds code that reads the type `Words` of src/values/words.ts, or the message of an error or of a type of a library.
 */
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
  ts.SyntaxKind.InKeyword,
];

/** Methods of a string that read what it says. */
const READING = [
  ...['includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'search', 'match', 'matchAll'],
  ...['replace', 'replaceAll', 'split', 'slice', 'substring', 'charAt', 'charCodeAt', 'codePointAt', 'at'],
  ...['localeCompare', 'normalize'],
];

/** Methods of a list that compare its elements. */
const COMPARING_ELEMENTS = ['includes', 'indexOf', 'lastIndexOf'];

/** Methods of a list that compare its elements themselves if they get no function. */
const SORTING = ['sort', 'toSorted'];

/** Methods that compare their first argument: of a string, a regular expression, a list, a set or a map. */
const COMPARING = [...READING, 'test', 'exec', 'has', 'get', 'delete'];

/** Functions that compare their arguments, whole values with all their members. */
const COMPARING_WHOLE = ['distinct', 'stringifyKnown'];

/** Types of collections whose first type argument is compared when a member is looked up. */
const KEYED = ['Set', 'ReadonlySet', 'Map', 'ReadonlyMap'];

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
  const visit = (node: ts.Node): void => {
    if (readsWords(node, checker)) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ file: file.fileName, line, text: node.getText(file).replace(/\s+/g, ' ') });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function readsWords(node: ts.Node, checker: ts.TypeChecker): boolean {
  const isWords: IsWords = (expression) =>
    hasWords(checker.getTypeAtLocation(expression)) || isForeignMessage(expression, checker);
  if (ts.isBinaryExpression(node)) return comparesWords(node, isWords, checker);
  if (ts.isSwitchStatement(node) || ts.isComputedPropertyName(node)) return isWords(node.expression);
  if (ts.isElementAccessExpression(node)) return isWords(node.expression) || isWords(node.argumentExpression);
  if (ts.isNewExpression(node) && isKeyedByWords(checker.getTypeAtLocation(node), checker)) return true;
  if (!ts.isCallOrNewExpression(node)) return false;
  if (givesToReader(node, isWords, checker)) return true;
  return ts.isCallExpression(node) && (callsReader(node, isWords, checker) || comparesWhole(node, checker));
}

/**
 * Whether the call compares data of which a member has words: `distinct(messages)`, or `JSON.stringify(item)` in a
 * function or variable whose name begins with `key`.
 */
function comparesWhole(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const { expression } = call;
  const isKnown = ts.isIdentifier(expression)
    ? COMPARING_WHOLE.includes(expression.text)
    : ts.isPropertyAccessExpression(expression) &&
      (isIdentityMaker(expression, checker) || (isStringify(expression) && /^key/i.test(nameOfOwner(call))));
  return isKnown && call.arguments.some((argument) => containsWords(checker.getTypeAtLocation(argument), checker));
}

/** `identities.of`. */
function isIdentityMaker({ expression, name }: ts.PropertyAccessExpression, checker: ts.TypeChecker): boolean {
  return name.text === 'of' && checker.getTypeAtLocation(expression).symbol?.name === 'Identities';
}

function isStringify({ expression, name }: ts.PropertyAccessExpression): boolean {
  return name.text === 'stringify' && expression.getText() === 'JSON';
}

/** The name of the function or variable that the expression belongs to; empty for none. */
function nameOfOwner(node: ts.Node): string {
  for (let at: ts.Node = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isVariableDeclaration(at) || ts.isFunctionLike(at)) if (at.name) return at.name.getText();
  }
  return '';
}

/** Whether words are in the value, at any depth. Types of libraries have none of ours. */
function containsWords(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  if (hasWords(type)) return true;
  if (seen.has(type)) return false;
  seen.add(type);
  if (type.isUnionOrIntersection()) return type.types.some((each) => containsWords(each, checker, seen));
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker.getTypeArguments(type as ts.TypeReference).some((each) => containsWords(each, checker, seen));
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  return type.getProperties().some((member) => {
    const [declaration] = member.declarations ?? [];
    if (!declaration || declaration.getSourceFile().isDeclarationFile) return false;
    return containsWords(checker.getTypeOfSymbol(member), checker, seen);
  });
}

type IsWords = (expression: ts.Node) => boolean;

function comparesWords(
  { left, operatorToken, right }: ts.BinaryExpression,
  isWords: IsWords,
  checker: ts.TypeChecker,
): boolean {
  // A comparison with '', null or undefined only asks whether there are words.
  const isText = (expression: ts.Node): boolean => {
    const type = checker.getTypeAtLocation(expression);
    if (type.isStringLiteral() && type.value === '') return false;
    return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)) === 0;
  };
  if (!COMPARISONS.includes(operatorToken.kind)) return false;
  return (isWords(left) && isText(right)) || (isWords(right) && isText(left));
}

/** Whether the call is a method of words, or one that compares words. */
function callsReader(call: ts.CallExpression, isWords: IsWords, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression } = call.expression;
  const [first] = call.arguments;
  if (READING.includes(name.text) && isWords(expression)) return true;
  if (first && COMPARING.includes(name.text) && isWords(first)) return true;
  const receiver = checker.getTypeAtLocation(expression);
  if (isKeyedByWords(receiver, checker)) return true;
  const element = checker.getIndexTypeOfType(receiver, ts.IndexKind.Number);
  if (!element || !hasWords(element)) return false;
  return COMPARING_ELEMENTS.includes(name.text) || (SORTING.includes(name.text) && first === undefined);
}

/** Whether words are given to a function of ours that takes any string and returns another type, as `parse(words)`. */
function givesToReader(call: ts.CallExpression | ts.NewExpression, isWords: IsWords, checker: ts.TypeChecker): boolean {
  const signature = checker.getResolvedSignature(call);
  const { declaration, parameters = [] } = signature ?? {};
  if (!signature || !declaration || declaration.getSourceFile().isDeclarationFile) return false;
  const result = checker.getReturnTypeOfSignature(signature);
  if ((result.flags & (ts.TypeFlags.String | ts.TypeFlags.Void | ts.TypeFlags.Never)) !== 0 || hasWords(result))
    return false;
  return (call.arguments ?? []).some((argument, index) => {
    const parameter = parameters[index];
    return parameter && isString(checker.getTypeOfSymbol(parameter)) && isWords(argument);
  });
}

function isString(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.String) !== 0 || (type.isUnion() && !hasWords(type) && type.types.some(isString));
}

/** `Words`, or a union with it. */
function hasWords(type: ts.Type): boolean {
  return type.aliasSymbol?.name === 'Words' || (type.isUnion() && type.types.some(hasWords));
}

function isKeyedByWords(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!KEYED.includes(type.symbol?.name)) return false;
  const [key] = checker.getTypeArguments(type as ts.TypeReference);
  return key !== undefined && hasWords(key);
}

/**
 * A member `message` that a declaration file has: of an Error, and of types of libraries. It is not followed into a
 * variable with its own declaration: `const text = error.message`.
 */
function isForeignMessage(node: ts.Node, checker: ts.TypeChecker): boolean {
  const [declaration] = messageOf(node, checker)?.declarations ?? [];
  return declaration?.getSourceFile().isDeclarationFile ?? false;
}

/**
 * The member, if the expression is `error.message`, or a variable that was made of it as `const { message } = error`.
 */
function messageOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  const [declaration] = symbol?.declarations ?? [];
  if (!declaration || !ts.isBindingElement(declaration)) return symbol?.name === 'message' ? symbol : undefined;
  const name = declaration.propertyName ?? declaration.name;
  if (name.getText() !== 'message') return undefined;
  return checker.getTypeAtLocation(declaration.parent).getProperty('message');
}
