import type { CliContext } from '../command/context';

export interface Progress {
  /** Shows the current step: an animated line if the context permits it, otherwise a plain line. */
  show(step: string): void;
  end(): void;
}

export async function createProgress({ mayAnimate, printError }: CliContext): Promise<Progress> {
  if (!mayAnimate) return { show: printError, end: () => undefined };
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text: 'preview' }).start();
  return {
    show: (step) => {
      spinner.text = step;
    },
    end: () => void spinner.stop(),
  };
}
