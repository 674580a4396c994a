/**
 * A minimal S3 server for Terraform's backend: lists, reads, writes and deletes objects of one bucket, whose name is in
 * the path of the URL. It has the conditional writes (`If-None-Match: *`) that locks need. Signatures are not checked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../support/listen';

export interface FakeS3 {
  readonly url: string;
  readonly bucket: string;
  readonly objects: Map<string, Buffer>;
  /** The conditional writes, and whether each created its object. */
  readonly conditional: { readonly key: string; readonly won: boolean }[];
  close(): Promise<void>;
}

export async function openFakeS3(): Promise<FakeS3> {
  const bucket = 'states';
  const objects = new Map<string, Buffer>();
  const conditional: { key: string; won: boolean }[] = [];

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store.test');
    const [, requestedBucket, ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const body = await buffer(request);
    if (requestedBucket !== bucket) return fail(response, 404, 'NoSuchBucket');
    if (key === '') return list(response, searchParams.get('prefix') ?? '');
    return serveObject(request, response, key, body);
  };

  const serveObject = (
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    key: string,
    body: Buffer,
  ): void => {
    const stored = objects.get(key);
    if (method === 'PUT') {
      const once = headers['if-none-match'] === '*';
      if (once) conditional.push({ key, won: !stored });
      if (once && stored) fail(response, 412, 'PreconditionFailed');
      else {
        objects.set(key, body);
        send(response, 200, '');
      }
    } else if (method === 'DELETE') {
      objects.delete(key);
      send(response, 204, '');
    } else if (method !== 'GET' && method !== 'HEAD') fail(response, 405, 'MethodNotAllowed');
    else if (stored) send(response, 200, stored);
    else fail(response, 404, 'NoSuchKey');
  };

  const list = (response: ServerResponse, prefix: string): void => {
    const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort();
    const contents = found.map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`);
    send(response, 200, `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
  };

  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => fail(response, 500, error.message));
  });
  const { url, close } = await listen(server);
  return { url, bucket, objects, conditional, close };
}

function send(response: ServerResponse, status: number, body: Buffer | string): void {
  response
    .writeHead(status, { 'content-length': Buffer.byteLength(body) })
    .end(response.req.method === 'HEAD' ? '' : body);
}

function fail(response: ServerResponse, status: number, code: string): void {
  send(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
