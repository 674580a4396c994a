/**
 * Checks shell lines in documents: the shell can parse them, every program is known, `netingress` accepts its command
 * line, and the commands of terraform, tofu, cdktf and npm exist. Options of programs other than `netingress` are not
 * checked.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { createProgram } from '../../src/cli/program';
import type { CliContext } from '../../src/command/context';
import { npmPackageName, PLATFORMS } from '../../src/terraform/platforms';
import { root } from './documents';
import type { Block, Document } from './markdown';
import { shellCommands } from './shell-words';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: object;
  readonly devDependencies: object;
  readonly peerDependencies: object;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** Packages that documents may install or run with npx: this package, its dependencies, and a few others. */
const packages = new Set([
  'netingress',
  'cdktn-cli',
  'vitest',
  ...PLATFORMS.map(npmPackageName),
  ...Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies }),
]);

/** Programs that documents may use, besides those of {@link CHECKS}. */
const PROGRAMS = new Set(
  '. .venv/bin/pip .venv/bin/python [ aws bash cat cd chmod cp curl cut date diff duckdb echo env exit export gh git go gpg grep head jq kill kubectl ls mkdir mktemp mv openssl pip printf python python3 read rm sed set sh sleep spark-sql ssh ssh-keygen tail tee test trap true umask wait'.split(
    ' ',
  ),
);

const TERRAFORM =
  'apply console destroy fmt force-unlock get graph import init login metadata output plan providers query refresh show state taint test untaint validate version workspace';
const CDKTF = 'apply convert deploy destroy diff get init list output plan provider synth watch';
const NPM =
  'audit ci config deprecate exec init install outdated pack pkg publish run start test uninstall update version view';

type Check = (words: readonly string[]) => Promise<string | undefined> | string | undefined;

/** Programs whose arguments are checked; those of `tsc` may be any, like those of {@link PROGRAMS}. */
const CHECKS: Readonly<Record<string, Check>> = {
  netingress: checkNetingress,
  cdktf: oneOf('cdktf', CDKTF),
  cdktn: oneOf('cdktn', CDKTF),
  terraform: oneOf('terraform', TERRAFORM),
  tofu: oneOf('tofu', TERRAFORM),
  npm: checkNpm,
  npx: (words) =>
    checkCommand(
      words.filter((word, at) => at > 0 || !['--yes', '-y'].includes(word)),
      true,
    ),
  jest: checkPaths,
  tsx: checkPaths,
  node: checkPaths,
  biome: checkPaths,
  tsc: () => undefined,
};

export async function shellProblems(blocks: readonly Block[]): Promise<string[]> {
  const problems: string[] = [];
  for (const block of blocks) {
    const code = withoutPlaceholders(block.code);
    const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' });
    if (status !== 0) problems.push(`${block.document}:${block.line}: the shell cannot read this: ${stderr.trim()}`);
    for (const { line, words } of shellCommands(code)) {
      const problem = await checkCommand(words, false);
      if (problem !== undefined) problems.push(`${block.document}:${block.line + 1 + line}: ${problem}`);
    }
  }
  return problems;
}

/** Checks commands of this package, npm and npx in backticks; those with `…`, `<`, `[` or `|` are skipped. */
export async function quotedCommandProblems(documents: readonly Document[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, quoted } of documents) {
    for (const { line, text } of quoted) {
      if (!/^(netingress|npx|npm) [a-z-]/.test(text) || /[…<[|]/.test(text)) continue;
      for (const { words } of shellCommands(text)) {
        const problem = await checkCommand(words, false);
        if (problem !== undefined) problems.push(`${path}:${line}: ${problem}`);
      }
    }
  }
  return problems;
}

/** The code with a word in place of each placeholder: `--id <policy id>` -> `--id PLACEHOLDER`. */
const withoutPlaceholders = (code: string): string => code.replace(/<[a-z][\w -]*>/g, 'PLACEHOLDER');

