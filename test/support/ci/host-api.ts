/**
 * The API of GitHub or GitLab for comments and issues, as their public documents describe it: paths, headers, pages, status
 * and error bodies.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { type Listening, listen } from '../listen';

/** A comment, or an issue. */
export interface StoredPost {
  id: number;
  body: string;
  /** Unset for posts of the job. */
  by?: string;
  /** Of an issue. */
  title?: string;
  isOpen?: boolean;
  isPullRequest?: boolean;
  /** A note that the user of the token may not read. */
  isHidden?: boolean;
}

interface Returned {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a comment and of an issue. */
const MAX_CHARACTERS = { github: 65_536, gitlab: 1_000_000 } as const;

export const API_TOKEN = 'token-of-the-job';

const DIALECTS = {
  github: {
    comments: '/repos/acme/ingress/issues/7/comments',
    comment: /^\/repos\/acme\/ingress\/issues\/comments\/(\d+)$/,
    issues: '/repos/acme/ingress/issues',
    issue: /^\/repos\/acme\/ingress\/issues\/(\d+)$/,
    update: 'PATCH',
    // The token of a job may not read its user. That of GraphQL is `POST /graphql`.
    user: { status: 403, body: { message: 'Resource not accessible by integration' } },
    tooLong: {
      status: 422,
      body: {
        message: 'Validation Failed',
        errors: [
          { resource: 'IssueComment', field: 'body', message: 'Body is too long (maximum is 65536 characters)' },
        ],
      },
    },
    renderComment: ({ by, id, body }: StoredPost) => ({ id, body, user: renderUser(by) }),
    renderIssue: ({ id, title, body, by, isPullRequest = false }: StoredPost) => ({
      id: id + 1000,
      number: id,
      title,
      body,
      user: renderUser(by),
      ...(isPullRequest && { pull_request: { url: `https://host.test/pulls/${id}` } }),
    }),
    readIssue: ({ title, body, state }: Record<string, string>) => ({
      ...(title !== undefined && { title }),
      ...(body !== undefined && { body }),
      ...(state !== undefined && { isOpen: state !== 'closed' }),
    }),
    isAuthorized: ({ headers }: IncomingMessage, token: string) => headers.authorization === `Bearer ${token}`,
  },
  gitlab: {
    comments: '/projects/12/merge_requests/7/notes',
    comment: /^\/projects\/12\/merge_requests\/7\/notes\/(\d+)$/,
    issues: '/projects/12/issues',
    issue: /^\/projects\/12\/issues\/(\d+)$/,
    update: 'PUT',
    user: { status: 200, body: { username: 'project_12_bot' } },
    tooLong: { status: 400, body: { message: { note: ['is too long (maximum is 1000000 characters)'] } } },
    renderComment: ({ by = 'project_12_bot', id, body }: StoredPost) => ({ id, body, author: { username: by } }),
    renderIssue: ({ id, title, body, by = 'project_12_bot' }: StoredPost) => ({
      id: id + 1000,
      iid: id,
      title,
      description: body,
      author: { username: by },
    }),
    readIssue: ({ title, description, state_event: event }: Record<string, string>) => ({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { body: description }),
      ...(event !== undefined && { isOpen: event !== 'close' }),
    }),
    isAuthorized: ({ headers }: IncomingMessage, token: string) => headers['private-token'] === token,
  },
} as const;

