import { parse } from 'yaml';
import { parseIgnoreRules } from '../../src/drift/report/parse-ignore-rules';
import { shellProblems } from './check-shell';
import { type Block, placeOf } from './markdown';

function messageOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Checks that JSON can be parsed, and that a `cdktf.json` has `language` and `app`, with an app whose commands
 * check-shell.ts accepts.
 */
export async function jsonProblems(block: Block): Promise<string[]> {
  const problem = messageOf(() => JSON.parse(block.code));
  if (problem !== undefined) return [`${placeOf(block)}: invalid JSON: ${problem}`];
  const value = JSON.parse(block.code) as Record<string, unknown>;
  if (block.file === 'cdktf.json') {
    const missing = ['language', 'app'].filter((name) => typeof value[name] !== 'string');
    if (missing.length > 0) return [`${placeOf(block)}: cdktf.json needs the text ${missing.join(' and ')}`];
    return shellProblems([{ ...block, language: 'sh', code: `${String(value['app'])}\n` }]);
  }
  return [];
}

interface Workflow {
  readonly jobs?: Readonly<Record<string, { readonly steps?: readonly { readonly run?: string }[] }>>;
}

/**
 * Checks that YAML can be parsed; that `netingress drift --ignore` accepts a file with `rules`; and, of a workflow, the
 * commands of its steps. Nothing else of a workflow is checked.
 */
export async function yamlProblems(block: Block): Promise<string[]> {
  const problem = messageOf(() => parse(block.code));
  if (problem !== undefined) return [`${placeOf(block)}: invalid YAML: ${problem}`];
  const value = parse(block.code) as Workflow & { readonly rules?: unknown };
  if (value?.rules !== undefined) {
    const read = parseIgnoreRules(value);
    if ('problems' in read)
      return [`${placeOf(block)}: netingress drift --ignore cannot read this: ${read.problems.join('; ')}`];
  }
  const runs = Object.values(value?.jobs ?? {}).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
  const code = (text: string): string => text.replace(/\$\{\{[^}]*\}\}/g, 'VALUE');
  return shellProblems(runs.map((run) => ({ ...block, language: 'sh', code: `${code(run)}\n` })));
}

/** A choice of Mermaid's types of diagrams. The documents use `flowchart` and `pie`; to use another one, add it. */
const DIAGRAMS = ['flowchart', 'graph', 'sequenceDiagram', 'stateDiagram-v2', 'erDiagram', 'classDiagram', 'pie'];

/** Checks only the first word, behind front matter and comments: it must name a type of diagram. */
export function mermaidProblems(block: Block): string[] {
  const text = block.code.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^\s*%%.*\n/gm, '');
  const first = text.trim().split(/\s/)[0] ?? '';
  return DIAGRAMS.includes(first)
    ? []
    : [`${placeOf(block)}: unknown diagram '${first}'; expected one of ${DIAGRAMS.join(', ')}`];
}
