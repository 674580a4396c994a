/**
 * `netingress comment` against servers with the comments of GitHub and the notes of GitLab, as their public documents
 * describe them: paths, headers, pages, status and error bodies.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../support/cli/run-in-process';

const TOKEN = 'token-of-the-job';
const REPORT = '<!-- netingress-preview -->\n\n## Preview\n\nWould apply.\n';
const OTHER_REPORT = REPORT.replace('Would apply', 'Would be refused');

interface StoredComment {
  id: number;
  body: string;
  /** Unset for comments of the job. */
  by?: string;
}

let folder: string;
let server: Server;
let url: string;
let comments: StoredComment[];
let requests: string[];
/** Returned instead of the next responses. */
let failures: { readonly status: number; readonly body: object; readonly method?: string }[];
/** Called before a create is performed. */
let beforeCreate: (() => Promise<void> | void) | undefined;
let afterCreate: (() => void) | undefined;

const HOSTS = {
  github: {
    list: '/repos/acme/ingress/issues/7/comments',
    one: /^\/repos\/acme\/ingress\/issues\/comments\/(\d+)$/,
    update: 'PATCH',
    // The token of a job may not read its user.
    user: { status: 403, body: { message: 'Resource not accessible by integration' } },
    render: ({ by, ...comment }: StoredComment) => ({
      ...comment,
      user: by === undefined ? { login: 'github-actions[bot]', type: 'Bot' } : { login: by, type: 'User' },
    }),
    isAuthorized: ({ headers }: IncomingMessage) => headers.authorization === `Bearer ${TOKEN}`,
    env: () => ({
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: 'acme/ingress',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: join(folder, 'event.json'),
      GITHUB_TOKEN: TOKEN,
    }),
  },
  gitlab: {
    list: '/projects/12/merge_requests/7/notes',
    one: /^\/projects\/12\/merge_requests\/7\/notes\/(\d+)$/,
    update: 'PUT',
    user: { status: 200, body: { username: 'project_12_bot' } },
    render: ({ by = 'project_12_bot', ...comment }: StoredComment) => ({ ...comment, author: { username: by } }),
    isAuthorized: ({ headers }: IncomingMessage) => headers['private-token'] === TOKEN,
    env: () => ({
      GITLAB_CI: 'true',
      CI_API_V4_URL: url,
      CI_PROJECT_ID: '12',
      CI_PROJECT_PATH: 'acme/ingress',
      CI_MERGE_REQUEST_IID: '7',
      GITLAB_TOKEN: TOKEN,
    }),
  },
} as const;

let host: (typeof HOSTS)[keyof typeof HOSTS];

async function serve(request: IncomingMessage): Promise<{ readonly status: number; readonly body?: unknown }> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
  const method = request.method ?? '';
  requests.push(`${method} ${pathname}`);
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (!host.isAuthorized(request)) return { status: 401, body: { message: 'Bad credentials' } };
  const failed = failures[0];
  if (failed && (failed.method ?? method) === method) {
    failures.shift();
    return failed;
  }
  if (pathname === '/user') return host.user;
  if (pathname === host.list && method === 'GET') {
    const [size, page] = [Number(searchParams.get('per_page') ?? 30), Number(searchParams.get('page') ?? 1)];
    return {
      status: 200,
      body: comments.slice((page - 1) * size, page * size).map((each): object => host.render(each)),
    };
  }
  if (pathname === host.list && method === 'POST') {
    await beforeCreate?.();
    const created = { id: nextId++, body: (JSON.parse(text) as StoredComment).body };
    comments.push(created);
    afterCreate?.();
    return { status: 201, body: created };
  }
  const id = Number(host.one.exec(pathname)?.[1]);
  const found = comments.find((each) => each.id === id);
  if (!found) return { status: 404, body: { message: 'Not Found' } };
  if (method === 'DELETE') {
    comments = comments.filter((each) => each !== found);
    return { status: 204 };
  }
  if (method !== host.update) return { status: 405, body: { message: 'Method Not Allowed' } };
  found.body = (JSON.parse(text) as StoredComment).body;
  return { status: 200, body: found };
}

let nextId: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'netingress-comment-'));
  [comments, requests, failures, nextId] = [[], [], [], 1];
  beforeCreate = afterCreate = undefined;
  server = createServer((request, response) => {
    void serve(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: { number: 7 } }));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function comment(report: string, more: Record<string, string> = {}) {
  return runInProcess(['comment', '-'], { cwd: folder, env: { ...host.env(), ...more }, stdin: report });
}

