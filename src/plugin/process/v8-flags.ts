/** For a process that runs for seconds. docs/performance.md has the measurements. */
import { setFlagsFromString } from 'node:v8';

interface Flag {
  readonly flag: string;
  /**
   * Major versions of Node for which it is set. V8 prints an error for a flag that it lacks, and Terraform would log
   * it.
   */
  readonly majors: readonly number[];
}

const FLAGS: readonly Flag[] = [
  // Delays optimization, which rarely pays in a short process, and saves 4 MB. For later versions, counts do the same.
  { flag: '--interrupt-budget=4000000', majors: [20] },
  { flag: '--invocation-count-for-turbofan=90000', majors: [22] },
  { flag: '--invocation-count-for-osr=15000', majors: [22] },
  // Node 24 optimizes with Maglev first. Turbofan hardly runs then: once started, it takes 8 MB for its own code.
  { flag: '--invocation-count-for-maglev=12000', majors: [24] },
  { flag: '--invocation-count-for-maglev-osr=3000', majors: [24] },
  { flag: '--invocation-count-for-turbofan=1000000', majors: [24] },
  { flag: '--invocation-count-for-osr=1000000', majors: [24] },
  // Optimizing undici's HTTP parser, one large WebAssembly function, takes more memory than the rest of HTTP.
  { flag: '--wasm-tiering-budget=1000000000', majors: [20, 22, 24] },
  // Keeps the size of the young generation, which otherwise doubles in one of four processes, for 10 MB more.
  { flag: '--semi-space-growth-factor=1', majors: [20, 22, 24] },
  // Without it, each collection of the young generation waits for a second thread, while Terraform uses the processors.
  { flag: '--no-parallel-scavenge', majors: [20, 22, 24] },
];

export function v8FlagsFor(nodeVersion: string): string[] {
  const major = Number.parseInt(nodeVersion, 10);
  return FLAGS.filter(({ majors }) => majors.includes(major)).map(({ flag }) => flag);
}

export function setV8Flags(nodeVersion: string): void {
  for (const flag of v8FlagsFor(nodeVersion)) setFlagsFromString(flag);
}
