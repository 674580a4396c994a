import { CliError } from './cli-error';
import type { CliContext } from './context';

/** Reports the steps of a command on standard error, one line each with its duration. */
export interface Progress {
  /** Runs a step and reports its result. Rethrows the error of the step; throws if the command was interrupted. */
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
}

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
  // Loaded only on a terminal.
  const { default: yoctoSpinner } = await import('yocto-spinner');
  return yoctoSpinner({ text }).start();
}
