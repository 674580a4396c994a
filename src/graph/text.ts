import { oneLine } from '../model/text';

/**
 * The estimated width of a letter relative to the font size. The numbers are chosen for wide sans-serif fonts;
 * test/graph/formats.test.ts checks that no text leaves its box.
 */
function letterWidth(letter: string): number {
  if (/\p{M}|[\u200b-\u200d]|\ufe0f/u.test(letter)) return 0;
  if (/[ijltfrI.,:;'|!()[\]/ -]/.test(letter)) return 0.39;
  if (/[mwMW@%]/.test(letter)) return 0.99;
  if (/[A-Z0-9_&?+=<>#$~]/.test(letter)) return 0.7;
  // Most letters after U+1100 are East Asian or pictographs, which are square. Other letters have an average width.
  return letter > '\u1100' ? 1.1 : 0.625;
}

function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((width, letter) => width + letterWidth(letter) * fontSize, 0);
}

/** One line, truncated with an ellipsis if it is wider than `width` pixels. */
export function fitText(text: string, width: number, fontSize: number): string {
  const line = oneLine(text);
  if (textWidth(line, fontSize) <= width) return line;
  const room = width - textWidth('…', fontSize);
  let used = 0;
  let fitting = '';
  for (const letter of line) {
    used += letterWidth(letter) * fontSize;
    if (used > room) break;
    fitting += letter;
  }
  return `${fitting.trimEnd()}…`;
}
