/** Terraform prints no data for the path; test/engines/diagnostics.test.ts has every version print these texts. */
const TEXTS = [
  // file, filebase64, templatefile
  /\bno (?:file|directory) exists at "?([^";]+)"?;?/,
  // filemd5, filesha256 and the like
  /\bopen (.+): no such file or directory\b/,
];

/** Undefined for an error about something else. */
export function findMissingFile(detail: string): string | undefined {
  return TEXTS.flatMap((text) => text.exec(detail)?.[1] ?? [])[0];
}
