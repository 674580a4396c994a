/** Texts that hold what Terraform would take for a template. */

/** The text with `${` and `%{` doubled, as both of Terraform's languages want them in a text that is meant as it is. */
export function escapeTemplates(text: string): string {
  return text.replace(/[$%](?=\{)/g, '$&$&');
}

/** One line for a comment. */
export function commentLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}

/** Control and format characters, but for tab and line break, and for the joiner within emoji. */
const unprintable = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/u;
const allUnprintable = new RegExp(unprintable, 'gu');

/** Whether the text holds characters that an editor would not show, or would show as something else. */
export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/** Such characters as `\uXXXX`, which both languages read; those beyond 16 bits, which they write differently, stay. */
export function escapeUnprintable(text: string): string {
  return text.replace(allUnprintable, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
