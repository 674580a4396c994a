/** The moments of requests: each request of each act, paused while something breaks. */
import type { Passing } from '../../support/acceptance/proxy';
import { pass } from '../../support/acceptance/proxy';
import { type Act, nameRequests } from './acts';
import { type TriedProcess, tryAttempt } from './attempt';
import { BREAKS, type Break, type When } from './breaks';
import type { Stage } from './stage';

/** One of them. */
export interface RequestMoment {
  readonly act: Act;
  readonly request: string;
  readonly when: When;
  readonly broken: Break;
}

/** All moments of an act. A read changes nothing, so that before and after are the same, and no state is written. */
export function requestMoments(act: Act): RequestMoment[] {
  return act.requests.flatMap((request) =>
    BREAKS.flatMap((broken) => {
      const whens = act.step !== 'read' ? broken.whens : broken.ownDisk ? [] : (['done, no response'] as const);
      return whens.map((when) => ({ act, request, when, broken }));
    }),
  );
}

/** Tries one. */
export function tryRequest(stage: Stage, { act, request, when, broken }: RequestMoment): Promise<TriedProcess> {
  const creates = request.startsWith('POST');
  const losesSecret = creates && when === 'done, no response' && act.subject.returnsSecret;
  return tryAttempt<Passing>(stage, act, {
    at: `${request}, ${when}`,
    fault: broken.name,
    command: act.command,
    provider: broken.provider,
    allowed: {
      responseLost: broken.losesResponses && creates,
      ...(broken.ownDisk && { statePush: true }),
      ...(broken.service === 'process' && (losesSecret ? { secretLost: true } : { nothing: true })),
    },
    arm: (on) => {
      const paused = pauseRequest(on, request);
      return () => paused;
    },
    happen: ({ stage: on, terraform, moment }) => broken.perform({ stage: on, terraform, request: moment }, when),
  });
}

/** Passes the expected request to its waiter, and all others to the service. */
export function pauseRequest({ proxy }: Pick<Stage, 'proxy'>, wanted: string): Promise<Passing> {
  const named = nameRequests();
  return new Promise((resolve) => {
    proxy.handle = (request) => {
      if (named(request) !== wanted) return pass(request);
      resolve(request);
    };
  });
}
