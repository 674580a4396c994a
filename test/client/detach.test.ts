/** Values that no update can clear are detached by a DELETE below their object. */
import { KINDS } from '../../src/model/kinds';
import { closeAll, connect, json, rejection } from '../support/client/http-server';

afterEach(closeAll);

const cases = KINDS.flatMap((kind) =>
  Object.values(kind.attributes).flatMap(({ detach }) =>
    detach ? [{ kind, path: detach.path, name: `${kind.name} ${detach.path}` }] : [],
  ),
);

test.each(cases)('detach deletes below the object: $name', async ({ kind, path }) => {
  const { client, server } = await connect((_, response) => response.writeHead(204).end());
  expect(await client.detach(kind.name, `${kind.idPrefix}_1`, path)).toBeUndefined();
  expect(server.arrived.map((request) => [request.method, request.path, request.body])).toEqual([
    ['DELETE', `${kind.path}/${kind.idPrefix}_1/${path}`, ''],
  ]);
});

test('detach sends nothing for a path that the model does not know', async () => {
  const { client, server } = await connect((_, response) => response.writeHead(204).end());
  expect(await rejection(client.detach('domain', 'rd_1', 'everything'))).toMatchObject({
    category: 'invalid_call',
    message: "path is 'everything'; expected certificate or certificate_management_policy.",
  });
  expect(await rejection(client.detach('ip_policy', 'ipp_1', 'certificate'))).toMatchObject({
    category: 'invalid_call',
  });
  expect(server.arrived).toEqual([]);
});

test('detach of a value that is not attached is notFound and names the object', async () => {
  const { client } = await connect((_, response) =>
    json(response, 404, { status_code: 404, msg: 'Resource not found', details: { operation_id: 'op_1' } }),
  );
  expect(await rejection(client.detach('domain', 'rd_1', 'certificate'))).toMatchObject({
    notFound: true,
    message: expect.stringMatching(/^Cannot detach certificate of domain rd_1/),
  });
});
