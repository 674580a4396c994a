/** Fenced blocks, comments, and text in backticks, whichever begins first: a comment may contain backticks. */
const PARTS = /(^ *```[\s\S]*?^ *```|<!--[\s\S]*?-->\n*|`[^`\n]+`)/m;

/** Removes comments, and changes what is not code. */
export function pageText(text: string, resolveTarget: (target: string) => string): string {
  return text
    .split(PARTS)
    .map((part, index) => {
      if (part.startsWith('<!--')) return '';
      return index % 2 === 1 ? part : proseOf(part, resolveTarget);
    })
    .join('');
}

function proseOf(text: string, resolveTarget: (target: string) => string): string {
  const linked = text.replace(/(?<=\]\()([^)\s]+)(?=\))/g, (target) => resolveTarget(target));
  // Braces are expressions of the generator's templates.
  return linked.replaceAll('{{', '&#123;&#123;');
}
