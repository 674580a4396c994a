import type { ServiceClient } from '../../../src/client/api';
import { createSession, pinStopSignal } from '../../../src/provider/service/session';

const client = {} as ServiceClient;

test('an operation with a pinned stop signal shares what the session knows', () => {
  const session = createSession(client, () => new AbortController().signal);
  const pinned = pinStopSignal(session);
  expect(pinned.claimFirst('outage')).toBe(true);
  pinned.claimed.add('ipp_1');
  pinned.filterSupport.set('ip_policy', Promise.resolve(false));
  expect(session.claimFirst('outage')).toBe(false);
  expect([...session.claimed, ...session.filterSupport.keys()]).toEqual(['ipp_1', 'ip_policy']);
});

test('a pinned stop signal remains, while the session gets the next one', () => {
  let controller = new AbortController();
  const session = createSession(client, () => controller.signal);
  const pinned = pinStopSignal(session);
  controller.abort();
  controller = new AbortController();
  expect([pinned.stopSignal().aborted, session.stopSignal().aborted]).toEqual([true, false]);
});
