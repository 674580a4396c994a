/**
 * Event destinations: docs/internals/event-sources.md `event_destination_*.v0`, docs/internals/gaps.md sections 0, 1.6,
 * 2 and 3. Profile `spec`. That 240 is the code of half an access key is assumed: no document says it.
 */
import { type Api, type Case, expectRefusals, refusal } from '../api';

const path = '/event_destinations';
const role = { role: { role_rn: 'rn:role' } };
const creds = { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: '<SECRET_ACCESS_KEY>' } };

const targets = {
  delivery_stream: 'delivery_stream_rn',
  data_stream: 'stream_rn',
  log_group: 'log_group_rn',
} as const;

type TargetName = keyof typeof targets;

const names = Object.keys(targets) as TargetName[];

const targetOf = (name: TargetName, auth: object = role) => ({ [name]: { auth, [targets[name]]: `rn:${name}` } });
/** Targets in which one part of the access key is empty. */
const halves = Object.keys(creds.creds).map((part) => targetOf('log_group', { creds: { ...creds.creds, [part]: '' } }));
const post = (api: Api, target: unknown, format: unknown = 'JSON') => api.send('POST', path, { format, target });

export const eventDestinationCases: readonly Case[] = [
  ...names.map((name) => ({
    title: `a destination of type ${name} returns the other types as null`,
    async run(api: Api) {
      const created = await api.create(path, { format: 'JSON', target: targetOf(name) });
      const others = { delivery_stream: null, data_stream: null, log_group: null };
      const auth = { role: { role_rn: 'rn:role' }, creds: null };
      expect(created['target']).toEqual({ ...others, [name]: { auth, [targets[name]]: `rn:${name}` } });
    },
  })),
  {
    title: 'neither the create nor a GET returns the secret of an access key',
    async run(api) {
      const created = await api.create(path, { format: 'JSON', target: targetOf('log_group', creds) });
      const got = await api.send('GET', `${path}/${created.id}`);
      for (const text of [JSON.stringify(created), got.text]) expect(text).not.toContain('<SECRET_ACCESS_KEY>');
      const shown = { cloud_access_key_id: 'AK', cloud_secret_access_key: null };
      expect(got.body).toMatchObject({ target: { log_group: { auth: { role: null, creds: shown } } } });
    },
  },
  {
    title: 'the format is JSON, ignoring case and returned as sent; others are rejected (235)',
    async run(api) {
      const send = (format: unknown) => post(api, targetOf('log_group'), format);
      for (const format of ['JSON', 'json', 'Json']) expect((await send(format)).body['format']).toBe(format);
      const refused = ['XML', '', 1].map((format) => [format, 235] as const);
      await expectRefusals(api, send, refused);
    },
  },
  {
    title: 'no target (236), two (5115), two or incomplete credentials, and unknown members are rejected',
    run: (api) =>
      expectRefusals<unknown>(api, (target) => post(api, target), [
        [{}, 236],
        [{ ...targetOf('log_group'), ...targetOf('data_stream') }, 5115],
        [targetOf('log_group', {}), 5107],
        [targetOf('log_group', { ...role, ...creds }), 5116],
        [{ log_group: { log_group_rn: 'rn' } }, 5106],
        [targetOf('log_group', { role: {} }), 5104],
        [{ nonsense: {} }, 214],
        [targetOf('log_group', { nonsense: {} }), 214],
        ...Object.keys(creds.creds).map((part) => [targetOf('log_group', { creds: { [part]: 'x' } }), 240] as const),
        ...halves.map((half) => [half, 240] as const),
        ...names.flatMap((name) => [
          [{ [name]: { auth: role } }, 5120] as const,
          [{ [name]: { auth: role, [targets[name]]: ' ' } }, 5120] as const,
        ]),
      ]),
  },
  {
    title: 'an update changes parts of the target and the credentials, and rejects half an access key (240)',
    async run(api) {
      const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group', creds) });
      const send = (target: object) => api.send('PATCH', `${path}/${id}`, { target });
      const refused = halves.map((half) => [half, 240] as const);
      await expectRefusals(api, send, refused);
      const patch = async (target: object) => (await send(target)).body['target'];
      expect(await patch({ log_group: { log_group_rn: 'rn:other' } })).toMatchObject({
        log_group: { log_group_rn: 'rn:other', auth: { role: null, creds: { cloud_access_key_id: 'AK' } } },
      });
      expect(await patch({ log_group: { auth: role } })).toMatchObject({
        log_group: { log_group_rn: 'rn:other', auth: { role: { role_rn: 'rn:role' }, creds: null } },
      });
    },
  },
  {
    title: 'an update rejects another type of target (5108), several (5115) and none (236), and accepts a response',
    async run(api) {
      const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group') });
      const patch = (target: object) => api.send('PATCH', `${path}/${id}`, { target });
      await expectRefusals(api, patch, [
        [targetOf('data_stream'), 5108],
        [{ ...targetOf('log_group'), ...targetOf('data_stream') }, 5115],
        [{ log_group: null, ...targetOf('data_stream') }, 5108],
        [{ log_group: null }, 236],
      ]);
      expect((await api.send('GET', `${path}/${id}`)).body['target']).toMatchObject(targetOf('log_group'));
      // A response may be sent back: unused types are null.
      expect((await patch({ ...targetOf('log_group'), data_stream: null, delivery_stream: null })).status).toBe(200);
    },
  },
  {
    title: 'a destination cannot be deleted while a subscription uses it (5112)',
    async run(api) {
      const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group') });
      const subscription = await api.create('/event_subscriptions', { destination_ids: [id] });
      expect(await api.send('DELETE', `${path}/${id}`)).toMatchObject(refusal(api, 409, 5112));
      await api.send('PATCH', `/event_subscriptions/${subscription.id}`, { destination_ids: [] });
      expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    },
  },
];
