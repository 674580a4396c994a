/** The only file of the constructs that may read the process: biome.json refuses `process` in the others. */
export function readSynthEnvironment(): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
} {
  return { env: process.env, cwd: process.cwd() };
}
