/** Requests that an emulator received, as `METHOD path`, in their order. */
import type { Emulator } from '../../../src/emulator';

export async function requestsOf(emulator: Emulator, run: () => Promise<unknown>): Promise<string[]> {
  const before = emulator.requests().length;
  await run();
  return requestsAfter(emulator, before);
}

/** Those that may change an object. */
export async function writesOf(emulator: Emulator, run: () => Promise<unknown>): Promise<string[]> {
  return (await requestsOf(emulator, run)).filter((request) => !request.startsWith('GET '));
}

/** All but the first `count`. */
export function requestsAfter(emulator: Emulator, count: number): string[] {
  return emulator
    .requests()
    .slice(count)
    .map(({ method, path }) => `${method} ${path}`);
}
