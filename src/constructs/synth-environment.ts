export function readSynthEnvironment(): {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
} {
  return { env: process.env, cwd: process.cwd() };
}
