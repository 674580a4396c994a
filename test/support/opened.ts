type Close = () => void | Promise<void>;
export type OnClose = (close: Close) => void;

/**
 * Runs `open`, and adds `close` to its result. `close` closes what `open` gave to `onClose`, the last first, and all of it
 * if some of it fails. If `open` itself fails, that is closed at once.
 */
export async function opened<Result extends object>(
  open: (onClose: OnClose) => Promise<Result>,
): Promise<Result & { close(): Promise<void> }> {
  const left: Close[] = [];
  const close = async (): Promise<void> => {
    const last = left.pop();
    if (!last) return;
    try {
      await last();
    } finally {
      await close();
    }
  };
  try {
    return { ...(await open((each) => void left.push(each))), close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
