/** Flags that adapt V8 to a process that runs for seconds. */
import { setFlagsFromString } from 'node:v8';

interface Flag {
  readonly flag: string;
  /** Major versions of Node that know the flag. Any other prints an error, which Terraform would log. */
  readonly majors: readonly number[];
}

const FLAGS: readonly Flag[] = [
  // By default V8 optimizes what ran for a moment, in threads that Terraform needs, and most of that never pays: a refresh
  // of some hundred objects takes a tenth less processor time and 4 MB less memory. Node 22 replaced the flag by counts
  // of calls.
  { flag: '--interrupt-budget=4000000', majors: [20] },
  // The HTTP parser of undici is one large WebAssembly function. To optimize it costs more memory than the rest of HTTP.
  { flag: '--wasm-tiering-budget=1000000000', majors: [20, 22, 24] },
  // The young generation keeps its first size. Otherwise it doubles in about one process of four, for 10 MB more.
  { flag: '--semi-space-growth-factor=1', majors: [20, 22, 24] },
];

/** The flags that this version of Node, such as `22.12.0`, knows. */
export function v8FlagsFor(nodeVersion: string): string[] {
  const major = Number.parseInt(nodeVersion, 10);
  return FLAGS.filter(({ majors }) => majors.includes(major)).map(({ flag }) => flag);
}

/** Sets {@link v8FlagsFor} in this process. */
export function setV8Flags(nodeVersion: string): void {
  for (const flag of v8FlagsFor(nodeVersion)) setFlagsFromString(flag);
}
