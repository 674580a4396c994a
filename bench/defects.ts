/** Plants one defect at a time into a copy of the sources. Each must make a benchmark exceed its limit. */
import { copyTree, type Defect } from '../test/support/acceptance/copied-tree';
import { type Finding, isMissed, type Section } from './harness';
import { runScript } from './run-script';

interface BenchDefect extends Defect {
  readonly bench: readonly [string, ...string[]];
  readonly packaged: boolean;
  readonly finds: string;
}

export const BENCH_DEFECTS: readonly BenchDefect[] = [
  {
    name: 'Objects are read one by one, never from lists',
    file: 'src/provider/service/read-pool.ts',
    right: 'if (!listExhausted && pages < requested) await fetchPage();',
    wrong: 'if (pages > requested) await fetchPage();',
    bench: ['bench/reads.ts', '--quick'],
    packaged: false,
    finds: 'refresh of 1000 rules',
  },
  {
    name: 'The client has no rate limit',
    file: 'src/client/rate-limit/rate-limiter.ts',
    right: 'if (limits.perWindow === undefined) return 0;',
    wrong: 'if (limits.perWindow !== 0) return 0;',
    bench: ['bench/limits.ts', '--quick'],
    packaged: true,
    finds: 'apply: 429 responses',
  },
  {
    name: 'Everything is loaded before the handshake',
    file: 'src/plugin/serve.ts',
    right: "const load = (): typeof import('./process/deferred-modules') => require('./process/deferred-modules');",
    wrong:
      "const late = require('./process/deferred-modules') as typeof import('./process/deferred-modules');\nconst load = (): typeof import('./process/deferred-modules') => late;",
    bench: ['bench/start.ts', '--quick'],
    packaged: true,
    finds: 'start to handshake / empty Node',
  },
];

/** `caught` is the finding in `finds`; undefined if it did not exceed its limit, even if another one did. */
export interface Outcome {
  readonly defect: string;
  readonly bench: string;
  readonly caught: Finding | undefined;
}

export async function tryDefects(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const defect of BENCH_DEFECTS) outcomes.push(await tryDefect(defect));
  return outcomes;
}

async function tryDefect(defect: BenchDefect): Promise<Outcome> {
  const { name, bench, packaged, finds } = defect;
  const tree = copyTree('bench', 'test');
  try {
    tree.plant(defect);
    if (packaged) await runScript(tree.folder, 'scripts/build-provider.ts');
    const section = JSON.parse(await runScript(tree.folder, ...bench, '--json')) as Section;
    return {
      defect: name,
      bench: bench.join(' '),
      caught: section.findings.find((finding) => finding.name === finds && isMissed(finding)),
    };
  } finally {
    tree.remove();
  }
}
