/** What became of the points, as tables: of all campaigns together they are docs/faults.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** What it took to come to an empty plan, from best to worst. */
export const RECOVERIES = ['at once', 'one apply', 'two applies', 'import', 'delete', 'failed'] as const;

/**
 * `at once`: the broken command itself came to the end. `one apply`, `two applies`: it failed, and that many more came
 * there. `import`: one more apply named an import, and that and another came there. `delete`: the error named an object
 * whose secret was lost with the response; after its deletion one more apply came there. `failed`: an invariant is broken.
 */
export type Recovery = (typeof RECOVERIES)[number];

/** What became of one point. */
export interface Outcome {
  readonly recovery: Recovery;
  /** Every invariant that was broken, as a sentence; empty unless the recovery is `failed`. */
  readonly problems: readonly string[];
  /** The errors that the broken command reported. */
  readonly messages: readonly string[];
  /** Why this outcome is as it should be although it is another than asked for; such points are counted apart. */
  readonly apart?: string;
}

/** One point of a campaign: one thing that breaks at one place. */
export interface Point {
  /** Resource type without prefix, or what else the scenario is cut into. */
  readonly slice: string;
  readonly step: string;
  /** What it breaks: `POST /ip_policies #1`, `while creating`. */
  readonly at: string;
  readonly fault: string;
}

/** A point that was tried. */
export interface Tried extends Point {
  readonly outcome: Outcome;
}

/** A table of how many points came to which outcome, one row for each value of a member of the points. */
export function outcomeTable(title: string, tried: readonly Tried[], by: (point: Tried) => string): string {
  const apart = tried.some(({ outcome }) => outcome.apart !== undefined);
  const columns = ['points', ...RECOVERIES, ...(apart ? ['apart'] : [])];
  const rows = [...new Set(tried.map(by))].map((name) => [
    name,
    ...counts(
      tried.filter((each) => by(each) === name),
      apart,
    ),
  ]);
  const total = ['**all**', ...counts(tried, apart)];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line([title, ...columns]), line(['---', ...columns.map(() => '---:')]), ...[...rows, total].map(line)].join(
    '\n',
  );
}

function counts(tried: readonly Tried[], apart: boolean): string[] {
  const usual = tried.filter(({ outcome }) => outcome.apart === undefined);
  const each = RECOVERIES.map((name) => usual.filter(({ outcome }) => outcome.recovery === name).length);
  const all = [tried.length, ...each, ...(apart ? [tried.length - usual.length] : [])];
  return all.map((count) => (count === 0 ? '' : String(count)));
}

/** A part of the report, which one campaign writes whole. */
export type Section = 'requests' | 'processes' | 'defects';

const order: readonly Section[] = ['requests', 'processes', 'defects'];

const head = `# What breaks, and what then happens

Made by \`npm run faults\`, which breaks a scenario over all kinds at every point and checks after each: one more apply
comes to an empty plan, the service contains exactly what is declared, no output contains a secret, every error names its
object, no process is left. Do not edit by hand.
`;

/** Puts a section into the report, in the place of what it said before; the other sections stay. */
export function writeSection(file: string, section: Section, text: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const sections = order.flatMap((name) => {
    const kept = name === section ? text.trim() : sectionIn(before, name);
    return kept === undefined ? [] : [`${mark(name, 'begin')}\n${kept}\n${mark(name, 'end')}`];
  });
  writeFileSync(file, `${[head.trim(), ...sections].join('\n\n')}\n`);
}

function sectionIn(text: string, name: Section): string | undefined {
  const [begin, end] = [text.indexOf(mark(name, 'begin')), text.indexOf(mark(name, 'end'))];
  return begin < 0 || end < 0 ? undefined : text.slice(begin + mark(name, 'begin').length, end).trim();
}

function mark(name: Section, side: 'begin' | 'end'): string {
  return `<!-- ${name}: ${side} -->`;
}
