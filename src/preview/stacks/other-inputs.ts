/**
 * Finds what a configuration reads that its copy, or a later deployment, may see differently. It names too much rather
 * than too little: a path is equal in both only if it is certainly one of a copied file. Pure.
 */
import { LOCK_FILE } from '../../terraform/lock-file';
import { isOriginalOnly } from './copy-folder';
import { findCalls, listExpressionSources, readLiteralPath, readTemplatePath } from './expression-texts';
import { OVERRIDE_FILE, WORKSPACES } from './prepare-stack';

/** Returns sentences. `templates`: the texts of the files that `templatefile` may read. */
export function findOtherInputs(texts: readonly string[], templates: readonly string[]): string[] {
  // In JSON the name of the block is not in the string with the expression.
  const hasCondition = texts.some((text) => /\b(pre|post)condition\b/.test(text));
  const find = [findPaths, findFolders, (source: string) => findValues(source, hasCondition), findTemplates];
  return [...new Set(listExpressions(texts, templates).flatMap((source) => find.flatMap((each) => each(source))))];
}

/**
 * Whether the configuration calls `timestamp`, `uuid` or `bcrypt`. Terraform does not know their values while planning,
 * so the plan shows what depends on them.
 */
export function callsCreatingFunctions(texts: readonly string[], templates: readonly string[]): boolean {
  return listExpressions(texts, templates).some((source) => findCreatingCalls(source).length > 0);
}

function listExpressions(texts: readonly string[], templates: readonly string[]): string[] {
  return [...texts.flatMap(listExpressionSources), ...templates.filter((text) => /[$%]\{/.test(text))];
}

/** CEL has a `timestamp` with an argument. */
function findCreatingCalls(source: string): string[] {
  return findCalls(source, ['timestamp', 'uuid', 'bcrypt'])
    .filter(({ name, args }) => name === 'bcrypt' || args.length === 0)
    .map(({ name }) => name);
}

/** `plantimestamp`; with a condition also `timestamp`, `uuid` and `bcrypt`, because the apply evaluates it again. */
function findValues(source: string, hasCondition: boolean): string[] {
  const names = [
    ...findCalls(source, ['plantimestamp']).map(({ name }) => name),
    ...(hasCondition ? findCreatingCalls(source) : []),
  ];
  return names.map((name) => `${name}() has another value in the deployment. Give the value as a variable.`);
}

/** The text of a template is not read if its path may be anywhere, see `readTemplateTexts`. */
function findTemplates(source: string): string[] {
  const computed = findCalls(source, ['templatefile']).filter(
    ({ args: [path = ''] }) => readTemplatePath(path) === undefined,
  );
  return [
    ...computed.map(
      () =>
        `templatefile() has a computed path, so what the template uses is not known. Write a literal folder, and compute the name with basename(), such as "\${path.module}/rules/\${basename(each.key)}.tpl".`,
    ),
    ...findCalls(source, ['templatestring']).map(
      () => 'templatestring() has a computed template, so what it uses is not known. Use templatefile.',
    ),
  ];
}

/** Functions that fail without their file, which `try` and `can` hide. */
const FILE_FUNCTIONS = [
  'file',
  'filebase64',
  'filebase64sha256',
  'filebase64sha512',
  'filemd5',
  'filesha1',
  'filesha256',
  'filesha512',
  'templatefile',
];

function findPaths(source: string): string[] {
  const tried = findCalls(source, ['try', 'can']).flatMap(({ start, end }) =>
    findCalls(source.slice(start, end), FILE_FUNCTIONS).map(({ name, args }) => ({ name, path: args.slice(0, 1) })),
  );
  const existing = findCalls(source, ['fileexists', 'fileset']).map(({ name, args }) => ({ name, path: args }));
  return [...existing, ...tried]
    .filter(({ path }) => !isCopied(path))
    .map(
      ({ name }) =>
        `${name}() may find other files in the copy, because its path is computed or names files that are not copied. Write a literal path, such as "\${path.module}/rules.json".`,
    );
}

/** The copy of a folder has another path. Functions that read a file find its copy. */
function findFolders(source: string): string[] {
  let others = source;
  for (const { start, args } of findCalls(source, [...FILE_FUNCTIONS, 'fileexists', 'fileset'])) {
    const at = source.indexOf(args[0] ?? '', start);
    const length = args[0]?.length ?? 0;
    others = others.slice(0, at) + ' '.repeat(length) + others.slice(at + length);
  }
  const found = [
    ...(/(?<![.\w-])path\s*\.\s*cwd\b/.test(others) ? ['path.cwd'] : []),
    ...findCalls(others, ['abspath', 'pathexpand']).map(({ name }) => `${name}()`),
  ];
  return found.map(
    (name) =>
      `${name} depends on the folder or machine where Terraform runs. Use path.module or path.root, or give the value as a variable.`,
  );
}

/** `args`: a path, or a folder and a pattern as `fileset` has them. */
function isCopied(args: readonly string[]): boolean {
  const parts = args.map(readLiteralPath);
  if (parts.length === 0 || parts.includes(undefined)) return false;
  const steps = parts
    .join('/')
    .split('/')
    .filter((step) => step !== '' && step !== '.');
  const below = steps.filter((step) => step !== '..');
  const [first] = below;
  if (first !== undefined && args.length > 1 && mayMatchUncopied(first)) return false;
  // Whether `**` follows the links to files above the folder is not known.
  return !below.some(isUncopied) && !(steps.includes('..') && below.includes('**'));
}

/** What Terraform and the preview write to the copy. The plans have their names in `run-stacks.ts`. */
const WRITTEN: readonly string[] = [OVERRIDE_FILE, WORKSPACES, LOCK_FILE, 'plan.bin', 'next.bin'];

function isUncopied(name: string): boolean {
  return isOriginalOnly(name) || WRITTEN.includes(name);
}

const UNCOPIED_EXAMPLES = [
  ...WRITTEN,
  '.terraform',
  '.git',
  'node_modules',
  'terraform.tfstate',
  'terraform.tfstate.d',
  'terraform.tfstate.backup',
  'crash.log',
];

/** Whether a step of a pattern may match a name that is not copied or is {@link WRITTEN}, such as `*.json`. */
function mayMatchUncopied(pattern: string): boolean {
  const [wildcard] = /[*?[{]/.exec(pattern) ?? [];
  if (wildcard === undefined) return false;
  // Any file may be a state: `prod.tfstate`.
  if (/[*?\]}]$/.test(pattern) || isOriginalOnly(pattern.replace(/[*?[\]{},]/g, 'x'))) return true;
  if (/[[{]/.test(pattern)) return true;
  const expression = pattern
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return UNCOPIED_EXAMPLES.some((name) => new RegExp(`^${expression}$`).test(name));
}
