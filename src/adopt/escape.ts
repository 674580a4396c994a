/** `${` -> `$${` and `%{` -> `%%{`, as HCL and Terraform JSON require. */
export function escapeTemplates(text: string): string {
  return text.replace(/[$%](?=\{)/g, '$&$&');
}

/** Control and format characters and Unicode's line separators, except tab, line feed and U+200D, which joins emoji. */
const unprintable = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u;
const allUnprintable = new RegExp(unprintable, 'gu');

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/** U+202E -> `\u202e`. Characters beyond 16 bits stay, because TypeScript and HCL escape them differently. */
export function escapeUnprintable(text: string): string {
  return text.replace(allUnprintable, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
