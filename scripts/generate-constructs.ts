/** Writes `src/constructs/generated/` from the model; with `--check` it only tells whether that would change anything. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPOSITES } from '../src/model/composites';
import { DATA_SOURCES } from '../src/model/data-sources';
import { KINDS } from '../src/model/kinds';
import {
  compositeSource,
  dataSourceSource,
  indexSource,
  providerSource,
  resourceSource,
} from './lib/constructs-source';

const directory = join(__dirname, '..', 'src', 'constructs', 'generated');

function generate(): Map<string, string> {
  const files = [
    providerSource(),
    ...KINDS.map(resourceSource),
    ...COMPOSITES.map(compositeSource),
    ...DATA_SOURCES.map(dataSourceSource),
  ];
  return new Map([...files.map(({ file, text }) => [`${file}.ts`, text] as const), ['index.ts', indexSource(files)]]);
}

function main(check: boolean): void {
  const files = generate();
  const present = existsSync(directory) ? readdirSync(directory) : [];
  const stale = present.filter((name) => !files.has(name));
  const changed = [...files].filter(
    ([name, text]) => !present.includes(name) || readFileSync(join(directory, name), 'utf8') !== text,
  );
  if (check && stale.length + changed.length > 0) {
    const names = [...changed.map(([name]) => name), ...stale].join(', ');
    console.error(
      `src/constructs/generated is not what the model gives: ${names}. Run \`tsx scripts/generate-constructs.ts\`.`,
    );
    process.exitCode = 1;
    return;
  }
  if (check) return;
  mkdirSync(directory, { recursive: true });
  for (const name of stale) rmSync(join(directory, name));
  for (const [name, text] of changed) writeFileSync(join(directory, name), text);
}

main(process.argv.includes('--check'));
