import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Returns a declaration file and all that it imports, except for packages. */
export function declarationsOf(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const base = join(dirname(file), fileName);
      const target = [`${base}.d.ts`, join(base, 'index.d.ts')].find((path) => existsSync(path));
      if (!target) throw new Error(`${file} imports ${fileName}, which has no declarations`);
      visit(target);
    }
  };
  visit(entry);
  return [...seen];
}
