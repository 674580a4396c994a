/**
 * Defects, put on purpose into a copy of the sources one at a time: each must make a benchmark miss what is promised, or
 * the benchmark proves nothing.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, isMissed, type Section } from './harness';
import { runScript } from './run-script';

const root = join(__dirname, '..');

/** What the build and the benchmarks read. */
const copied = ['src', 'scripts', 'bench', 'test', 'package.json', 'tsconfig.json'];

/** One thing that is broken. */
interface Defect {
  readonly name: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
  /** The benchmark that must find it, with its arguments. */
  readonly bench: readonly [string, ...string[]];
  /** Whether it needs the provider to be built. */
  readonly packaged: boolean;
  /** What must be missed. */
  readonly finds: string;
}

const DEFECTS: readonly Defect[] = [
  {
    name: 'Objects are read one by one, never from lists',
    file: 'src/engine/read-pool.ts',
    from: 'if (!ended && pages < asked) await fetchPage();',
    to: 'if (pages > asked) await fetchPage();',
    bench: ['bench/reads.ts', '--quick'],
    packaged: false,
    finds: 'refresh of 1000 rules',
  },
  {
    name: 'The client keeps no budget',
    file: 'src/client/budget.ts',
    from: 'if (limits.perWindow === undefined) return 0;',
    to: 'if (limits.perWindow !== 0) return 0;',
    bench: ['bench/limits.ts', '--quick'],
    packaged: true,
    finds: 'apply: answered 429',
  },
  {
    name: 'Everything is loaded before the handshake',
    file: 'src/plugin/serve.ts',
    from: "const load = (): typeof import('./late') => require('./late');",
    to: "const late = require('./late') as typeof import('./late');\nconst load = (): typeof import('./late') => late;",
    bench: ['bench/start.ts', '--quick'],
    packaged: true,
    finds: 'start to handshake / empty Node',
  },
];

/** What became of a defect: the finding that shows it, or undefined if none does. */
export interface Outcome {
  readonly defect: string;
  readonly bench: string;
  readonly caught: Finding | undefined;
}

/** Tries each defect. */
export async function tryDefects(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const defect of DEFECTS) outcomes.push(await tryDefect(defect));
  return outcomes;
}

async function tryDefect({ name, file, from, to, bench, packaged, finds }: Defect): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-defect-'));
  try {
    for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const source = readFileSync(join(folder, file), 'utf8');
    if (source.split(from).length !== 2) throw new Error(`${file} no longer holds exactly one: ${from}`);
    writeFileSync(
      join(folder, file),
      source.replace(from, () => to),
    );
    if (packaged) await runScript(folder, 'scripts/build-provider.ts');
    const section = JSON.parse(await runScript(folder, ...bench, '--json')) as Section;
    return {
      defect: name,
      bench: bench.join(' '),
      caught: section.findings.find((finding) => finding.name === finds && isMissed(finding)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
