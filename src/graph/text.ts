/** Texts of users, fit to stand in a picture. */
import { oneLine } from '../model/text';

/** Widths in parts of the font's size, of the widest of the usual sans-serif fonts. */
function letterWidth(letter: string): number {
  if (/\p{M}|[\u200b-\u200d]|\ufe0f/u.test(letter)) return 0;
  if (/[ijltfrI.,:;'|!()[\]/ -]/.test(letter)) return 0.39;
  if (/[mwMW@%]/.test(letter)) return 0.99;
  if (/[A-Z0-9_&?+=<>#$~]/.test(letter)) return 0.7;
  // Letters of most scripts are as wide as ours; those of East Asia and pictographs fill a square.
  return letter > '\u1100' ? 1.1 : 0.625;
}

/** About how wide a text is, in pixels. */
export function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((width, letter) => width + letterWidth(letter) * fontSize, 0);
}

/** As much of a text as fits, on one line; by whole characters, and with an ellipsis where something is cut off. */
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
