/** Creates destinations and subscriptions for tests of delivery. */
import type { Api } from './api';

const members: Readonly<Record<string, string>> = {
  delivery_stream: 'delivery_stream_rn',
  data_stream: 'stream_rn',
  log_group: 'log_group_rn',
};

/** Returns the id. */
export async function makeDestination(api: Api, target = 'data_stream'): Promise<string> {
  const settings = { [members[target] as string]: 'crn:stream/a', auth: { role: { role_rn: 'crn:role/a' } } };
  return (await api.create('/event_destinations', { format: 'JSON', target: { [target]: settings } })).id;
}

/** Returns the id. */
export async function subscribe(api: Api, sources: object[], destinationIds: string[]): Promise<string> {
  return (await api.create('/event_subscriptions', { sources, destination_ids: destinationIds })).id;
}
