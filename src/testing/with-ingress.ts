import { type Ingress, type IngressOptions, startIngress } from './ingress';
import { matchers } from './matchers';

type Hook = (work: () => Promise<void>) => void;

/** The functions of a test runner. The module `vitest` and the globals of jest have them. */
export interface TestRunner {
  /** Starts the service. */
  readonly beforeAll: Hook;
  /** Resets the service before each test, unless `keep` is set. */
  readonly beforeEach: Hook;
  /** Closes the service. */
  readonly afterAll: Hook;
  /** Receives the matchers. */
  readonly expect: { extend(matchers: object): void };
}

/** Options of {@link withIngress}. */
export interface SuiteOptions extends IngressOptions {
  /**
   * Keeps the objects of earlier tests and of `beforeAll`. Otherwise the service is reset before each test.
   *
   * @default false
   */
  readonly keep?: boolean;
  /**
   * The test runner, if its functions are not global: `import * as vitest from 'vitest'`.
   *
   * @default - the global functions, as in jest
   */
  readonly runner?: TestRunner;
}

/**
 * Starts a service for the tests of a file or `describe` block, closes it after them, and adds the matchers. The result
 * can be used only in tests and in hooks that run after this call's `beforeAll`. Its functions can be destructured
 * anywhere, as in `const { deploy, plan } = withIngress()`; `emulator`, `client` and `events` only in tests and hooks.
 */
export function withIngress(options: SuiteOptions = {}): Ingress {
  const { keep = false, runner = globalRunner(), ...ingressOptions } = options;
  let started: Ingress | undefined;
  const ingress = (): Ingress => {
    if (started) return started;
    throw new Error('The service of withIngress() is not running. Use it only in tests and hooks.');
  };
  runner.expect.extend(matchers);
  runner.beforeAll(async () => {
    started = await startIngress(ingressOptions);
  });
  if (!keep) runner.beforeEach(() => ingress().reset());
  runner.afterAll(async () => {
    const ended = started;
    started = undefined;
    await ended?.close();
  });
  return {
    deploy: async (stack, run) => ingress().deploy(stack, run),
    plan: async (stack, run) => ingress().plan(stack, run),
    destroy: async (stack, run) => ingress().destroy(stack, run),
    preview: async (app, options) => ingress().preview(app, options),
    get emulator() {
      return ingress().emulator;
    },
    get client() {
      return ingress().client;
    },
    get events() {
      return ingress().events;
    },
    trafficTo: (type) => ingress().trafficTo(type),
    policy: (name) => ingress().policy(name),
    endpoint: (url, request) => ingress().endpoint(url, request),
    reset: async () => ingress().reset(),
    close: async () => ingress().close(),
  };
}

function globalRunner(): TestRunner {
  const { beforeAll, beforeEach, afterAll, expect } = globalThis as unknown as Partial<TestRunner>;
  if (beforeAll && beforeEach && afterAll && expect) return { beforeAll, beforeEach, afterAll, expect };
  throw new Error(
    'withIngress() found no global beforeAll, beforeEach, afterAll and expect. Call it in a test file of jest, ' +
      'or pass the test runner: `withIngress({ runner: vitest })` with `import * as vitest from "vitest"`. Outside tests use startIngress().',
  );
}
