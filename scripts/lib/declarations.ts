import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** All declaration files that one needs, itself among them; packages are not followed. */
export function declarationsOf(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const base = join(dirname(file), fileName);
      const target = [`${base}.d.ts`, join(base, 'index.d.ts')].find((path) => existsSync(path));
      if (!target) throw new Error(`${file} needs the declarations of ${fileName}, which are not there`);
      visit(target);
    }
  };
  visit(entry);
  return [...seen];
}
