/** The service of a test suite, tied to the hooks of the test runner. */
import { type Ingress, type IngressOptions, startIngress } from './ingress';
import { matchers } from './matchers';

type Hook = (work: () => Promise<void>) => void;

/** What is used of a test runner. The module `vitest` is one, and so are the globals of jest. */
export interface TestRunner {
  /** Starts the service. */
  readonly beforeAll: Hook;
  /** Empties it before each test, unless `keep` is set. */
  readonly beforeEach: Hook;
  /** Closes it. */
  readonly afterAll: Hook;
  /** Gets the matchers. */
  readonly expect: { extend(matchers: object): void };
}

/** What a suite can ask for. */
export interface SuiteOptions extends IngressOptions {
  /**
   * Whether what was deployed before a test is still there for it, by the test before it or by a `beforeAll`. Otherwise
   * every test begins with an empty service, whatever ran before.
   *
   * @default false
   */
  readonly keep?: boolean;
  /**
   * The test runner, where its functions are imported: `import * as vitest from 'vitest'`.
   *
   * @default - the global functions, as jest has them
   */
  readonly runner?: TestRunner;
}

/**
 * Starts a service for the tests of the file or `describe` block it is called in, and closes it after them; adds the
 * matchers. What it answers can be used in tests and hooks, not before; `deploy`, `plan` and `destroy` may be taken out
 * of it by destructuring.
 */
export function withIngress(options: SuiteOptions = {}): Ingress {
  const { keep = false, runner = globalRunner(), ...ingressOptions } = options;
  let started: Ingress | undefined;
  const ingress = (): Ingress => {
    if (started) return started;
    throw new Error('The service of withIngress() runs while tests and their hooks do, and not before or after them.');
  };
  runner.expect.extend(matchers);
  runner.beforeAll(async () => {
    started = await startIngress(ingressOptions);
  });
  if (!keep) runner.beforeEach(() => ingress().reset());
  runner.afterAll(async () => {
    const closing = started;
    started = undefined;
    await closing?.close();
  });
  return {
    deploy: async (stack, given) => ingress().deploy(stack, given),
    plan: async (stack, given) => ingress().plan(stack, given),
    destroy: async (stack, given) => ingress().destroy(stack, given),
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
    reset: async () => ingress().reset(),
    close: async () => ingress().close(),
  };
}

function globalRunner(): TestRunner {
  const found = globalThis as unknown as Partial<TestRunner>;
  const { beforeAll, beforeEach, afterAll, expect } = found;
  if (beforeAll && beforeEach && afterAll && expect) return { beforeAll, beforeEach, afterAll, expect };
  throw new Error(
    'Cannot start the service: withIngress() finds no global beforeAll, beforeEach, afterAll and expect. Call it in a test file of jest, ' +
      'or hand in the test runner: `withIngress({ runner: vitest })` with `import * as vitest from "vitest"`. Outside of tests use startIngress().',
  );
}
