type Close = () => void | Promise<void>;
export type OnClose = (close: Close) => void;

/**
 * Runs `open`, and adds `close` to its result. `close` calls the functions that `open` passed to `onClose`, the last
 * one first, and all of them even if one throws. If `open` itself throws, they are called at once.
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
