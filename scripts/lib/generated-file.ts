/** One generated file: written, or with `--check` only compared with what is on the disk. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '..', '..');

/**
 * Does what the arguments of the process say: nothing writes the text to `path` (below the package's root, or FILE), and
 * `--check [FILE]` writes nothing and makes the exit status 1 when the file is not that text. `script` is what to run.
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
    console.error(`${shown} is not what the model says; run: npx tsx scripts/${script}`);
    process.exitCode = 1;
  }
}

function onDisk(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
