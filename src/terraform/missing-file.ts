/**
 * Errors of Terraform's functions about a file that does not exist. Terraform prints no data for the path, so its texts
 * are parsed; test/engines/diagnostics.test.ts has every version print them.
 */
const TEXTS = [
  // file, filebase64, templatefile
  /\bno (?:file|directory) exists at "?([^";]+)"?;?/,
  // filemd5, filesha256 and the like
  /\bopen (.+): no such file or directory\b/,
];

/** Returns the path of the file that does not exist; undefined for an error about something else. */
export function findMissingFile(detail: string): string | undefined {
  return TEXTS.flatMap((text) => text.exec(detail)?.[1] ?? [])[0];
}
