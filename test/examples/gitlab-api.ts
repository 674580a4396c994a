/** The notes of merge request 7 and the issues of project 12, as the API of GitLab serves them. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../support/listen';

export const TOKEN = 'token-of-the-project';
const BOT = { id: 3, username: 'project_12_bot' };

interface Note {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number };
}

interface Issue {
  /** Differs from `iid`, which is the number in paths: a client that puts the `id` into a path gets a 404. */
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  description: string | null;
  state: string;
  readonly author: { readonly id: number };
}

export interface GitLabApi {
  readonly url: string;
  notes: Note[];
  issues: Issue[];
  /** Method and path of each request that is not a GET: `POST /projects/12/issues`. */
  requests: string[];
  /** If set, each write is refused with this status, and the message of a 403. */
  refuses: number | undefined;
  close(): Promise<void>;
}

type Reply = [number, unknown];

const NOT_FOUND: Reply = [404, { message: '404 Not found' }];
const NOTES = '/projects/12/merge_requests/7/notes';
const ISSUES = '/projects/12/issues';

export async function openGitLabApi(): Promise<GitLabApi> {
  const server = createServer(async (request, response) => {
    const form = await text(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const method = request.method ?? '';
    if (method !== 'GET') api.requests.push(`${method} ${pathname}`);
    const isKnown = request.headers['private-token'] === TOKEN;
    const [status, body] = isKnown
      ? respond(method, pathname, searchParams, form)
      : [401, { message: '401 Unauthorized' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { url, close } = await listen(server);
  const api: GitLabApi = { url, close, notes: [], issues: [], requests: [], refuses: undefined };

  const list = (posts: readonly object[], query: URLSearchParams): Reply => {
    const [size, page] = [Number(query.get('per_page') ?? 20), Number(query.get('page') ?? 1)];
    return [200, [...posts].reverse().slice((page - 1) * size, page * size)];
  };

  const create = (path: string, { body, title, description }: Record<string, string>): Reply => {
    if (path === NOTES && body) {
      const note = { id: 1000 + api.notes.length, body, author: BOT };
      api.notes.push(note);
      return [201, note];
    }
    if (path !== ISSUES || !title || !description) return [400, { message: '400 Bad request' }];
    const iid = api.issues.length + 1;
    const issue = { id: 5000 + iid, iid, title, description, state: 'opened', author: BOT };
    api.issues.push(issue);
    return [201, issue];
  };

  const replace = (path: string, { body, description, state_event: event }: Record<string, string>): Reply => {
    const [, collection, number] = /^(.*)\/(\d+)$/.exec(path) ?? [];
    const note = collection === NOTES && api.notes.find(({ id }) => id === Number(number));
    if (note) return [200, Object.assign(note, { body })];
    const issue = collection === ISSUES && api.issues.find(({ iid }) => iid === Number(number));
    const closed = event === 'close' ? { state: 'closed' } : {};
    return issue ? [200, Object.assign(issue, { description, ...closed })] : NOT_FOUND;
  };

  const respond = (method: string, path: string, query: URLSearchParams, form: string): Reply => {
    if (path === '/user') return [200, BOT];
    const open = api.issues.filter(({ state }) => query.get('state') !== 'opened' || state === 'opened');
    if (method === 'GET')
      return path === NOTES ? list(api.notes, query) : path === ISSUES ? list(open, query) : NOT_FOUND;
    if (api.refuses !== undefined) return [api.refuses, { message: '403 Forbidden' }];
    const sent = Object.fromEntries(new URLSearchParams(form));
    return method === 'POST' ? create(path, sent) : replace(path, sent);
  };
  return api;
}
