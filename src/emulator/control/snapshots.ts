import { didYouMean } from '../../model/did-you-mean';
import type { JsonObject } from '../../model/json';
import { ApiProblem } from '../http/api-problem';
import { readJsonBody } from '../http/body';
import { type HttpRequest, type HttpResponse, jsonResponse } from '../http/http';
import { type Query, readQuery } from '../http/query';
import type { State } from '../state/state';
import { exclusively, serialized } from '../time/serialize';
import type { Control } from './control';
import { readInput } from './input';
import { checkSnapshot, SnapshotError } from './snapshot/check';
import { diffSnapshots } from './snapshot/diff';
import { loadSnapshot } from './snapshot/load';
import { type Snapshot, takeSnapshot, withoutSnapshotSecrets } from './snapshot/snapshot';

/** Name of what the emulator holds at the moment, wherever a snapshot can be named. */
const current = 'now';

/**
 * Named snapshots, kept until the process ends, also by a reset. GET lists them; `?name=a` answers one as a document,
 * with its secrets only for `&secrets=true`; `?name=a&to=b` what became of it in another, by default in what there is
 * now. POST `{save: "a"}` takes one, `{load: "a"}` goes back to it. PUT `?name=a` takes in a document, DELETE `?name=a`
 * forgets one. A document of what there is now has the name `now`.
 */
export const snapshots: Control = {
  async GET(state, request) {
    const query = readQuery(request.query, ['name', 'to', 'secrets']);
    const name = query.get('name');
    if (name === undefined) return jsonResponse(200, { snapshots: [...state.snapshots].map(summary) });
    const snapshot = await findSnapshot(state, name);
    const to = query.get('to');
    if (to !== undefined) return documentAnswer(diffSnapshots(snapshot, await findSnapshot(state, to)));
    return documentAnswer(readSecrets(query) ? snapshot : withoutSnapshotSecrets(snapshot));
  },
  async POST(state, request) {
    const { save, load } = await readInput<{ save?: string | undefined; load?: string | undefined }>(request, (z) =>
      z.strictObject({ save: z.string().min(1).optional(), load: z.string().min(1).optional() }),
    );
    if ((save === undefined) === (load === undefined)) {
      throw new ApiProblem(400, undefined, 'Give either {"save": "<name>"} or {"load": "<name>"}.');
    }
    if (load !== undefined) {
      const snapshot = await findSnapshot(state, load);
      await serialized(state, () => loadSnapshot(state, snapshot));
      return jsonResponse(200, summary([load, snapshot]));
    }
    const name = checkName(String(save));
    const snapshot = await exclusively(state, () => takeSnapshot(state, { secrets: true }));
    state.snapshots.set(name, snapshot);
    return jsonResponse(201, summary([name, snapshot]));
  },
  PUT(state, request) {
    const name = checkName(readName(request));
    try {
      const snapshot = checkSnapshot(readJsonBody(request));
      state.snapshots.set(name, snapshot);
      return jsonResponse(200, summary([name, snapshot]));
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      throw new ApiProblem(400, undefined, `The snapshot cannot be taken in: ${error.message}.`);
    }
  },
  async DELETE(state, request) {
    const name = readName(request);
    await findSnapshot(state, name);
    state.snapshots.delete(name);
    return { status: 204, headers: {}, body: '' };
  },
};

async function findSnapshot(state: State, name: string): Promise<Snapshot> {
  const found =
    name === current
      ? await exclusively(state, () => takeSnapshot(state, { secrets: true }))
      : state.snapshots.get(name);
  if (found) return found;
  const near = didYouMean(name, [current, ...state.snapshots.keys()]);
  throw new ApiProblem(404, undefined, `There is no snapshot '${name}'${near || '.'}`);
}

function checkName(name: string): string {
  if (name !== current && name !== '') return name;
  throw new ApiProblem(
    400,
    undefined,
    `The name '${name}' cannot be used; '${current}' is what there is at the moment.`,
  );
}

function readName({ query }: HttpRequest): string {
  const name = readQuery(query, ['name']).get('name');
  if (name !== undefined) return name;
  throw new ApiProblem(400, undefined, 'The query names no snapshot; add ?name=<name>.');
}

function readSecrets(query: Query): boolean {
  const text = query.get('secrets') ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ApiProblem(400, undefined, `secrets is '${text}'; expected true or false.`);
}

function summary([name, { time, accounts }]: readonly [string, Snapshot]): JsonObject {
  const all = Object.values(accounts).flatMap(({ objects }) => Object.values(objects));
  return { name, time, objects: all.reduce((sum, { length }) => sum + length, 0) };
}

/** Documents are for people, and to be kept beside code: indented. */
function documentAnswer(document: object): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(document, null, 2)}\n`,
  };
}
