/**
 * Cuts text into JSON records: a line each, objects over several lines, objects one behind the other, and the elements
 * of an array, in any mixture.
 *
 * A line that is complete JSON is a record. Otherwise lines are joined until they are one, and a following line that is
 * complete by itself ends what was open as broken, from its first line. Only a value within an array or object that is
 * open is not taken for a record, unless it looks like one.
 *
 * Why not `@streamparser/json` or `stream-json`: neither continues after a broken record. This takes 1.26 times as long
 * as `JSON.parse`, with a constant heap.
 */
import { createScanner, expectsValue, type JsonScanner, scan } from './json-scanner';

/** Receives what was found. Lines are those on which a record starts, from 1. */
export interface RecordSink {
  record(value: unknown, line: number): void;
  broken(problem: string, line: number, text: string): void;
  /** Whether a value is a record rather than a part of one. */
  isRecord(value: unknown): boolean;
}

/** Takes the lines, in order. */
export interface RecordSplitter {
  /** A whole line without its end. */
  line(text: string, line: number): void;
  /** A part of a line too long to be held: its start, its middle, its end, or all of it. */
  part(text: string, line: number, place: { readonly first: boolean; readonly last: boolean }): void;
  /** There is no more. */
  end(): void;
}

/** Longest record in characters, so that text without an end is not held for ever: far beyond what is delivered. */
export const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;

interface Open {
  readonly line: number;
  /** Blanks before its first brace. */
  readonly indent: number;
  readonly scanner: JsonScanner;
  text: string;
  problem: string | undefined;
}

/** A framer at the start of a text. */
export function createRecordSplitter(sink: RecordSink): RecordSplitter {
  const state: State = { sink, open: undefined, retry: undefined, arrays: [] };
  return {
    line: (text, line) => takeLine(state, text, line),
    part(text, line, { first, last }) {
      const { open } = state;
      // Whether the whole line is JSON would be known too late: that it starts like a record has to do.
      const starts = first && open && text.trimStart().startsWith('{');
      if (starts && (open.problem !== undefined || !expectsValue(open.scanner))) endBroken(state);
      takeText(state, last ? `${text}\n` : text, line);
    },
    end() {
      const wasBroken = state.open !== undefined;
      endBroken(state);
      const array = state.arrays.at(-1);
      if (array !== undefined && !wasBroken) sink.broken('the list that starts here does not end', array, '[');
    },
  };
}

interface State {
  readonly sink: RecordSink;
  open: Open | undefined;
  /** While what is open cannot become a record: what may be the next one, over several lines. */
  retry: Open | undefined;
  /** Lines of the lists that are open around the records. */
  readonly arrays: number[];
}

function takeLine(state: State, text: string, line: number): void {
  const { open, sink } = state;
  if (!open) {
    const value = state.arrays.length > 0 ? parsed(text.replace(/,\s*$/, '')) : parsed(text);
    if (value !== undefined) takeValue(sink, value, line);
    else takeText(state, `${text}\n`, line);
    return;
  }
  if (text.trim() === '') return;
  const alone =
    open.problem !== undefined || !expectsValue(open.scanner) || /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  if (alone !== undefined && endsOpen(state, open, alone)) {
    endBroken(state);
    takeValue(sink, alone, line);
  } else if (open.problem === undefined) takeText(state, `${text}\n`, line);
  else takeRetry(state, open, text, line);
}

/** Whether a line that is JSON by itself is a record of its own and no part of what is open. */
function endsOpen({ sink }: State, open: Open, value: unknown): boolean {
  if (open.problem !== undefined || !expectsValue(open.scanner)) return true;
  return Array.isArray(value) ? value.some((each) => sink.isRecord(each)) : sink.isRecord(value);
}

const unfinished = new Set([...',:{['].map((character) => character.charCodeAt(0)));

/** Undefined when the text is not JSON. */
function parsed(text: string): unknown {
  // What ends in the middle is none, and finding that out by an exception is slow.
  if (unfinished.has(text.charCodeAt(text.length - 1))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function takeValue(sink: RecordSink, value: unknown, line: number): void {
  if (!Array.isArray(value)) sink.record(value, line);
  else for (const each of value as unknown[]) takeValue(sink, each, line);
}

/** Goes through text that is not a record by itself. */
function takeText(state: State, text: string, line: number): void {
  let at = 0;
  while (at < text.length) {
    if (!state.open) {
      at = takeBetween(state, text, at, line);
      continue;
    }
    const { open } = state;
    if (open.problem !== undefined) return;
    const end = scan(open.scanner, text, at);
    open.text += end < 0 ? text.slice(at) : text.slice(at, end);
    if (open.scanner.dead) setBroken(open, 'it is not JSON');
    else if (open.text.length > MAX_RECORD_CHARACTERS) setBroken(open, `it is longer than ${MAX_RECORD_CHARACTERS} characters`);
    if (end < 0 || open.problem !== undefined) return;
    at = end;
    takeObject(state, open);
  }
}

/** Takes one character between records: the start of one, or what may stand around them. */
function takeBetween(state: State, text: string, at: number, line: number): number {
  const character = text[at] as string;
  if (/\s/.test(character)) return at + 1;
  if (character === '[') state.arrays.push(line);
  else if (character === ']' && state.arrays.length > 0) state.arrays.pop();
  else if (character !== ',' || state.arrays.length === 0) {
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    state.open = { line, indent, scanner: createScanner(), text: '', problem: undefined };
    if (character === '{') return at;
    state.open.text = text.slice(at).trimEnd();
    setBroken(state.open, 'it is not JSON');
    return text.length;
  }
  return at + 1;
}

function takeObject(state: State, open: Open): void {
  const value = parsed(open.text);
  // Its numbers or words are not JSON's, which the scanner does not look at.
  if (value === undefined) {
    setBroken(open, 'it is not JSON');
    return;
  }
  state.open = undefined;
  state.sink.record(value, open.line);
}

function setBroken(open: Open, problem: string): void {
  open.problem = problem;
  // Only its start is shown; what is broken can be long.
  open.text = open.text.slice(0, 1000);
}

/**
 * Text that continues something broken is a part of it, unless it makes a record of several lines that starts where
 * records do: else one broken line would take all that follow with it.
 */
function takeRetry(state: State, open: Open, text: string, line: number): void {
  const indent = /^\s*/.exec(text)?.[0].length ?? 0;
  if (text[indent] === '{' && indent === open.indent)
    state.retry = { line, indent, scanner: createScanner(), text: '', problem: undefined };
  const { retry } = state;
  if (!retry) return;
  const end = scan(retry.scanner, `${text}\n`, 0);
  retry.text += end < 0 ? `${text}\n` : text.slice(0, end);
  if (retry.scanner.dead || retry.text.length > MAX_RECORD_CHARACTERS) state.retry = undefined;
  if (end < 0) return;
  state.retry = undefined;
  const value = parsed(retry.text);
  if (value === undefined) return;
  endBroken(state);
  state.sink.record(value, retry.line);
  takeText(state, `${text.slice(end)}\n`, line);
}

function endBroken(state: State): void {
  const { open } = state;
  state.open = undefined;
  state.retry = undefined;
  if (open) state.sink.broken(open.problem ?? 'it does not end', open.line, open.text.trimEnd());
}
