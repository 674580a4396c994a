import { type CliContext, CliError } from './context';

/**
 * Runs a step of a command, and reports its result and duration in one line on standard error. Throws its error. If the
 * command was interrupted before, it does not run the step, and throws a {@link CliError}.
 */
export async function runStep<T>(context: CliContext, title: string, work: () => Promise<T>): Promise<T> {
  if (context.signal.aborted) throw new CliError('Interrupted.');
  const started = performance.now();
  const spinner = context.mayAnimate ? await startSpinner(title) : undefined;
  const report = (label: string, outcome: 'success' | 'error'): void => {
    const line = `${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`;
    if (spinner) spinner[outcome](line);
    else context.printError(`${label.padEnd(6)}${line}`);
  };
  try {
    const result = await work();
    report('ok', 'success');
    return result;
  } catch (error) {
    report('FAIL', 'error');
    throw error;
  }
}

async function startSpinner(text: string) {
  const { default: yoctoSpinner } = await import('yocto-spinner');
  return yoctoSpinner({ text }).start();
}
