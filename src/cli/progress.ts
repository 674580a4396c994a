import { CliError } from './cli-error';
import type { CliContext } from './context';

/** Reports steps of a longer command on standard error: one line each, with the seconds it took. */
export interface Progress {
  /** Runs a step and reports how it ended; throws what the step throws, and runs none once the command was interrupted. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

/** Animated on a terminal, plain lines without one. */
export function createProgress(context: CliContext): Progress {
  return {
    async step(title, work) {
      if (context.signal.aborted) throw new CliError('Interrupted.');
      const started = performance.now();
      const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
      const spinner = context.isTerminal ? await startSpinner(title) : undefined;
      try {
        const result = await work();
        const line = `${title} (${seconds()})`;
        if (spinner) spinner.success(line);
        else context.err(`ok    ${line}`);
        return result;
      } catch (error) {
        const line = `${title} (${seconds()})`;
        if (spinner) spinner.error(line);
        else context.err(`FAIL  ${line}`);
        throw error;
      }
    },
  };
}

async function startSpinner(text: string) {
  // An ES module, and only wanted on a terminal.
  const { default: yoctoSpinner } = await import('yocto-spinner');
  return yoctoSpinner({ text }).start();
}