async function checkCommand([program = '', ...words]: readonly string[], byNpx: boolean): Promise<string | undefined> {
  const name = byNpx ? withoutVersion(program) : program;
  // The file that `npm pack` makes of this package.
  const isPacked = byNpx && /^\.\/netingress-[\d.]+\.tgz$/.test(name);
  const check = isPacked ? checkNetingress : CHECKS[name];
  if (check) return check(words);
  if (byNpx && packages.has(name)) return undefined;
  if (!byNpx && (PROGRAMS.has(name) || /^\.{0,2}\//.test(name) || name.startsWith('$'))) return undefined;
  return `unknown program '${name}'; correct it, or add it to ${byNpx ? 'packages' : 'PROGRAMS'} in test/docs/check-shell.ts`;
}

/** `@netingress/provider-linux-amd64@0.1.0` -> `@netingress/provider-linux-amd64`. */
const withoutVersion = (name: string): string => name.replace(/(?<=.)@[^/]*$/, '');

function oneOf(program: string, commands: string): Check {
  const known = commands.split(' ');
  return (words) => {
    const command = words.find((word) => !word.startsWith('-'));
    if (command === undefined) return words.length > 0 ? undefined : `${program} has no command`;
    return known.includes(command) ? undefined : `${program} has no command '${command}'`;
  };
}

function checkNpm([command = '', ...words]: readonly string[]): string | undefined {
  if (!NPM.split(' ').includes(command)) return `npm has no command '${command}' that documents use`;
  const named = words.filter((word) => !word.startsWith('-'));
  if (command === 'run' && !Object.hasOwn(manifest.scripts, named[0] ?? ''))
    return `package.json has no script '${named[0] ?? ''}'; it has ${Object.keys(manifest.scripts).join(', ')}`;
  if (command !== 'install' && command !== 'uninstall') return undefined;
  const unknown = named.find((name) => !packages.has(withoutVersion(name)) && !/^[./]|\.tgz$/.test(name));
  return unknown && `unknown package '${unknown}'; correct it, or add it to packages in test/docs/check-shell.ts`;
}

/**
 * Words that name files and folders of this repository must name existing ones. A beginning is enough, as for Jest:
 * `test/docs/che`.
 */
function checkPaths(words: readonly string[]): string | undefined {
  const ours = words.filter((word) => /^(src|test|bench|scripts|examples|docs)\//.test(word));
  const missing = ours.find((path) => !existsSync(join(root, path)) && !isBeginning(path));
  return missing && `there is no ${missing}`;
}

function isBeginning(path: string): boolean {
  const folder = join(root, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => join(folder, name).startsWith(join(root, path)));
}

/** Commander's codes for a command line that lacks something. */
const INCOMPLETE = new Set(['commander.missingMandatoryOptionValue', 'commander.missingArgument', 'commander.help']);

async function checkNetingress(words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0 || words.includes('--help') || words.includes('--version')) return undefined;
  const said: string[] = [];
  const program = createProgram({ ...idle, printError: (text) => said.push(text) }, undefined);
  for (const command of leavesOf(program)) command.action(() => undefined);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    // Sentences may name a command without its arguments: `netingress access grant`.
    const isName = words.every((word) => /^[a-z-]+$/.test(word));
    if (error instanceof CommanderError && isName && INCOMPLETE.has(error.code)) return undefined;
    // The files of an example are those of its reader.
    if (said[0]?.endsWith('It does not exist.') || said[0]?.endsWith('Its folder does not exist.')) return undefined;
    if (error instanceof CommanderError) return `netingress ${words.join(' ')}: ${said[0] ?? error.message}`;
    throw error;
  }
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

const idle: CliContext = {
  print: () => undefined,
  printError: () => undefined,
  stdin: async function* () {},
  env: {},
  settingsSource: 'environment',
  cwd: root,
  mayAnimate: false,
  takeSignals: () => () => undefined,
  signal: new AbortController().signal,
  pid: 0,
  node: '',
  script: '',
};
