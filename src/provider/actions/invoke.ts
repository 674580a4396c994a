import type { Redact } from '../../client/redact';
import { createError, type ProviderDiagnostic } from '../protocol/diagnostic';
import { unexpected } from '../protocol/messages';
import type { ActionEvent } from '../protocol/provider';
import type { Session } from '../service/session';

/** Terraform prints "Still creating..." every ten seconds for a resource, and nothing such for an action. */
const HEARTBEAT_MS = 10_000;

/**
 * The last event, and no other, has `diagnostics`: Terraform takes a stream without it for success.
 *
 * After StopProvider no progress is sent, because Terraform would end the call at that event. An action that ends after
 * StopProvider without a diagnostic gets the error "Action interrupted".
 */
export async function* invokeWithProgress(
  session: Session,
  redact: Redact | undefined,
  run: (session: Session, report: (message: string) => void) => Promise<readonly ProviderDiagnostic[]>,
): AsyncGenerator<ActionEvent, void, undefined> {
  const lines: string[] = [];
  const stopped = session.stopSignal();
  let onLine = (): void => undefined;
  const report = (message: string): void => {
    if (stopped.aborted) return;
    // Terraform prints a second line without the address of the action.
    const line = message.replace(/\s*\n\s*/g, ' ');
    lines.push(redact?.(line) ?? line);
    heartbeat.refresh();
    onLine();
  };
  const started = performance.now();
  const heartbeat = setTimeout(
    () => report(`Still running after ${Math.round((performance.now() - started) / 1000)} s.`),
    HEARTBEAT_MS,
  );
  let completed: readonly ProviderDiagnostic[] | undefined;
  const running = run(session, report)
    .then(
      (diagnostics) => {
        completed = stopped.aborted && diagnostics.length === 0 ? [interrupted()] : diagnostics;
      },
      (failure) => {
        completed = [unexpected('Invoking an action', failure, redact)];
      },
    )
    .finally(() => clearTimeout(heartbeat));
  while (completed === undefined || lines.length > 0) {
    const next = new Promise<void>((resolve) => {
      onLine = resolve;
    });
    if (lines.length === 0) await Promise.race([running, next]);
    for (const progress of lines.splice(0)) if (!stopped.aborted) yield { progress };
  }
  yield { diagnostics: completed };
}

function interrupted(): ProviderDiagnostic {
  return createError('Action interrupted', 'Terraform was interrupted while the action ran. Invoke the action again.');
}
