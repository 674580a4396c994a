/** Finds the source of an app that was changed after the last synth: a preview would not contain that change. */
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

const SOURCE = /\.(ts|mts|cts|py|go|java|cs)$/;
/** Packages, generated bindings, and what a synth writes; names with a dot, such as `.gen`, are skipped too. */
const SKIPPED = ['node_modules', 'imports', 'generated', '__pycache__', 'venv'];

/** The path of one such source, relative to the folder of the project; undefined without one, and without a `cdktf.json`. */
export async function findNewerSource(project: string, app: string): Promise<string | undefined> {
  const manifest = await stat(join(app, 'manifest.json')).catch(() => undefined);
  if (!manifest || !existsSync(join(project, 'cdktf.json'))) return;
  const folders = [project];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith('.') || SKIPPED.includes(entry.name) || path === app) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (SOURCE.test(entry.name) && (await stat(path)).mtimeMs > manifest.mtimeMs) return relative(project, path);
    }
  }
  return;
}
