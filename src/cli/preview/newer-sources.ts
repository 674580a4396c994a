/** Finds the source of an app that was changed after the last synth: a preview would not contain that change. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { walkFiles } from '../walk-files';

const SOURCE = /\.(ts|mts|cts|py|go|java|cs)$/;
/** Packages, generated bindings, and what a synth writes; names with a dot, such as `.gen`, are skipped too. */
const SKIPPED = ['node_modules', 'imports', 'generated', '__pycache__', 'venv'];

/**
 * The path of one such source, relative to the folder of the project; undefined without one, and without a `cdktf.json`. What
 * cannot be read is left out, because this is only a hint.
 */
export async function findNewerSource(project: string, app: string): Promise<string | undefined> {
  if (!existsSync(join(app, 'manifest.json')) || !existsSync(join(project, 'cdktf.json'))) return;
  const manifest = await modifiedAt(join(app, 'manifest.json'));
  const isSkipped = (name: string, path: string): boolean =>
    name.startsWith('.') || SKIPPED.includes(name) || path === app;
  for await (const { path } of walkFiles(project, { isSkipped, followsLinks: 'files' }))
    if (SOURCE.test(path) && (await modifiedAt(path)) > manifest) return relative(project, path);
  return;
}

/** 0 for a file that cannot be read. */
async function modifiedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
