/**
 * Writes the types of events from the model: `npx tsx scripts/generate-event-types.ts`. With `--check [FILE]` nothing is
 * written; the exit status is 1 when the file is not what would be written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { EVENTS } from '../src/model/events/catalogue';
import { eventTypes } from './lib/event-types';

const [mode, other] = process.argv.slice(2);
const file = other ?? join(__dirname, '..', 'src', 'events', 'generated', 'types.ts');
const shown = relative(process.cwd(), file);
const wanted = eventTypes(EVENTS);

function onDisk(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (mode === '--check') {
  if (onDisk() !== wanted) {
    console.error(`${shown} is not what the model says; run: npx tsx scripts/generate-event-types.ts`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, wanted);
  console.error(`Wrote ${shown}`);
}