function renderUser(by: string | undefined): object {
  const login = by ?? 'github-actions[bot]';
  return { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

export type HostName = keyof typeof DIALECTS;

export class HostApi {
  comments: StoredPost[] = [];
  issues: StoredPost[] = [];
  requests: string[] = [];
  nextId = 1;
  /** Returned instead of the next responses. */
  failures: (Returned & { readonly method?: string })[] = [];
  /** The user that GraphQL returns for the token; undefined if the host has no GraphQL. */
  viewer: string | undefined = 'github-actions[bot]';
  /** Returned to GraphQL instead. */
  viewerFailure: Returned | undefined;
  /** Called before and after a comment is created. */
  beforeCreate: (() => Promise<void> | void) | undefined;
  afterCreate: (() => void) | undefined;
  readonly dialect: (typeof DIALECTS)[HostName];
  #listening: Listening | undefined;
  readonly #server = createServer((request, response) => {
    void this.#respond(request).then(({ status, body, headers = {} }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  constructor(
    readonly name: HostName,
    readonly token = API_TOKEN,
  ) {
    this.dialect = DIALECTS[name];
  }

  /** Lets no comment be created until that many are wanted. */
  holdCreates(count: number): void {
    const waiting: (() => void)[] = [];
    this.beforeCreate = () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === count) for (const go of waiting) go();
      });
  }

  async listen(): Promise<this> {
    this.#listening = await listen(this.#server);
    return this;
  }

  get url(): string {
    return this.#listening?.url ?? '';
  }

  async close(): Promise<void> {
    await this.#listening?.close();
  }

  async #respond(request: IncomingMessage): Promise<Returned> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const method = request.method ?? '';
    if (pathname === '/graphql') return this.#serveViewer(request);
    this.requests.push(`${method} ${pathname}`);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { dialect } = this;
    if (!dialect.isAuthorized(request, this.token)) return { status: 401, body: { message: 'Bad credentials' } };
    const failed = this.failures[0];
    if (failed && (failed.method ?? method) === method) {
      this.failures.shift();
      return failed;
    }
    if (pathname === '/user') return dialect.user;
    const sent = text === '' ? {} : (JSON.parse(text) as Record<string, string>);
    if ((sent['body'] ?? sent['description'] ?? '').length > MAX_CHARACTERS[this.name]) return dialect.tooLong;
    if (pathname === dialect.issues || dialect.issue.test(pathname))
      return this.#serveIssue(method, pathname, searchParams, sent);
    return this.#serveComment(method, pathname, searchParams, sent);
  }

  #serveViewer(request: IncomingMessage): Returned {
    if (this.name !== 'github' || !this.dialect.isAuthorized(request, this.token)) return { status: 401, body: {} };
    if (this.viewerFailure) return this.viewerFailure;
    if (this.viewer === undefined) return { status: 404, body: { message: 'Not Found' } };
    return { status: 200, body: { data: { viewer: { login: this.viewer } } } };
  }

  /** GitLab leaves out what the user may not read after it has cut the page; every page but the last one has a link. */
  #list(posts: readonly StoredPost[], query: URLSearchParams, render: (post: StoredPost) => object): Returned {
    const [size, page] = [Math.min(Number(query.get('per_page') ?? 30), 100), Number(query.get('page') ?? 1)];
    const selected = posts.slice((page - 1) * size, page * size).filter(({ isHidden = false }) => !isHidden);
    const next = new URLSearchParams(query);
    next.set('page', String(page + 1));
    const link = `<https://other.test/api?${next.toString()}>; rel="next", <https://other.test/api?page=1>; rel="first"`;
    return {
      status: 200,
      body: selected.map(render),
      headers: { link: page * size < posts.length ? link : '<https://other.test/api?page=1>; rel="first"' },
    };
  }

  #serveIssue(method: string, pathname: string, query: URLSearchParams, sent: Record<string, string>): Returned {
    const { issues, issue, readIssue, renderIssue, update } = this.dialect;
    if (pathname === issues && method === 'GET') {
      const open = this.issues.filter(({ isOpen }) => isOpen);
      return this.#list(open, query, (each) => renderIssue(each));
    }
    if (pathname === issues && method === 'POST') {
      const { title = '', body = '' } = readIssue(sent);
      const created = { id: this.nextId++, title, body, isOpen: true };
      this.issues.push(created);
      return { status: 201, body: renderIssue(created) };
    }
    const id = Number(issue.exec(pathname)?.[1]);
    const found = this.issues.find((each) => each.id === id);
    if (!found) return { status: 404, body: { message: 'Not Found' } };
    if (method !== update) return { status: 405, body: { message: 'Method Not Allowed' } };
    Object.assign(found, readIssue(sent));
    return { status: 200, body: renderIssue(found) };
  }

  async #serveComment(
    method: string,
    pathname: string,
    query: URLSearchParams,
    { body = '' }: Record<string, string>,
  ): Promise<Returned> {
    const { comments, comment, renderComment, update } = this.dialect;
    if (pathname === comments && method === 'GET')
      return this.#list(this.comments, query, (each) => renderComment(each));
    if (pathname === comments && method === 'POST') {
      await this.beforeCreate?.();
      const created = { id: this.nextId++, body };
      this.comments.push(created);
      this.afterCreate?.();
      return { status: 201, body: created };
    }
    const id = Number(comment.exec(pathname)?.[1]);
    const found = this.comments.find((each) => each.id === id);
    if (!found) return { status: 404, body: { message: 'Not Found' } };
    if (method === 'DELETE') {
      this.comments = this.comments.filter((each) => each !== found);
      return { status: 204 };
    }
    if (method !== update) return { status: 405, body: { message: 'Method Not Allowed' } };
    found.body = body;
    return { status: 200, body: found };
  }
}
