import { tryFindRoute } from '../../../src/emulator/http/routes';
import { PROFILES } from '../../../src/model/profiles';

test.each<[request: string, route: object | undefined]>([
  ['GET /ip_policies', { operation: 'ip_policy.list', id: '', member: '' }],
  ['GET /ip_policies/ipp_1', { operation: 'ip_policy.get', id: 'ipp_1', member: '' }],
  // An encoded slash is a part of an id, and of no other name.
  ['GET /ip_policies/a%2Fb', { operation: 'ip_policy.get', id: 'a/b', member: '' }],
  ['GET /app/sessions', { operation: 'application_session.list', id: '', member: '' }],
  ['GET /app%2Fsessions', undefined],
  [
    'GET /event_subscriptions/esb_1/sources/a.v0',
    { operation: 'event_subscription.sources.get', id: 'esb_1', member: 'a.v0' },
  ],
  ['GET /event_subscriptions/esb_1/sources%2F*', undefined],
  ['GET /ip_policies/', undefined],
  ['GET /ip_policies/%', undefined],
  ['PUT /ip_policies', undefined],
])('%s', (request, expected) => {
  const [method = '', path = ''] = request.split(' ');
  const route = tryFindRoute(method, path, 'service', PROFILES.ngrok);
  expect(route && { ...route, operation: route.operation.name }).toEqual(expected);
});
