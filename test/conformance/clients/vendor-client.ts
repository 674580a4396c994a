import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Ngrok } from '@ngrok/ngrok-api';
import type { Members } from '../api';
import type { ClientFacts } from './clients';

/** A call by the names of the API: the client's own are derived from them. */
export interface Call {
  /** Name of the collection, such as `ip_policies`. */
  readonly service: string;
  readonly operation: string;
  readonly args: Members;
}

/**
 * What a call ended in: a value, an error of the service that the client understood, any other error, or no such
 * method.
 */
export type Outcome =
  | { readonly value: unknown }
  | { readonly refusal: { readonly status: number; readonly code: string | null } }
  | { readonly failure: string }
  | { readonly missing: true };

export interface VendorClient {
  perform(call: Call): Promise<Outcome>;
  close(): void;
}

type Connect = (baseUrl: string, apiKey: string) => VendorClient;

type Method = (...args: unknown[]) => Promise<unknown>;

const connectJavaScript: Connect = (baseUrl, apiToken) => {
  const client = new Ngrok({ baseUrl, apiToken }) as unknown as Record<string, Record<string, Method> | undefined>;
  return {
    async perform({ service, operation, args }) {
      const methods = client[toCamel(service)];
      if (typeof methods?.[operation] !== 'function') return { missing: true };
      try {
        const value = await methods[operation](...toArguments(service, operation, args));
        return { value: renameMembers(value, toSnake) };
      } catch (error) {
        const { statusCode: status, errorCode } = error as { statusCode?: number; errorCode?: string };
        if (status === undefined) return { failure: (error as Error).message };
        return { refusal: { status, code: errorCode ?? null } };
      }
    },
    close: () => undefined,
  };
};

/**
 * The client takes an id as such, the parameters of a list in order, and everything else as an object; of event sources
 * it takes an object in every operation.
 */
function toArguments(service: string, operation: string, args: Members): unknown[] {
  if (service !== 'event_sources') {
    if (operation === 'get' || operation === 'delete') return [args['id']];
    if (operation === 'list') return [args['before_id'], args['limit']];
  }
  return [renameMembers(args, toCamel)];
}

function renameMembers(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameMembers(item, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [rename(name), renameMembers(item, rename)]));
}

function toCamel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Installs the client of Python in a virtual environment of its own. */
const connectPython: Connect = (baseUrl, apiKey) => {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-client-'));
  execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
  const source = join(__dirname, 'python');
  const python = join(folder, 'bin/python');
  const requirements = join(source, 'requirements.txt');
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', requirements], { stdio: 'pipe' });
  return connectProgram(folder, python, [join(source, 'client.py'), baseUrl, apiKey]);
};

/** Builds a program with the client of Go, whose modules go.mod and go.sum pin. */
const connectGo: Connect = (baseUrl, apiKey) => {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-client-'));
  cpSync(join(__dirname, 'go'), folder, { recursive: true });
  execFileSync('go', ['build', '-o', 'client', '.'], { cwd: folder, stdio: 'pipe' });
  return connectProgram(folder, join(folder, 'client'), [baseUrl, apiKey]);
};

function connectProgram(folder: string, program: string, args: readonly string[]): VendorClient {
  const child: ChildProcessWithoutNullStreams = spawn(program, args);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += String(text);
  });
  return {
    async perform(call) {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended at ${call.service}.${call.operation}: ${errors}`);
      return JSON.parse(value) as Outcome;
    },
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const CONNECT: Readonly<Record<ClientFacts['name'], Connect>> = {
  JavaScript: connectJavaScript,
  Python: connectPython,
  Go: connectGo,
};
