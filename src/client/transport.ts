/** Requests over the network, by Node's own HTTP, which is loaded with the first of them. */
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './connection';
import { coded, NETWORK_CODES } from './network-codes';
import { type Progress, type ServiceRequest, shownSize, type WireAnswer } from './request';
import { AnswerTooLong } from './request-error';
import { CONNECT_TIMEOUT, openTunnel } from './tunnel';

/** Something that sends one request and answers the whole answer. */
export interface Transport {
  /**
   * Rejects with the signal's reason once it is aborted, with {@link AnswerTooLong}, or with whatever the network said;
   * `progress` tells how far the request came, also after a rejection. Redirects are answers like any other.
   */
  send(
    request: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** How a transport is set up. */
export interface TransportOptions {
  readonly origin: string;
  readonly connections: number;
  /** Directly, and trusting the public authorities, unless it says otherwise. */
  readonly connection?: Connection | undefined;
  /** Bytes that an answer may have. */
  readonly longestAnswer: number;
}

/** How long an idle connection is kept, in ms: shorter than servers do, whose closing would meet a request on its way. */
const IDLE_TIMEOUT = 4_000;

/** What sends requests, when it is loaded. */
interface Opened {
  readonly agent: Agent;
  readonly start: typeof import('node:http').request;
}

/** A transport over kept-alive connections to one origin. */
export function createTransport({ origin, connections, connection = {}, longestAnswer }: TransportOptions): Transport {
  let opened: Promise<Opened> | undefined;
  return {
    async send(request, headers, signal, progress) {
      opened ??= open(new URL(origin), connections, connection);
      return dispatch(await opened, request, headers, signal, progress, longestAnswer);
    },
    async close() {
      const made = await opened;
      if (made) await closeAgent(made.agent);
    },
  };
}

async function open(origin: URL, connections: number, { proxy, ...given }: Connection): Promise<Opened> {
  const secure = origin.protocol === 'https:';
  const { Agent, request } = secure ? await import('node:https') : await import('node:http');
  const tls = defined(given);
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_TIMEOUT, ...tls });
  if (proxy) {
    // Node takes what is made here for a connection to the origin.
    const createConnection = (_: unknown, made: (error: Error | null, socket?: Socket) => void): void => {
      openTunnel(proxy, origin, tls, CONNECT_TIMEOUT).then(
        (socket) => made(null, socket),
        (error: Error) => made(error),
      );
    };
    Object.assign(agent, { createConnection });
  }
  return { agent, start: request };
}

/** Without what is undefined, which for TLS would mean something else than absent. */
function defined(options: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

async function closeAgent(agent: Agent): Promise<void> {
  const sockets = [agent.sockets, agent.freeSockets].flatMap((each) =>
    Object.values(each).flatMap((list) => list ?? []),
  );
  const closed = sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  agent.destroy();
  await Promise.all(closed);
}

function dispatch(
  { agent, start }: Opened,
  { method, url, body }: Pick<ServiceRequest, 'method' | 'url' | 'body'>,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  progress: Progress,
  longestAnswer: number,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = start(url, { agent, method, headers });
    const fail = (error: unknown): void => {
      // The first reason counts; what the connection says of being ended is no news.
      reject(error);
      request.destroy();
    };
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    request.on('close', () => signal.removeEventListener('abort', abort));
    request.on('error', (error) => fail(progress.sent === 'no' ? error : cutOff(error)));
    request.on('socket', (socket) =>
      whenConnected(request, socket, () => {
        progress.sent = 'maybe';
      }),
    );
    request.on('response', (answer) => {
      progress.sent = 'yes';
      const { statusCode: status = 0 } = answer;
      progress.status = status;
      readBody(answer, longestAnswer).then((bytes) => resolve(wireAnswer(answer, status, bytes)), fail);
    });
    request.end(body);
  });
}

/** Calls `connected` right before the request is written to the connection, which may be an old one; gives up on a new one in time. */
function whenConnected(request: ClientRequest, socket: Socket, connected: () => void): void {
  if (!socket.connecting) {
    connected();
    return;
  }
  const late = (): Error => coded('it took too long to connect', NETWORK_CODES.connectTimeout);
  const timer = setTimeout(() => request.destroy(late()), CONNECT_TIMEOUT);
  const settled = (): void => clearTimeout(timer);
  socket.once('close', settled);
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    settled();
    connected();
  });
}

function readBody(answer: IncomingMessage, longestAnswer: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > longestAnswer) reject(new AnswerTooLong(`the answer is longer than ${shownSize(longestAnswer)}`));
      else chunks.push(chunk);
    });
    answer.on('end', () => resolve(Buffer.concat(chunks, size)));
    answer.on('error', (error) => reject(cutOff(error)));
  });
}

/** Node says of a connection that was closed properly, but too early, that it was reset. */
function cutOff(error: Error & { readonly code?: string; readonly syscall?: string }): Error {
  return error.code === 'ECONNRESET' && error.syscall === undefined
    ? coded('the other side closed the connection', NETWORK_CODES.closedEarly)
    : error;
}

function wireAnswer(answer: IncomingMessage, status: number, body: Buffer): WireAnswer {
  return { status, header: (name) => answer.headersDistinct[name]?.[0], body };
}
