/** What a command reports, in parts, which the formats make when they need them. */

import { type Picture, toHtml } from '../report/html';
import { toJson } from '../report/json';
import { type MarkerPart, toMarkdown } from '../report/markdown';
import { type SarifInput, type SarifRule, toSarif } from '../report/sarif';
import type { Summary } from '../report/section';
import { toText } from '../report/text';
import type { Words } from '../values/words';

export interface Report {
  json(): unknown;
  summary(): Summary;
  /** What a code scanning service shows. */
  results?(): Results;
  readonly picture?: Drawn;
}

export interface Drawn<Graph = unknown> {
  graph(): Graph;
  readonly drawing: Drawing<Graph>;
}

export type Results = Omit<SarifInput, 'tool' | 'rules'>;

/** Draws graphs, whose type this folder does not know: it does not import `graph/`. */
export interface Drawing<Graph = unknown> {
  /** The part of the graph of one account that the picture of many accounts shows, such as the changed objects. */
  keep(graph: Graph): Graph;
  merge(graphs: readonly { readonly account: string; readonly graph: Graph }[]): Graph;
  /** Undefined if there is nothing to draw. */
  toPicture(graph: Graph, options: { readonly isMerged: boolean }): Promise<Picture | undefined>;
  /** The picture of a comment. Without this function, or if the result is undefined, comments have none. */
  toMermaid?(graph: Graph, title: Words): Promise<string | undefined>;
}

export interface WriteOptions {
  /** `drift`, `access check`. */
  readonly command: string;
  /** What tells the report from others of its command, which may be comments of one pull request. */
  readonly markerParts: readonly MarkerPart[];
  /** The report is one of `--accounts`, also if it has only one account. */
  readonly isMerged: boolean;
  /** The file that the user named; undefined for standard output. */
  readonly out: string | undefined;
  readonly warn: (text: string) => void;
}

export interface ReportFormat<Reported> {
  /** The parts of the report that it reads: of many accounts only these are kept in memory. */
  readonly parts?: readonly Part[];
  write(report: Reported, options: WriteOptions): string | Promise<string>;
}

export type Part = 'json' | 'summary' | 'results' | 'picture';

export const textFormat: ReportFormat<Report> = {
  parts: ['summary'],
  write: (report) => toText(report.summary()),
};

export const json: ReportFormat<Report> = {
  parts: ['json'],
  write: (report) => toJson(report.json()),
};

/** A comment of a pull request. */
export const markdown: ReportFormat<Report> = {
  parts: ['summary', 'picture'],
  async write(report, { command, markerParts }) {
    const summary = report.summary();
    const drawn = report.picture;
    const picture = await drawn?.drawing.toMermaid?.(drawn.graph(), summary.title);
    return toMarkdown(summary, { command: command.replaceAll(' ', '-'), markerParts, picture });
  },
};

export const html: ReportFormat<Report> = {
  parts: ['summary', 'picture'],
  async write(report, { isMerged }) {
    const drawn = report.picture;
    return toHtml(report.summary(), await drawn?.drawing.toPicture(drawn.graph(), { isMerged }));
  },
};

export function sarif(rules: readonly SarifRule[]): ReportFormat<Report> {
  return {
    parts: ['results'],
    write: ({ results = () => NO_RESULTS }, { command }) =>
      toSarif({ tool: `netingress ${command}`, rules, ...results() }),
  };
}

const NO_RESULTS: Results = { results: [], failures: [], warnings: [] };
