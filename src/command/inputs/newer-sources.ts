import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { WRITTEN_BY_MOVES } from '../../terraform/configuration/written-by-moves';
import { synthCommand } from '../../terraform/find-cdktf-library';
import { foldersAbove } from '../../terraform/npm-package';
import type { CliContext } from '../context';
import { DEFAULT_SYNTH_FOLDER } from '../options';
import { walkFiles } from './walk-files';

const SOURCE = /\.(ts|mts|cts|py|go|java|cs)$/;
/**
 * Folders of packages, generated bindings and compiled Python. Names that begin with a dot, such as `.gen`, are skipped
 * too.
 */
const SKIPPED = ['node_modules', 'imports', 'generated', '__pycache__', 'venv'];

/** Only warns, because the files of a checkout or of an unpacked artifact may have any times. */
export async function warnOfNewerSource({ cwd, printError }: CliContext, app = DEFAULT_SYNTH_FOLDER): Promise<void> {
  const newer = await findNewerSource(resolve(cwd, app));
  if (newer === undefined) return;
  const command = synthCommand(dirname(newer));
  printError(
    `${relative(cwd, newer)} is newer than ${app}: run ${command} first if the result should contain its changes.`,
  );
}

/**
 * Returns a source in the project of the app that is newer than the synthesized app; undefined if there is none, or no
 * `cdktf.json` above the app, or the app was never synthesized. Leaves out skipped folders, other apps, and the output
 * of `moves`; also a source that cannot be read, because this is only a hint.
 */
export async function findNewerSource(app: string): Promise<string | undefined> {
  const project = foldersAbove(dirname(app)).find((folder) => existsSync(join(folder, 'cdktf.json')));
  if (project === undefined || !existsSync(join(app, 'manifest.json'))) return;
  const manifest = await modifiedAt(join(app, 'manifest.json'));
  const isSkipped = (name: string, path: string): boolean =>
    name.startsWith('.') ||
    SKIPPED.includes(name) ||
    path === app ||
    // Another app, such as one that adopt wrote.
    existsSync(join(path, 'cdktf.json'));
  for await (const { path } of walkFiles(project, { isSkipped, followsLinks: 'files' }))
    if (SOURCE.test(path) && (await modifiedAt(path)) > manifest && !(await isOutputOfMoves(path))) return path;
  return;
}

/**
 * Whether the file is the output of `moves`: a source that was changed to call it is newer, too. If a source called it
 * before, a change of the output is not noticed. With `moves > moves.ts` the shell creates the file, empty, before the
 * command starts.
 */
async function isOutputOfMoves(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text !== undefined && (text === '' || text.startsWith(WRITTEN_BY_MOVES));
}

async function modifiedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
