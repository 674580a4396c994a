/** Returns what a synthesis reads from its process: the environment, and the folder of the app. */
export function readSynthEnvironment(): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
} {
  return { env: process.env, cwd: process.cwd() };
}
