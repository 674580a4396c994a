import type { CliContext } from '../command/context';

export interface Progress {
  /** Shows the current step: an animated line on a terminal, otherwise a plain line. */
  show(step: string): void;
  end(): void;
}

export async function createProgress({ isTerminal, printError }: CliContext): Promise<Progress> {
  if (!isTerminal) return { show: printError, end: () => undefined };
  // Loaded only on a terminal.
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text: 'preview' }).start();
  return {
    show: (step) => {
      spinner.text = step;
    },
    end: () => void spinner.stop(),
  };
}
