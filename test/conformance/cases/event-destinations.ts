/** Event destinations: docs/internals/event-sources.md `event_destination_*.v0`, docs/internals/gaps.md sections 0, 1.6, 2 and 3. Profile `spec`. */
import { type Api, type Case, refusal } from '../api';

const path = '/event_destinations';
const role = { role: { role_rn: 'rn:role' } };
const creds = { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key: '<SECRET_ACCESS_KEY>' } };

const targets = {
  delivery_stream: 'delivery_stream_rn',
  data_stream: 'stream_rn',
  log_group: 'log_group_rn',
} as const;

type TargetName = keyof typeof targets;

const targetOf = (name: TargetName, auth: object = role) => ({ [name]: { auth, [targets[name]]: `rn:${name}` } });
const post = (api: Api, target: unknown, format: unknown = 'JSON') => api.send('POST', path, { format, target });

export const eventDestinationCases: readonly Case[] = [
  ...(Object.keys(targets) as TargetName[]).map((name) => ({
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
      for (const format of ['JSON', 'json', 'Json']) {
        expect((await post(api, targetOf('log_group'), format)).body['format']).toBe(format);
      }
      for (const format of ['XML', '', 1]) {
        expect(await post(api, targetOf('log_group'), format)).toMatchObject(refusal(api, 400, 235));
      }
    },
  },
  {
    title: 'exactly one target: none 236, several 5115',
    async run(api) {
      expect(await post(api, {})).toMatchObject(refusal(api, 400, 236));
      const both = { ...targetOf('log_group'), ...targetOf('data_stream') };
      expect(await post(api, both)).toMatchObject(refusal(api, 400, 5115));
    },
  },
  {
    title: 'exactly one kind of credentials: none 5107, both 5116; no auth 5106',
    async run(api) {
      expect(await post(api, targetOf('log_group', {}))).toMatchObject(refusal(api, 400, 5107));
      expect(await post(api, targetOf('log_group', { ...role, ...creds }))).toMatchObject(refusal(api, 400, 5116));
      expect(await post(api, { log_group: { log_group_rn: 'rn' } })).toMatchObject(refusal(api, 400, 5106));
    },
  },
  {
    title: 'both parts of an access key are required (240)',
    async run(api) {
      for (const member of ['cloud_access_key_id', 'cloud_secret_access_key']) {
        const auth = { creds: { [member]: 'x' } };
        expect(await post(api, targetOf('log_group', auth))).toMatchObject(refusal(api, 400, 240));
        const half = targetOf('log_group', { creds: { ...creds.creds, [member]: '' } });
        expect(await post(api, half)).toMatchObject(refusal(api, 400, 240));
        const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group', creds) });
        expect(await api.send('PATCH', `${path}/${id}`, { target: half })).toMatchObject(refusal(api, 400, 240));
      }
    },
  },
  {
    title: 'targets (5120) and roles (5104) require a resource name',
    async run(api) {
      for (const name of Object.keys(targets) as TargetName[]) {
        for (const settings of [{ auth: role }, { auth: role, [targets[name]]: ' ' }]) {
          expect(await post(api, { [name]: settings })).toMatchObject(refusal(api, 400, 5120));
        }
      }
      expect(await post(api, targetOf('log_group', { role: {} }))).toMatchObject(refusal(api, 400, 5104));
    },
  },
  {
    title: 'an update changes parts of the target and the credentials',
    async run(api) {
      const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group', creds) });
      const patch = async (target: object) => (await api.send('PATCH', `${path}/${id}`, { target })).body['target'];
      expect(await patch({ log_group: { log_group_rn: 'rn:other' } })).toMatchObject({
        log_group: { log_group_rn: 'rn:other', auth: { role: null, creds: { cloud_access_key_id: 'AK' } } },
      });
      expect(await patch({ log_group: { auth: role } })).toMatchObject({
        log_group: { log_group_rn: 'rn:other', auth: { role: { role_rn: 'rn:role' }, creds: null } },
      });
    },
  },
  {
    title: 'an update rejects another type of target (5108) and several types (5115)',
    async run(api) {
      const { id } = await api.create(path, { format: 'JSON', target: targetOf('log_group') });
      const patch = (target: object) => api.send('PATCH', `${path}/${id}`, { target });
      expect(await patch(targetOf('data_stream'))).toMatchObject(refusal(api, 400, 5108));
      const both = { ...targetOf('log_group'), ...targetOf('data_stream') };
      expect(await patch(both)).toMatchObject(refusal(api, 400, 5115));
      // An update cannot replace the type either by setting the previous one to null.
      expect(await patch({ log_group: null, ...targetOf('data_stream') })).toMatchObject(refusal(api, 400, 5108));
      expect(await patch({ log_group: null })).toMatchObject(refusal(api, 400, 236));
      expect((await api.send('GET', `${path}/${id}`)).body['target']).toMatchObject(targetOf('log_group'));
      // A response may be sent back: unused types are null.
      expect((await patch({ ...targetOf('log_group'), data_stream: null, delivery_stream: null })).status).toBe(200);
    },
  },
  {
    title: 'unknown members are rejected at any depth (214)',
    async run(api) {
      expect(await post(api, { nonsense: {} })).toMatchObject(refusal(api, 400, 214));
      expect(await post(api, targetOf('log_group', { nonsense: {} }))).toMatchObject(refusal(api, 400, 214));
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
