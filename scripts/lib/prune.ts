import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Removes compiled files that no entry imports, because they were bundled. */
export function pruneUnused(lib: string, entries: readonly string[], folders: readonly string[]): void {
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
  const isUsed = (file: string): boolean => {
    const base = file.replace(/\.(d\.ts|js)$/, '');
    return used.has(`${base}.js`) || used.has(`${base}.d.ts`);
  };
  for (const folder of folders) {
    for (const entry of readdirSync(join(lib, folder), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && !isUsed(file)) rmSync(file);
    }
  }
}
