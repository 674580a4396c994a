/** The files that a guide tells its reader to write. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files by name: each fenced block after a line that begins with the file's name, unless it is marked `no-run`. */
export function filesOfGuide(name: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(__dirname, '../../docs/guides', name), 'utf8');
  const blocks = text.matchAll(/^`([\w.-]+)`[^\n]*:\n\n```\w+\n([\s\S]*?)^```$/gm);
  return Object.fromEntries([...blocks].map((match) => [match[1] as string, match[2] as string]));
}
