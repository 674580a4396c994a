import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Removes every file below `lib` that no entry imports: programs that were bundled, and declarations of what no entry
 * exports. `keep` names folders below `lib` of which nothing is removed.
 */
export function pruneUnused(lib: string, entries: readonly string[], keep: readonly string[]): void {
  const used = new Set<string>();
  const visit = (file: string): void => {
    if (used.has(file)) return;
    used.add(file);
    const extension = file.endsWith('.d.ts') ? '.d.ts' : '.js';
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const base = join(dirname(file), fileName.replace(/\.js$/, ''));
      const target = [`${base}${extension}`, join(base, `index${extension}`)].find((path) => existsSync(path));
      if (target !== undefined) visit(target);
    }
  };
  for (const entry of entries) for (const extension of ['.js', '.d.ts']) visit(join(lib, entry, `index${extension}`));
  for (const entry of readdirSync(lib, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const isKept = used.has(file) || keep.some((folder) => file.startsWith(join(lib, folder, '/')));
    if (entry.isFile() && !isKept) rmSync(file);
  }
}
