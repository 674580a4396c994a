/**
 * Terraform names the path only in the text of the error. test/engines/diagnostics.test.ts tests it with each version.
 */
const TEXTS = [
  // file, filebase64, templatefile
  /\bno (?:file|directory) exists at "?([^";]+)"?;?/,
  // filemd5, filesha256 and the like
  /\bopen (.+): no such file or directory\b/,
];

/** `no file exists at "./names.txt"; …` -> `./names.txt`. Undefined for an error about something else. */
export function findMissingFile(detail: string): string | undefined {
  return TEXTS.flatMap((text) => text.exec(detail)?.[1] ?? [])[0];
}
