import { didYouMean } from '../../model/text';
import type { JsonObject } from '../../values/json';
import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import { readJsonBody, readQuery } from '../http/read-input';
import { createValidator } from '../http/validate-json';
import { runChange, runExclusive } from '../service/objects/changes';
import { badRequest, Refusal } from '../service/state/refusal';
import type { Query } from '../service/state/request-context';
import { type Control, NO_CONTENT } from './control';
import { diffSnapshots } from './snapshot/diff';
import { checkSnapshot, loadSnapshot, SnapshotError } from './snapshot/load';
import { omitSnapshotSecrets, takeSnapshot } from './snapshot/snapshot';
import type { Snapshot } from './snapshot/types';
import type { EmulatorState } from './state';

const CURRENT = 'now';

const validateAction = createValidator((z) => {
  const name = z.string().min(1, { error: 'a name' }).optional();
  return z.strictObject({ save: name, load: name });
});

/**
 * Named snapshots are kept in memory, also after a reset or restore. GET lists them. `?name=a` returns one as a
 * document, with secrets only if `secrets=true`. `?name=a&to=b` compares it with another. POST `{save: "a"}` takes a
 * snapshot and `{load: "a"}` loads it. PUT `?name=a` stores a document, DELETE `?name=a` removes one. The name `now`
 * refers to the current state: it can be read, compared and loaded, but neither saved, stored nor removed.
 */
export const snapshotsControl: Control = {
  async GET(state, request) {
    const query = readQuery(request.query, ['name', 'to', 'secrets']);
    const name = query.get('name');
    if (name === undefined) return jsonResponse(200, { snapshots: [...state.snapshots].map(summarize) });
    const snapshot = await getSnapshot(state, name);
    const to = query.get('to');
    if (to !== undefined) return documentResponse(diffSnapshots(snapshot, await getSnapshot(state, to)));
    return documentResponse(parseSecrets(query) ? snapshot : omitSnapshotSecrets(snapshot));
  },
  async POST(state, request) {
    const { save, load } = validateAction(readJsonBody(request));
    if ((save === undefined) === (load === undefined)) {
      throw badRequest('The body is invalid; expected either {"save": "<name>"} or {"load": "<name>"}.');
    }
    if (load !== undefined) {
      const snapshot = await getSnapshot(state, load);
      // A stored document may have another profile, or accounts that this emulator does not have.
      await rejectInvalid(() => runChange(state, () => loadSnapshot(state, snapshot)));
      return jsonResponse(200, summarize([load, snapshot]));
    }
    const name = checkName(String(save));
    const snapshot = await getSnapshot(state, CURRENT);
    state.snapshots.set(name, snapshot);
    return jsonResponse(201, summarize([name, snapshot]));
  },
  async PUT(state, request) {
    const name = checkName(readName(request));
    const snapshot = await rejectInvalid(() => checkSnapshot(readJsonBody(request)));
    state.snapshots.set(name, snapshot);
    return jsonResponse(200, summarize([name, snapshot]));
  },
  async DELETE(state, request) {
    const name = checkName(readName(request));
    await getSnapshot(state, name);
    state.snapshots.delete(name);
    return NO_CONTENT;
  },
};

async function rejectInvalid<T>(use: () => T | Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    throw badRequest(`Invalid snapshot: ${error.message}`);
  }
}

async function getSnapshot(state: EmulatorState, name: string): Promise<Snapshot> {
  const found =
    name === CURRENT
      ? await runExclusive(state, () => takeSnapshot(state, { secrets: true }))
      : state.snapshots.get(name);
  if (found) return found;
  const near = didYouMean(name, [CURRENT, ...state.snapshots.keys()]);
  throw new Refusal(404, undefined, `Snapshot '${name}' does not exist${near || '.'}`);
}

function checkName(name: string): string {
  if (name !== CURRENT && name !== '') return name;
  throw badRequest(`The name '${name}' is reserved or empty; '${CURRENT}' refers to the current state.`);
}

function readName({ query }: HttpRequest): string {
  const name = readQuery(query, ['name']).get('name');
  if (name !== undefined) return name;
  throw badRequest('The query parameter name is missing; expected ?name=<name>.');
}

function parseSecrets(query: Query): boolean {
  const text = query.get('secrets') ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw badRequest(`secrets is '${text}'; expected true or false.`);
}

function summarize([name, { time, accounts }]: readonly [string, Snapshot]): JsonObject {
  const lists = Object.values(accounts).flatMap(({ objects }) => Object.values(objects));
  return { name, time, objects: lists.reduce((sum, { length }) => sum + length, 0) };
}

/** Indents the document, because people read it and keep it beside code. */
function documentResponse(document: object): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(document, null, 2)}\n`,
  };
}
