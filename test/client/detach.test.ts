import { KINDS } from '../../src/model/kinds';
import { closeAll, connect, failure, json, rejection } from '../support/client/http-server';

afterEach(closeAll);

const cases = KINDS.flatMap((kind) =>
  Object.values(kind.attributes).flatMap(({ detach }) => (detach ? [[kind, detach.path] as const] : [])),
);

test('detach sends a DELETE of the path below the object, for each value of the model that is detached', async () => {
  const { client, server } = await connect((_, response) => response.writeHead(204).end());
  for (const [{ name, idPrefix }, path] of cases)
    expect(await client.detach(name, `${idPrefix}_1`, path)).toBeUndefined();
  expect(cases.length).toBeGreaterThan(1);
  expect(server.arrived.map((request) => [request.method, request.path, request.body])).toEqual(
    cases.map(([kind, path]) => ['DELETE', `${kind.path}/${kind.idPrefix}_1/${path}`, '']),
  );
});

test('detach of a path that the kind does not have is invalid_call and sends nothing', async () => {
  const { client, server } = await connect((_, response) => response.writeHead(204).end());
  expect(await rejection(client.detach('domain', 'rd_1', 'everything'))).toMatchObject({
    category: 'invalid_call',
    message: "path is 'everything'; expected certificate or certificate_management_policy.",
  });
  const other = await rejection(client.detach('ip_policy', 'ipp_1', 'certificate'));
  expect(other.category).toBe('invalid_call');
  expect(server.arrived).toEqual([]);
});

test('detach of a value that is not attached is notFound and names the object', async () => {
  const { client } = await connect((_, response) => json(response, 404, failure(404, 'Resource not found')));
  const error = await rejection(client.detach('domain', 'rd_1', 'certificate'));
  expect(error).toMatchObject({ notFound: true });
  expect(error.message).toMatch(/^Cannot detach certificate of domain rd_1/);
});
