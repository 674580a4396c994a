/**
 * Splits text into JSON records: one per line, objects over several lines, consecutive objects, and the elements of an
 * array, in any combination. A line that is complete JSON is a record, or a list of records. Other lines are joined
 * until they form a record; until then a line such as `1` is a part of it.
 *
 * The joined lines are reported as broken in two cases: a line follows that looks like a whole record, or there is a
 * mistake in them and several lines follow that form one. Of the existing parsers, `@streamparser/json` and
 * `stream-json` do not continue after a broken record.
 */
import { createScanner, expectsValue, type JsonScanner, MAX_LEVELS, scan } from './json-scanner';

/** Receives the records. A line is the one on which a record starts, from 1. */
export interface RecordSink {
  record(value: unknown, line: number): void;
  broken(problem: string, line: number, text: string): void;
  /** Whether the value looks like an event, or like a wrapper of events. */
  isRecord(value: unknown): boolean;
}

export interface RecordSplitter {
  /** A whole line without its line break. */
  line(text: string, line: number): void;
  /** A part of a line that is too long to buffer. */
  part(text: string, line: number, position: { readonly first: boolean; readonly last: boolean }): void;
  /** No text follows: a record that is still open is broken or, if there is none, a list that is. */
  end(): void;
}

/**
 * A choice, which limits the memory for text that does not end. A longer record is broken, unless `line` gets it whole.
 */
const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024;
/** A choice: what is kept of a broken record; an {@link EventError} has less of it. */
const MAX_BROKEN_CHARACTERS = 1000;

const SCAN_PROBLEMS = { not_json: 'it is not JSON', too_deep: `it is nested deeper than ${MAX_LEVELS} levels` };

interface OpenRecord {
  readonly line: number;
  readonly scanner: JsonScanner;
  text: string;
  problem: string | undefined;
}

interface State {
  readonly sink: RecordSink;
  open: OpenRecord | undefined;
  /** A possible next record over several lines, while the open record is broken. */
  candidate: OpenRecord | undefined;
  /** Start lines of the open arrays around the records. */
  readonly arrays: number[];
}

export function createRecordSplitter(sink: RecordSink): RecordSplitter {
  const state: State = { sink, open: undefined, candidate: undefined, arrays: [] };
  return {
    line: (text, line) => addLine(state, text, line),
    part(text, line, { first, last }) {
      const { open } = state;
      // The whole line is not available, so its start decides whether a new record starts here.
      const startsRecord = first && open && text.trimStart().startsWith('{');
      if (startsRecord && (open.problem !== undefined || !expectsValue(open.scanner))) reportOpenAsBroken(state);
      addText(state, last ? `${text}\n` : text, line);
    },
    end() {
      const wasOpen = state.open !== undefined;
      reportOpenAsBroken(state);
      const array = state.arrays.at(-1);
      if (array !== undefined && !wasOpen) sink.broken('the list that starts here does not end', array, '[');
    },
  };
}

