/** Writes the files of web pages as TypeScript modules; `--check` compares only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheck } from './lib/generated-file';

const PAGES = ['src/emulator/control/web-ui', 'src/report/page'];
const NAMES = { 'page.html': 'HTML', 'page.js': 'SCRIPT', 'page.css': 'STYLES' };

for (const folder of PAGES) {
  const assets = Object.entries(NAMES).flatMap(([file, name]) => {
    const text = tryRead(join(__dirname, '..', folder, file));
    return text === undefined ? [] : [`/** ${file} */\nexport const ${name}: string = ${JSON.stringify(text)};\n`];
  });
  const head = '// Written by scripts/generate-assets.ts from the files of the page; changes belong there.\n';
  writeOrCheck('generate-assets.ts', `${folder}/generated/assets.ts`, `${head}${assets.join('')}`);
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
