/** Starts a provider process as Terraform does, and calls it over gRPC with mutual TLS. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials } from '@grpc/grpc-js';
import { createServerCertificate } from '../../../src/plugin/grpc/certificate';
import type { RpcMethod } from '../../../src/plugin/protobuf';
import { callMethod } from '../plugin/grpc-calls';

export interface PluginClient {
  /** The fields of the handshake line, without the certificate. */
  readonly handshake: readonly string[];
  readonly call: <Request, Response>(method: RpcMethod<Request, Response>, request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

interface StartOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Working directory of the process, and folder for the files with its output: wine cannot write to a pipe. */
  readonly folder: string;
  readonly timeoutMs: number;
}

/** By which Terraform tells a provider that it is the one that starts it; the same for all providers. */
const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

export async function startPlugin({ command, env, folder, timeoutMs }: StartOptions): Promise<PluginClient> {
  // The provider accepts exactly the certificate in PLUGIN_CLIENT_CERT, so a certificate for servers works, too.
  const own = createServerCertificate();
  const [output, errors] = ['output', 'errors'].map((name) => join(folder, name)) as [string, string];
  const files = [output, errors].map((file) => openSync(file, 'w'));
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...env, TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE, PLUGIN_CLIENT_CERT: own.certificatePem },
    stdio: ['ignore', ...(files as [number, number])],
  });
  for (const file of files) closeSync(file);
  try {
    const line = await readHandshake(child, output, timeoutMs);
    const { fields, certificate, target } = parseHandshake(line);
    const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`;
    const identity = [Buffer.from(own.privateKeyPem), Buffer.from(own.certificatePem)] as const;
    const client = new Client(
      target,
      credentials.createSsl(Buffer.from(pem), ...identity, { checkServerIdentity: () => undefined }),
      { 'grpc.max_receive_message_length': 64 * 1024 * 1024, 'grpc.ssl_target_name_override': 'localhost' },
    );
    return {
      handshake: fields,
      call: (method, request) => callMethod(client, method, request),
      close: async () => {
        client.close();
        await end(child);
      },
    };
  } catch (error) {
    await end(child);
    throw new Error(`${(error as Error).message}\n${readFileSync(errors, 'utf8')}`);
  }
}

async function readHandshake(child: ChildProcess, file: string, timeoutMs: number): Promise<string> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [line, rest] = readFileSync(file, 'utf8').split('\n');
    if (line !== undefined && rest !== undefined) return line;
    if (child.exitCode !== null)
      throw new Error(`The process ended with status ${child.exitCode} before the handshake`);
    if (performance.now() > deadline) throw new Error(`No handshake after ${timeoutMs} ms`);
    await sleep(50);
  }
}

function parseHandshake(line: string) {
  const fields = line.trim().split('|');
  // The handshake omits the padding, which PEM requires.
  const certificate = Buffer.from(fields.pop() ?? '', 'base64').toString('base64');
  const [, , network, address = ''] = fields;
  return { fields, certificate, target: network === 'unix' ? `unix:${address}` : address };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await closed;
}
