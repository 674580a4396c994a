import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '..', '..');

/**
 * Writes the text to `path` below the root of the repository. With `--check` it only compares, and sets the exit status
 * to 1 if the file differs; `--check FILE` compares FILE instead. `script` is the file in `scripts/` that the message
 * names.
 */
export function writeOrCheck(script: string, path: string, wanted: string): void {
  const [mode, other] = process.argv.slice(2);
  const file = other ?? join(root, path);
  const shown = relative(process.cwd(), file);
  if (mode !== '--check') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
    console.error(`Wrote ${shown}`);
  } else if (onDisk(file) !== wanted) {
    console.error(`${shown} is out of date; run: npx tsx scripts/${script}`);
    process.exitCode = 1;
  }
}

/** Like {@link writeOrCheck}, for the part of a document between two comments; `wanted` is without them. */
export function writeOrCheckPart(
  script: string,
  path: string,
  [start, end]: readonly [string, string],
  wanted: string,
): void {
  const [before, rest] = readFileSync(join(root, path), 'utf8').split(`${start}\n`);
  const after = rest?.split(`${end}\n`)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} lacks the line '${start}' or '${end}'`);
  writeOrCheck(script, path, `${before}${start}\n\n${wanted}\n\n${end}\n${after}`);
}

/**
 * Like {@link writeOrCheck}, for a folder of generated files, by their paths in it. Removes every other file in it.
 * Does not support `--check FILE`.
 */
export function writeOrCheckFolder(script: string, path: string, wanted: ReadonlyMap<string, string>): void {
  const folder = join(root, path);
  const present = existsSync(folder) ? listFiles(folder) : [];
  const stale = present.filter((name) => !wanted.has(name));
  const changed = [...wanted].filter(([name, text]) => onDisk(join(folder, name)) !== text);
  if (process.argv[2] === '--check') {
    if (stale.length + changed.length === 0) return;
    const names = [...changed.map(([name]) => name), ...stale].join(', ');
    console.error(`${path} is out of date: ${names}; run: npx tsx scripts/${script}`);
    process.exitCode = 1;
    return;
  }
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of changed) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Undefined if the file cannot be read. */
function onDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
