/** Cancels a step or job in the way of the host. */
import type { RunningScript } from '../script';

/** A step of GitHub, or a job of GitLab. */
export interface RunningJob extends Pick<RunningScript, 'says'> {
  cancel(): void;
}

/** A signal to the shell only; 7.5 s later another one; 2.5 s later the end of all processes of the step. */
export async function cancelOnGitHub(step: RunningScript): Promise<void> {
  step.signal('SIGINT');
  if (await isWithin(step.ended, 7500)) return;
  step.signal('SIGTERM');
  if (await isWithin(step.ended, 2500)) return;
  step.signalGroup('SIGKILL');
}

/** A signal to all processes of the container. */
export async function cancelOnGitLab(job: RunningScript): Promise<void> {
  job.signalGroup('SIGTERM');
  if (await isWithin(job.ended, 30_000)) return;
  job.signalGroup('SIGKILL');
}

async function isWithin(ended: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isEnded = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}
