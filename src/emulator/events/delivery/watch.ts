import type { ReadContext } from '../../objects/request-context';
import { isSettling } from '../../time/scheduled-changes';
import { catchUp } from '../../time/serialize';

/** How often, in milliseconds of real time, to look whether the emulator's clock has brought anything about. */
const lookMilliseconds = 100;

/**
 * Settles when there may be news: events, a reset, the abort of the signal. While the clock may bring something about
 * it is looked after here, since without requests nobody else does.
 */
export async function untilNews(view: ReadContext, signal: AbortSignal): Promise<void> {
  const { watchers } = view.state;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    wake = resolve;
    watchers.add(wake);
    signal.addEventListener('abort', wake);
    if (signal.aborted) resolve();
    if (isSettling(view.account)) timer = setTimeout(resolve, lookMilliseconds);
  });
  clearTimeout(timer);
  watchers.delete(wake);
  signal.removeEventListener('abort', wake);
  if (!signal.aborted) await catchUp(view);
}
