import { type Client, Metadata } from '@grpc/grpc-js';
import { ListResourceEvent, ListResourceRequest, ProviderMethods } from '../../../src/plugin/generated/tfplugin6';
import type { RpcMethod } from '../../../src/plugin/protobuf';

/** The codec of messages that stay bytes. */
export const same = (bytes: Buffer): Buffer => bytes;

export function callUnary(client: Client, path: string, request: Uint8Array = Buffer.alloc(0)): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, Buffer.from(request), (error, response) =>
      error || !response ? reject(error) : resolve(response),
    );
  });
}

export async function callMethod<Request, Response>(
  client: Client,
  { path, request: { encode }, response: { decode } }: RpcMethod<Request, Response>,
  request: Request,
): Promise<Response> {
  return decode(await callUnary(client, path, encode(request)));
}

export async function callStream(client: Client, path: string, request: Uint8Array): Promise<Buffer[]> {
  const stream = client.makeServerStreamRequest(path, same, same, Buffer.from(request), new Metadata());
  return (await stream.toArray()) as Buffer[];
}

export async function listAll(client: Client, request: ListResourceRequest): Promise<ListResourceEvent[]> {
  const events = await callStream(client, ProviderMethods.ListResource.path, ListResourceRequest.encode(request));
  return events.map((event) => ListResourceEvent.decode(event));
}
