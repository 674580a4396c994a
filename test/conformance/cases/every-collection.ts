/**
 * Rules of a collection of any type: docs/internals/management-api.md 'Endpoints', 'Errors', 'Limits';
 * docs/internals/gaps.md sections 1 to 3.
 */
import { type Api, type Case, type Entity, type Members, refusal } from '../api';
import type { Collection } from '../collections';

/** RFC 3339, UTC, whole seconds (docs/internals/gaps.md 2.5-6). */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Members of an object of any collection in a response. */
const common = ['id', 'uri', 'created_at'];

const always = () => true;

export function everyCollectionCases(collection: Collection): readonly Case[] {
  const { path, codes, idPrefix, lengthUnit } = collection;
  const create = async (api: Api, extra: Members = {}): Promise<Entity> =>
    api.create(path, { ...(await collection.minimal(api)), ...extra });
  const absent = `${path}/${idPrefix}_${'0'.repeat(27)}`;
  return [
    {
      title: 'a minimal POST returns 201 with the object, and GET returns 200',
      runsOnAccounts: always,
      async run(api) {
        const created = await create(api);
        const { members, publicMembers = [] } = collection;
        const expected = [...common, ...members, ...(api.target.profile === 'ngrok' ? publicMembers : [])];
        expect(Object.keys(created).sort()).toEqual(expected.sort());
        expect(created.id).toMatch(new RegExp(`^${idPrefix}_[0-9A-Za-z]{27}$`));
        expect(created.uri.endsWith(`${path}/${created.id}`)).toBe(true);
        expect(created['created_at']).toMatch(time);
        expect(await api.send('GET', `${path}/${created.id}`)).toMatchObject({ status: 200, body: later(created) });
      },
    },
    {
      title: 'a complete POST returns the sent members, and GET the same object',
      // A complete body of a restriction has `enforced: true`, which a run on an account must not send.
      runsOnAccounts: () => path !== '/ip_restrictions',
      async run(api) {
        const texts = { description: 'a description', metadata: '{"key": "value"}' };
        const sent = { ...(await collection.full(api)), ...texts };
        const created = await api.create(path, sent);
        expect(created).toMatchObject({ ...collection.returned(sent, api.target.profile), ...texts });
        expect((await api.send('GET', `${path}/${created.id}`)).body).toEqual(later(created));
      },
    },
    {
      title:
        'PATCH of the description returns 200 and changes nothing else but updated_at and the progress of a certificate job',
      async run(api) {
        const { updated_at: _then, ...before } = await create(api, { description: 'a', metadata: 'b' });
        const response = await api.send('PATCH', `${path}/${before.id}`, { description: 'c' });
        const { updated_at: _now, ...after } = response.body;
        expect(response.status).toBe(200);
        expect(withoutJob(after)).toEqual(withoutJob({ ...later(before), description: 'c' }));
      },
    },
    {
      title: 'an empty string clears description and metadata, which are then omitted',
      isGeneral: true,
      runsOnAccounts: always,
      async run(api) {
        const { id } = await create(api, { description: 'a', metadata: 'b' });
        const patched = await api.send('PATCH', `${path}/${id}`, { description: '', metadata: '' });
        for (const { body } of [patched, await api.send('GET', `${path}/${id}`)]) {
          expect(body).not.toHaveProperty('description');
          expect(body).not.toHaveProperty('metadata');
        }
      },
    },
    {
      title: 'DELETE returns 204 without a body; GET, PATCH and DELETE then return 404',
      async run(api) {
        const { id } = await create(api);
        expect(await api.send('DELETE', `${path}/${id}`)).toMatchObject({ status: 204, text: '' });
        for (const [method, body] of [['GET'], ['PATCH', { description: 'x' }], ['DELETE']] as const) {
          expect(await api.send(method, `${path}/${id}`, body)).toMatchObject(refusal(api, 404, codes.notFound));
        }
      },
    },
    {
      title: 'an unknown id, a malformed one (222) and one with another prefix (227) are a 404',
      isGeneral: true,
      async run(api) {
        expect(await api.send('GET', absent)).toMatchObject(refusal(api, 404, codes.notFound));
        for (const id of ['nonsense', `${idPrefix}_`, `${idPrefix}_${'0'.repeat(26)}`, `${idPrefix}_${'-'.repeat(27)}`])
          expect(await api.send('GET', `${path}/${id}`)).toMatchObject(refusal(api, 404, 222));
        expect(await api.send('GET', `${path}/zz_${'0'.repeat(27)}`)).toMatchObject(refusal(api, 404, 227));
      },
    },
    {
      title: 'paths and methods that are not routed are a 404 with the path',
      isGeneral: true,
      async run(api) {
        for (const [method, sent] of [
          ['PUT', path],
          ['DELETE', path],
          ['PATCH', path],
          ['POST', absent],
          ['GET', `${path}/`],
          ['GET', `${path}x`],
          ['GET', `${absent}/nothing`],
        ] as const) {
          const body = { status_code: 404, msg: 'Not Found', details: { path: sent } };
          expect(await api.send(method, sent, method === 'GET' ? undefined : {})).toMatchObject({ status: 404, body });
        }
      },
    },
    {
      title: 'a list has the newest object first, and the members uri and next_page_uri',
      isGeneral: true,
      async run(api) {
        const [first, second] = await createTwo(api, collection);
        const { status, body } = await api.send('GET', path);
        expect(status).toBe(200);
        expect(Object.keys(body).sort()).toEqual([collection.listKey, 'next_page_uri', 'uri'].sort());
        const ids = (body[collection.listKey] as Entity[]).map(({ id }) => id);
        expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(first.id));
        expect(ids).toContain(first.id);
        expect(String(body['uri'])).toContain(path);
      },
    },
    {
      title: 'pages of one object lead from the newest to the oldest by absolute URIs of the same origin',
      isGeneral: true,
      async run(api) {
        const [first, second] = await createTwo(api, collection);
        const seen: string[] = [];
        let next: unknown = `${path}?limit=1`;
        while (typeof next === 'string') {
          const { body } = await api.send('GET', next);
          seen.push(...(body[collection.listKey] as Entity[]).map(({ id }) => id));
          next = body['next_page_uri'];
          if (next !== null) expect(next).toMatch(new RegExp(`^${api.target.baseUrl}${path}\\?`));
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.indexOf(second.id)).toBeLessThan(seen.indexOf(first.id));
        const behind = await api.send('GET', `${path}?limit=1&before_id=${second.id}`);
        expect(behind.body[collection.listKey]).toMatchObject([{ id: first.id }]);
      },
    },
    {
      title: 'the query of a list is validated',
      isGeneral: true,
      async run(api) {
        for (const [query, code] of [
          ['limit=0', 233],
          ['limit=101', 233],
          ['limit=many', 244],
          ['wrong=1', 231],
          ['limit=1&limit=1', 232],
          ['limit=%zz', 230],
          ['before_id=nonsense', 223],
        ] as const) {
          expect(await api.send('GET', `${path}?${query}`)).toMatchObject(refusal(api, 400, code));
        }
        expect((await api.send('GET', `${path}?limit=100`)).status).toBe(200);
        expect(await api.send('GET', `${absent}?limit=1`)).toMatchObject(refusal(api, 400, 231));
      },
    },
    {
      title: `description is limited to 255 ${lengthUnit} and metadata to 4096${lengthUnit === 'bytes' ? ', counted in UTF-8' : ''}`,
      async run(api) {
        const [description, metadata] =
          lengthUnit === 'bytes'
            ? [`${'é'.repeat(127)}x`, 'é'.repeat(2048)]
            : [`${'é'.repeat(127)}${'😀'.repeat(128)}`, '😀'.repeat(4096)];
        const { id } = await create(api, { description, metadata });
        for (const [body, code] of [
          [{ description: 'x'.repeat(256) }, codes.description],
          [{ description: `${description}é` }, codes.description],
          [{ metadata: 'x'.repeat(4097) }, codes.metadata],
          [{ metadata: `${metadata}x` }, codes.metadata],
        ] as const) {
          const whole = { ...(await collection.minimal(api)), ...body };
          expect(await api.send('POST', path, whole)).toMatchObject(refusal(api, 400, code));
          expect(await api.send('PATCH', `${path}/${id}`, body)).toMatchObject(refusal(api, 400, code));
        }
      },
    },
    {
      title: 'unknown and computed members are rejected (214) with a message that names description as supported',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        for (const member of ['nonsense', 'created_at', 'uri', '__proto__']) {
          const body = `{${JSON.stringify(member)}: "x"}`;
          for (const response of [await api.send('POST', path, body), await api.send('PATCH', `${path}/${id}`, body)]) {
            expect(response).toMatchObject(refusal(api, 400, 214));
            expect(response.body['msg']).toContain('description');
          }
        }
      },
    },
    {
      title: 'a description that is not a text is rejected',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        for (const value of [1, true, [], {}]) {
          const whole = { ...(await collection.minimal(api)), description: value };
          expect(await api.send('POST', path, whole)).toMatchObject(refusal(api, 400));
          expect(await api.send('PATCH', `${path}/${id}`, { description: value })).toMatchObject(refusal(api, 400));
        }
        const none = await api.send('PATCH', `${path}/${id}`, { description: null });
        expect(none).toMatchObject(refusal(api, 400));
      },
    },
    ...ifAny(collection.required, {
      title: 'missing required members are rejected',
      async run(api) {
        const whole = await collection.minimal(api);
        for (const [member, code] of Object.entries(collection.required)) {
          const { [member]: _left, ...rest } = whole;
          expect(await api.send('POST', path, rest)).toMatchObject(refusal(api, 400, code));
        }
      },
    }),
    {
      title: 'an empty update is rejected, also with the id of the object',
      async run(api) {
        const { id } = await create(api);
        expect(await api.send('PATCH', `${path}/${id}`, {})).toMatchObject(refusal(api, 400, codes.emptyUpdate));
        expect(await api.send('PATCH', `${path}/${id}`, { id })).toMatchObject(refusal(api, 400, codes.emptyUpdate));
      },
    },
    {
      title: 'an update may contain the id of the path, and no other id',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        const same = await api.send('PATCH', `${path}/${id}`, { id, description: 'x' });
        expect(same).toMatchObject({ status: 200, body: { id, description: 'x' } });
        const other = { id: `${idPrefix}_${'0'.repeat(27)}`, description: 'y' };
        expect(await api.send('PATCH', `${path}/${id}`, other)).toMatchObject(refusal(api, 400));
      },
    },
    ...ifAny(collection.immutable, {
      title: 'an update with a member that cannot change is rejected, and does not set the description',
      async run(api) {
        const { id } = await create(api);
        for (const [member, value] of Object.entries(collection.immutable)) {
          const body = { description: 'x', [member]: value };
          expect(await api.send('PATCH', `${path}/${id}`, body)).toMatchObject(refusal(api, 400));
        }
        expect((await api.send('GET', `${path}/${id}`)).body).not.toHaveProperty('description');
      },
    }),
    {
      title: 'each of the five operations without a key is rejected with 403, and the object stays as it is',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        const without = { authorization: '' };
        for (const [method, at, body] of [
          ['POST', path, await collection.minimal(api)],
          ['GET', path],
          ['GET', `${path}/${id}`],
          ['PATCH', `${path}/${id}`, { description: 'x' }],
          ['DELETE', `${path}/${id}`],
        ] as const) {
          expect(await api.send(method, at, body, without)).toMatchObject(refusal(api, 403, 200));
        }
        expect((await api.send('GET', `${path}/${id}`)).body).not.toHaveProperty('description');
      },
    },
    {
      title: 'the form of a body is validated: content type 210 and 216, JSON 213',
      isGeneral: true,
      async run(api) {
        const body = await collection.minimal(api);
        const typed = (type: string, sent: unknown) => api.send('POST', path, sent, { 'content-type': type });
        expect(await typed('text/plain', body)).toMatchObject(refusal(api, 400, 210));
        expect(await typed('', JSON.stringify(body))).toMatchObject(refusal(api, 400, 216));
        for (const text of ['{', '[]', 'null', '"x"', '1']) {
          expect(await typed('application/json', text)).toMatchObject(refusal(api, 400, 213));
        }
        expect((await typed('application/json; charset=utf-8', body)).status).toBe(201);
      },
    },
    {
      title: 'a DELETE with a body is rejected (211), and the object stays',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        expect(await api.send('DELETE', `${path}/${id}`, {})).toMatchObject(refusal(api, 400, 211));
        expect((await api.send('GET', `${path}/${id}`)).status).toBe(200);
      },
    },
    {
      title: 'an id may be percent-encoded in the path',
      isGeneral: true,
      async run(api) {
        const { id } = await create(api);
        expect((await api.send('GET', `${path}/${id.replace('_', '%5F')}`)).body['id']).toBe(id);
      },
    },
  ];

  /** The object as later responses have it: the members that only the create returns are null. */
  function later<T extends Members>(created: T): T {
    return { ...created, ...Object.fromEntries((collection.once ?? []).map((member) => [member, null])) };
  }
}

/** The case, unless it would check no member. */
function ifAny(members: object, one: Case): readonly Case[] {
  return Object.keys(members).length > 0 ? [one] : [];
}

/** The object without the progress of a certificate job, which may go on between two requests. */
function withoutJob({ certificate_management_status: _status, ...rest }: Members): Members {
  return rest;
}

/** Two objects with different unique keys. */
async function createTwo(api: Api, { path, minimal }: Collection): Promise<readonly [Entity, Entity]> {
  const first = await api.create(path, await minimal(api));
  const second = { ...(await minimal(api)), ...(path === '/ip_restrictions' && { type: 'agent' }) };
  return [first, await api.create(path, second)];
}
