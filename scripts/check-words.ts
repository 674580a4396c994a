/**
 * Refuses code that reads {@link Words}: texts for people are printed, and nothing decides by them. What code needs to
 * know is in the data that the words were made of.
 */
import { join, relative } from 'node:path';
import { findReadWords } from './lib/read-words';

const root = join(__dirname, '..');

const found = findReadWords(root);
for (const { file, line, text } of found)
  console.error(
    `${relative(root, file)}:${line} reads words for people: ${text}. Read the data that they are made of.`,
  );
console.log(`words: ${found.length} problems`);
process.exitCode = found.length > 0 ? 1 : 0;