describe.each(['github', 'gitlab'] as const)('%s', (name) => {
  beforeEach(() => {
    host = HOSTS[name];
  });

  test('the first run creates the comment and the next one replaces it, among 250 others', async () => {
    comments = Array.from({ length: 250 }, () => ({
      id: nextId++,
      body: 'a comment of a person',
      by: 'ada',
    }));
    expect(await comment(REPORT)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Created the comment in'),
    });
    expect(await comment(OTHER_REPORT)).toMatchObject({ status: 0, stdout: '' });
    expect(comments.filter(({ body }) => body.includes('netingress'))).toEqual([{ id: 251, body: OTHER_REPORT }]);
  });

  test('reports with other markers keep their comments, and a report without one is found by its file', async () => {
    await comment(REPORT);
    await comment(REPORT.replace('preview -->', 'preview: staging -->'));
    await writeFile(join(folder, 'drift.md'), '## Drift\n');
    for (const _ of [1, 2])
      expect(await runInProcess(['comment', 'drift.md'], { cwd: folder, env: host.env() })).toMatchObject({
        status: 0,
      });
    expect(comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- netingress-preview -->',
      '<!-- netingress-preview: staging -->',
      '<!-- netingress-comment: drift.md -->',
    ]);
  });

  test('two first runs at the same time leave one comment', async () => {
    const waiting: (() => void)[] = [];
    beforeCreate = () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 2) for (const go of waiting) go();
      });
    const results = await Promise.all([comment(REPORT), comment(OTHER_REPORT)]);
    expect(results.map(({ status }) => status)).toEqual([0, 0]);
    expect(requests.filter((each) => each.startsWith('POST'))).toHaveLength(2);
    expect(comments).toHaveLength(1);
  });

  test('the report of a first run that looks last is kept, also if the other run removed its comment', async () => {
    beforeCreate = () => {
      comments.push({ id: nextId++, body: OTHER_REPORT });
    };
    failures = [];
    afterCreate = () => {
      comments = comments.filter(({ body }) => body === OTHER_REPORT);
    };
    expect(await comment(REPORT)).toMatchObject({ status: 0 });
    expect(comments).toEqual([{ id: 1, body: REPORT }]);
  });

  test('a comment of a person with the marker is neither replaced nor removed', async () => {
    const pasted = { id: nextId++, body: OTHER_REPORT, by: 'mallory' };
    comments = [pasted];
    for (const _ of [1, 2]) expect(await comment(REPORT)).toMatchObject({ status: 0 });
    expect(comments).toEqual([pasted, { id: 2, body: REPORT }]);
  });

  test('a token with a line break is a mistake that does not show it', async () => {
    const token = 'secret-of-two\nlines';
    const { status, stdout, stderr } = await comment(REPORT, { GITHUB_TOKEN: token, GITLAB_TOKEN: token });
    expect([status, stderr]).toEqual([1, expect.stringContaining('has blanks or line breaks')]);
    expect(stdout + stderr).not.toContain('secret-of-two');
  });

  test('a run that was canceled between create and clean-up leaves nothing that the next run does not remove', async () => {
    comments = [REPORT, OTHER_REPORT].map((body) => ({ id: nextId++, body }));
    await comment(REPORT);
    expect(comments).toEqual([{ id: 1, body: REPORT }]);
  });

  test('a comment that cannot be posted fails the job with the message of the host, and the report is printed', async () => {
    failures = [{ method: 'POST', status: 403, body: { message: 'Resource not accessible by integration' } }];
    const { status, stdout, stderr } = await comment(REPORT);
    expect([status, stdout]).toEqual([2, REPORT]);
    expect(stderr).toContain(`POST ${host.list} returned 403: Resource not accessible by integration`);
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  test('a host that is not reached is status 3, and the report is printed', async () => {
    const unreachable = { GITHUB_API_URL: 'http://127.0.0.1:1', CI_API_V4_URL: 'http://127.0.0.1:1' };
    const { status, stdout, stderr } = await comment(REPORT, unreachable);
    expect([status, stdout, stderr]).toEqual([3, REPORT, expect.stringContaining('127.0.0.1:1 cannot be reached')]);
  });

  test('a list is read again after 502, and a create is not sent twice', async () => {
    failures = [{ method: 'GET', status: 502, body: {} }];
    expect(await comment(REPORT)).toMatchObject({ status: 0 });
    comments = [];
    failures = [{ method: 'POST', status: 502, body: { message: 'Bad Gateway' } }];
    requests = [];
    expect(await comment(REPORT)).toMatchObject({ status: 3 });
    expect(requests.filter((each) => each.startsWith('POST'))).toHaveLength(1);
  });

  test('a report that is longer than a comment is cut at the end of a line', async () => {
    await comment(`${REPORT}${`${'x'.repeat(99)}\n`.repeat(700)}`);
    const [{ body } = { body: '' }] = comments;
    expect(body.length).toBeLessThanOrEqual(65_536);
    expect(body).toMatch(/x{99}\n\n_Shortened: see the report in the job\._\n$/);
  });

  test.each(['GITHUB_TOKEN', 'GITLAB_TOKEN'])(
    'a job without %s is a mistake, and the report is printed',
    async (variable) => {
      const { status, stdout, stderr } = await comment(REPORT, { [variable]: '' });
      if (!(variable in host.env())) return expect(status).toBe(0);
      expect([status, stdout, stderr]).toEqual([1, REPORT, expect.stringContaining(`${variable} is not set`)]);
    },
  );
});

test('outside of a job, and for an event without a pull request, it is a mistake', async () => {
  host = HOSTS.github;
  await writeFile(join(folder, 'event.json'), JSON.stringify({ ref: 'refs/heads/main' }));
  expect(await comment(REPORT)).toMatchObject({ status: 1, stderr: expect.stringContaining('has no pull request') });
  expect(await runInProcess(['comment', '-'], { cwd: folder, stdin: REPORT })).toMatchObject({
    status: 1,
    stdout: REPORT,
    stderr: expect.stringContaining('No host was found'),
  });
  expect(requests).toEqual([]);
});

test('an empty report is a mistake', async () => {
  host = HOSTS.github;
  expect(await comment(' \n')).toMatchObject({ status: 1, stderr: expect.stringContaining('is empty') });
});