function addLine(state: State, text: string, line: number): void {
  const { open, sink } = state;
  if (!open) {
    const value = parseJson(state.arrays.length > 0 ? text.replace(/,\s*$/, '') : text);
    if (value !== undefined) emitValue(sink, value, line);
    else addText(state, `${text}\n`, line);
    return;
  }
  if (text.trim() === '') return;
  // A line such as `"a"` where a value is expected continues the open record, so it need not be parsed.
  const mayBeRecord = open.problem !== undefined || !expectsValue(open.scanner) || /^\s*[[{]/.test(text);
  const value = mayBeRecord ? parseJson(text) : undefined;
  if (value !== undefined && looksLikeRecord(sink, value)) {
    reportOpenAsBroken(state);
    emitValue(sink, value, line);
    return;
  }
  if (open.problem === undefined) addText(state, `${text}\n`, line);
  // `addText` may just have found the mistake: the line with it may begin the next record.
  if (state.open === open && open.problem !== undefined) addToCandidate(state, text, line);
}

function looksLikeRecord(sink: RecordSink, value: unknown): boolean {
  return Array.isArray(value) ? value.some((element) => sink.isRecord(element)) : sink.isRecord(value);
}

const INCOMPLETE_ENDS = new Set([...',:{['].map((character) => character.charCodeAt(0)));

function parseJson(text: string): unknown {
  // An exception is slow, and most lines of an indented record end in one of these characters.
  if (INCOMPLETE_ENDS.has(text.charCodeAt(text.length - 1))) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // Each level takes two characters, so a short text has few. Of a text that is too deep the scanner names the
    // problem.
    return text.length > 2 * MAX_LEVELS && isDeeper(value, MAX_LEVELS) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function emitValue(sink: RecordSink, value: unknown, line: number): void {
  if (!Array.isArray(value)) sink.record(value, line);
  else for (const element of value as unknown[]) emitValue(sink, element, line);
}

function addText(state: State, text: string, line: number): void {
  let at = 0;
  while (at < text.length) {
    if (!state.open) {
      at = readBetweenRecords(state, text, at, line);
      continue;
    }
    const { open } = state;
    if (open.problem !== undefined) return;
    const end = scan(open.scanner, text, at);
    open.text += end < 0 ? text.slice(at) : text.slice(at, end);
    if (open.scanner.problem) markBroken(open, SCAN_PROBLEMS[open.scanner.problem]);
    else if (open.text.length > MAX_RECORD_CHARACTERS) {
      markBroken(open, `it is longer than ${MAX_RECORD_CHARACTERS} characters`);
    }
    if (end < 0 || open.problem !== undefined) return;
    at = end;
    closeRecord(state, open);
  }
}

/**
 * Reads one character, or starts a record. Text that starts no record is broken to its end. Returns the position after
 * what was read.
 */
function readBetweenRecords(state: State, text: string, at: number, line: number): number {
  const character = text[at] as string;
  if (/\s/.test(character)) return at + 1;
  if (character === '[' && state.arrays.length === MAX_LEVELS) {
    state.arrays.length = 0;
    state.open = createOpenRecord(line);
    markBroken(state.open, SCAN_PROBLEMS.too_deep);
    return text.length;
  }
  if (character === '[') state.arrays.push(line);
  else if (character === ']' && state.arrays.length > 0) state.arrays.pop();
  else if (character !== ',' || state.arrays.length === 0) {
    state.open = createOpenRecord(line);
    if (character === '{') return at;
    state.open.text = text.slice(at).trimEnd();
    markBroken(state.open, SCAN_PROBLEMS.not_json);
    return text.length;
  }
  return at + 1;
}

function createOpenRecord(line: number): OpenRecord {
  return { line, scanner: createScanner(), text: '', problem: undefined };
}

function indentOf(text: string): number {
  return /^\s*/.exec(text)?.[0].length ?? 0;
}

function closeRecord(state: State, open: OpenRecord): void {
  const value = parseJson(open.text);
  // The scanner does not check numbers, literals and escapes, so the record may be invalid.
  if (value === undefined) {
    markBroken(open, SCAN_PROBLEMS.not_json);
    return;
  }
  state.open = undefined;
  state.sink.record(value, open.line);
}

function markBroken(open: OpenRecord, problem: string): void {
  open.problem = problem;
  open.text = open.text.slice(0, MAX_BROKEN_CHARACTERS);
}

/**
 * Text after a broken record is a part of it, unless it forms what looks like a record over several lines.
 * Otherwise one broken line would hide all records that follow.
 */
function addToCandidate(state: State, text: string, line: number): void {
  const indent = indentOf(text);
  // A line with a larger indent is a part of the candidate.
  if (text[indent] === '{' && indent <= indentOf(state.candidate?.text ?? text))
    state.candidate = createOpenRecord(line);
  const { candidate } = state;
  if (!candidate) return;
  const end = scan(candidate.scanner, `${text}\n`, 0);
  candidate.text += end < 0 ? `${text}\n` : text.slice(0, end);
  if (candidate.scanner.problem !== undefined || candidate.text.length > MAX_RECORD_CHARACTERS)
    state.candidate = undefined;
  if (end < 0) return;
  state.candidate = undefined;
  const value = parseJson(candidate.text);
  if (value === undefined || !looksLikeRecord(state.sink, value)) return;
  reportOpenAsBroken(state);
  state.sink.record(value, candidate.line);
  addText(state, `${text.slice(end)}\n`, line);
}

function reportOpenAsBroken(state: State): void {
  const { open } = state;
  state.open = undefined;
  state.candidate = undefined;
  if (open) state.sink.broken(open.problem ?? 'it does not end', open.line, open.text.trimEnd());
}
