import type { Emulator } from '../../../src/emulator';

/** Calls `run`, and returns the requests that the emulator received meanwhile, in order: `GET /ip_policies`. */
export async function requestsOf(emulator: Emulator, run: () => Promise<unknown>): Promise<string[]> {
  const before = emulator.requests().length;
  await run();
  return requestsAfter(emulator, before);
}

/** Like {@link requestsOf}, without the GET requests. */
export async function writesOf(emulator: Emulator, run: () => Promise<unknown>): Promise<string[]> {
  return (await requestsOf(emulator, run)).filter((request) => !request.startsWith('GET '));
}

/** The requests that the emulator received, without the first `count`. */
export function requestsAfter(emulator: Emulator, count: number): string[] {
  return emulator
    .requests()
    .slice(count)
    .map(({ method, path }) => `${method} ${path}`);
}
