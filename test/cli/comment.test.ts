/** `netingress comment` against servers with the API of GitHub and of GitLab. */
import { join } from 'node:path';
import { findRateLimit } from '../../src/cli/comment/send';
import { API_TOKEN, HostApi, type HostName } from '../support/ci/host-api';
import { useCommandLine } from '../support/cli/command-line';
import { findUnusedUrl } from '../support/listen';

const cli = useCommandLine();

const REPORT = '<!-- netingress-preview -->\n\n## Preview\n\nWould apply.\n';
const OTHER_REPORT = REPORT.replace('Would apply', 'Would be refused');

let api: HostApi;
let env: Record<string, string>;

/** The variables that the host gives to a job of a pull request. */
const VARIABLES: Readonly<Record<HostName, () => Record<string, string>>> = {
  github: () => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: api.url,
    GITHUB_REPOSITORY: 'acme/ingress',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(cli.folder, 'event.json'),
    GITHUB_TOKEN: API_TOKEN,
  }),
  gitlab: () => ({
    GITLAB_CI: 'true',
    CI_API_V4_URL: api.url,
    CI_PROJECT_ID: '12',
    CI_PROJECT_PATH: 'acme/ingress',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_TOKEN: API_TOKEN,
  }),
};

/** What a job of a fork has in addition. */
const FORK: Readonly<Record<HostName, Record<string, string>>> = {
  github: { GITHUB_EVENT_PATH: 'fork.json' },
  gitlab: { CI_PROJECT_ID: '13', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '13', CI_MERGE_REQUEST_PROJECT_ID: '12' },
};

async function openHost(name: HostName): Promise<void> {
  api = await new HostApi(name).listen();
  env = VARIABLES[name]();
}

beforeEach(async () => {
  const base = { repo: { full_name: 'acme/ingress' } };
  for (const [file, head] of [
    ['event.json', base],
    ['fork.json', { repo: { full_name: 'mallory/ingress' } }],
    ['deleted-fork.json', { repo: null }],
  ] as const)
    await cli.write(file, { pull_request: { number: 7, head, base } });
});
afterEach(() => api.close());

const run = (args: readonly string[], report = REPORT, more: Record<string, string> = {}) =>
  cli.run(['comment', ...args], { env: { ...env, ...more }, stdin: report });
const comment = (report: string, more: Record<string, string> = {}) => run(['-'], report, more);

describe.each(['github', 'gitlab'] as const)('%s', (name) => {
  beforeEach(() => openHost(name));

  test('the first run creates the comment and the next one replaces it, among 250 others', async () => {
    api.comments = Array.from({ length: 250 }, () => ({
      id: api.nextId++,
      body: 'a comment of a person',
      by: 'ada',
    }));
    expect(await comment(REPORT)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Created the comment in'),
    });
    expect(await comment(OTHER_REPORT)).toMatchObject({ status: 0, stdout: '' });
    expect(api.comments.filter(({ body }) => body.includes('netingress'))).toEqual([{ id: 251, body: OTHER_REPORT }]);
  });

  test('reports with other markers keep their comments, and a report without one is found by its file', async () => {
    await comment(REPORT);
    await comment(REPORT.replace('preview -->', 'preview: staging -->'));
    await cli.write('drift.md', '## Drift\n');
    for (const _ of [1, 2]) expect(await run(['drift.md'])).toMatchObject({ status: 0 });
    expect(api.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      '<!-- netingress-preview -->',
      '<!-- netingress-preview: staging -->',
      '<!-- netingress-comment: drift.md -->',
    ]);
  });

  test('two first runs at the same time leave one comment', async () => {
    api.holdCreates(2);
    const results = await Promise.all([comment(REPORT), comment(OTHER_REPORT)]);
    expect(results.map(({ status }) => status)).toEqual([0, 0]);
    expect(api.requests.filter((each) => each.startsWith('POST'))).toHaveLength(2);
    expect(api.comments).toHaveLength(1);
  });

  test('the report of a first run that looks last is kept, also if the other run removed its comment', async () => {
    api.beforeCreate = () => {
      api.comments.push({ id: api.nextId++, body: OTHER_REPORT });
    };
    api.afterCreate = () => {
      api.comments = api.comments.filter(({ body }) => body === OTHER_REPORT);
    };
    expect(await comment(REPORT)).toMatchObject({ status: 0 });
    expect(api.comments).toEqual([{ id: 1, body: REPORT }]);
  });

  test('a comment of a person with the marker is neither replaced nor removed', async () => {
    const pasted = { id: api.nextId++, body: OTHER_REPORT, by: 'mallory' };
    api.comments = [pasted];
    for (const _ of [1, 2]) expect(await comment(REPORT)).toMatchObject({ status: 0 });
    expect(api.comments).toEqual([pasted, { id: 2, body: REPORT }]);
  });

  test('a token with a line break is a mistake that does not show it', async () => {
    const token = 'secret-of-two\nlines';
    const { status, stdout, stderr } = await comment(REPORT, { GITHUB_TOKEN: token, GITLAB_TOKEN: token });
    expect([status, stderr]).toEqual([1, expect.stringContaining('has blanks or line breaks')]);
    expect(stdout + stderr).not.toContain('secret-of-two');
  });

  test('a run that was canceled between create and clean-up leaves nothing that the next run does not remove', async () => {
    api.comments = [REPORT, OTHER_REPORT].map((body) => ({ id: api.nextId++, body }));
    await comment(REPORT);
    expect(api.comments).toEqual([{ id: 1, body: REPORT }]);
  });

  test('a comment that cannot be posted fails the job with the message of the host, and the report is printed', async () => {
    api.failures = [{ method: 'POST', status: 403, body: { message: 'Resource not accessible by integration' } }];
    const { status, stdout, stderr } = await comment(REPORT);
    expect([status, stdout]).toEqual([2, REPORT]);
    expect(stderr).toContain('Cannot post the report, so it is printed instead: ');
    expect(stderr).toContain(`POST ${api.dialect.comments} returned 403: Resource not accessible by integration`);
    expect(stdout + stderr).not.toContain(API_TOKEN);
  });

  test.each([401, 403])('a job of a fork that gets %d prints the report and does not fail', async (status) => {
    api.failures = [{ method: 'POST', status, body: { message: 'Resource not accessible by integration' } }];
    const result = await comment(REPORT, FORK[name]);
    expect(result).toMatchObject({ status: 0, stdout: REPORT });
    expect(result.stderr).toMatch(/^The job of a fork may not comment, .* Resource not accessible by integration$/);
  });

  test('so does a job of a fork without a token, and other failures are failures there, too', async () => {
    expect(await comment(REPORT, { ...FORK[name], GITHUB_TOKEN: '', GITLAB_TOKEN: '' })).toMatchObject({
      status: 0,
      stdout: REPORT,
    });
    api.failures = [{ method: 'POST', status: 422, body: { message: 'Validation Failed' } }];
    expect(await comment(REPORT, FORK[name])).toMatchObject({ status: 2, stdout: REPORT });
  });

  test('a job of a fork that may write comments in the pull request of the target', async () => {
    expect(await comment(REPORT, FORK[name])).toMatchObject({ status: 0, stdout: '' });
    expect(api.comments).toEqual([{ id: 1, body: REPORT }]);
  });

  describe('--issue', () => {
    // A scheduled job has no pull request.
    const issue = (report: string, ...args: string[]) =>
      run(['-', '--issue', 'Drift of production', ...args], report, {
        GITHUB_EVENT_PATH: join(cli.folder, 'missing.json'),
        CI_MERGE_REQUEST_IID: '',
      });

    test('opens one issue, replaces its text, and closes it', async () => {
      api.issues = Array.from({ length: 130 }, () => ({
        id: api.nextId++,
        title: 'a bug',
        body: '',
        by: 'ada',
        isOpen: true,
      }));
      const body = (report: string) => `<!-- netingress-issue: Drift%20of%20production -->\n\n${report}`;
      expect(await issue(REPORT)).toMatchObject({ status: 0, stderr: expect.stringContaining('Created the issue') });
      // A title that a person changed, and the report of another stack.
      Object.assign(api.issues[130] ?? {}, { title: 'Drift, Ada looks at it' });
      await run(['-', '--issue', 'Drift of staging']);
      expect(await issue(OTHER_REPORT)).toMatchObject({ status: 0, stderr: expect.stringContaining('Replaced the') });
      expect(api.issues.slice(130)).toMatchObject([
        { title: 'Drift, Ada looks at it', body: body(OTHER_REPORT), isOpen: true },
        { title: 'Drift of staging', isOpen: true },
      ]);
      expect(await issue(REPORT, '--close')).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('Closed the'),
      });
      expect(api.issues.map(({ isOpen }) => isOpen)).toEqual([...Array(130).fill(true), false, true]);
      expect(api.issues[130]?.body).toBe(body(REPORT));
      expect(await issue(REPORT, '--close')).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('Did not find'),
      });
      expect(api.issues).toHaveLength(132);
      expect(api.comments).toEqual([]);
    });

    test('titles that differ in a blank, a slash or a letter have an issue each', async () => {
      const titles = ['Drift of a b', 'Drift of a_b', 'Drift of a/b', 'Drift of a%20b', 'Drift of ä --> b'];
      for (const title of [...titles, ...titles]) await run(['-', '--issue', title]);
      expect(api.issues.map(({ title }) => title)).toEqual(titles);
      for (const { body } of api.issues) expect(body).toMatch(/^<!-- netingress-issue: [^ <>]+ -->\n\n/);
    });

    test('pull requests, and issues of others with the marker, are left alone', async () => {
      const body = `<!-- netingress-issue: Drift%20of%20production -->\n`;
      api.issues = [{ id: api.nextId++, title: 'Drift of production', body, by: 'mallory', isOpen: true }];
      if (name === 'github') api.issues.push({ id: api.nextId++, body, isOpen: true, isPullRequest: true });
      const before = structuredClone(api.issues);
      await issue(REPORT, '--close');
      expect(api.issues).toEqual(before);
    });

    test('an issue that may not be opened is a failure', async () => {
      api.failures = [{ method: 'POST', status: 403, body: { message: 'Forbidden' } }];
      expect(await issue(REPORT)).toMatchObject({ status: 2, stdout: REPORT });
    });
  });

  test('a host that is not reached is status 3, and the report is printed', async () => {
    const unreachable = { GITHUB_API_URL: 'http://127.0.0.1:1', CI_API_V4_URL: 'http://127.0.0.1:1' };
    const { status, stdout, stderr } = await comment(REPORT, unreachable);
    expect([status, stdout, stderr]).toEqual([3, REPORT, expect.stringContaining('127.0.0.1:1 cannot be reached')]);
  });

  test('of a host with several addresses that all refuse, the reason is told', async () => {
    const { port } = new URL(await findUnusedUrl());
    const url = `http://localhost:${port}`;
    const { stderr } = await comment(REPORT, { GITHUB_API_URL: url, CI_API_V4_URL: url });
    expect(stderr).toContain(`localhost:${port} cannot be reached: nothing listens there`);
  });

  test('a list is read again after 502, and a create is not sent twice', async () => {
    api.failures = [{ method: 'GET', status: 502, body: {} }];
    expect(await comment(REPORT)).toMatchObject({ status: 0 });
    api.comments = [];
    api.failures = [{ method: 'POST', status: 502, body: { message: 'Bad Gateway' } }];
    api.requests = [];
    expect(await comment(REPORT)).toMatchObject({ status: 3 });
    expect(api.requests.filter((each) => each.startsWith('POST'))).toHaveLength(1);
  });

  // The stand-in refuses a comment of more characters than the host does.
  const max = { github: 65_536, gitlab: 1_000_000 }[name];

  test('a report that is longer than a comment is cut at the end of a line, and says so', async () => {
    expect(await comment(`${REPORT}${`${'x'.repeat(99)}\n`.repeat(max / 90)}`)).toMatchObject({ status: 0 });
    const [{ body } = { body: '' }] = api.comments;
    expect(body).toMatch(/x{99}\n\n_Shortened: see the report in the job\._\n$/);
  });

  test('one line, code and a folded section that are too long are cut, and end', async () => {
    const long = '😀'.repeat(max);
    for (const text of [long, `\`\`\`\`text\n${long}\n`, `<details>\n\n\`\`\`\n${long}`])
      expect(await comment(`${REPORT}${text}`)).toMatchObject({ status: 0 });
    const [{ body } = { body: '' }] = api.comments;
    expect(body).toMatch(/😀\n```\n\n<\/details>\n\n_Shortened: see the report in the job\._\n$/u);
    expect(body.length).toBeGreaterThan(max - 1000);
  });

  test('a page from which the host left out what the user may not read is not taken for the last one', async () => {
    api.comments = Array.from({ length: 100 }, (_, n) => ({ id: api.nextId++, body: '', by: 'ada', isHidden: n > 3 }));
    for (const report of [REPORT, OTHER_REPORT]) expect(await comment(report)).toMatchObject({ status: 0 });
    expect(api.comments.slice(100)).toEqual([{ id: 101, body: OTHER_REPORT }]);
  });

  test('a rate limit is waited for, also by a create, if it ends within a minute', async () => {
    const limited = { status: 429, body: { message: 'Too many requests' } };
    api.failures = ['GET', 'POST'].map((method) => ({ ...limited, method, headers: { 'retry-after': '1' } }));
    expect(await comment(REPORT)).toMatchObject({ status: 0 });
    api.failures = [{ ...limited, headers: { 'retry-after': '3600' } }];
    const { status, stderr } = await comment(REPORT);
    expect([status, stderr]).toEqual([3, expect.stringContaining('returned 429: Too many requests')]);
  });

  test.each(['GITHUB_TOKEN', 'GITLAB_TOKEN'])(
    'a job without %s is a mistake, and the report is printed',
    async (variable) => {
      const { status, stdout, stderr } = await comment(REPORT, { [variable]: '' });
      if (!(variable in env)) return expect(status).toBe(0);
      expect([status, stdout, stderr]).toEqual([1, REPORT, expect.stringContaining(`${variable} is not set`)]);
    },
  );
});

describe('on GitHub', () => {
  beforeEach(() => openHost('github'));

  test.each([{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' }, { 'retry-after': '600' }])(
    '403 with %p is a rate limit, and no refusal, also in the job of a fork',
    async (headers) => {
      const message = 'API rate limit exceeded for installation.';
      api.failures = [{ method: 'POST', status: 403, body: { message }, headers }];
      expect(await comment(REPORT, FORK.github)).toMatchObject({ status: 3, stderr: expect.stringContaining(message) });
    },
  );

  test('the message of a refused report has what is wrong', async () => {
    api.failures = [{ ...api.dialect.tooLong, method: 'POST' }];
    const { status, stderr } = await comment(REPORT);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/422: Validation Failed; Body is too long/)]);
  });

  test.each(['github-actions[bot]', 'acme-deploy[bot]', 'ada', undefined])(
    'with the token of %s, the comment of another bot with the marker is left alone',
    async (viewer) => {
      api.viewer = viewer;
      const repeated = { id: api.nextId++, body: OTHER_REPORT, by: 'assistant[bot]' };
      const own = { id: api.nextId++, body: OTHER_REPORT, by: viewer ?? 'github-actions[bot]' };
      api.comments = [repeated, own];
      expect(await comment(REPORT)).toMatchObject({ status: 0 });
      expect(api.comments).toEqual([repeated, { ...own, body: REPORT }]);
    },
  );
});

test.each([
  ['fails', { status: 200, body: { data: null, errors: [{ message: 'Something went wrong' }] } }, 3],
  ['has no user', { status: 200, body: { data: { viewer: null } } }, 3],
  ['is refused', { status: 401, body: { message: 'Bad credentials' } }, 2],
])(
  'on GitHub, a query for the user of the token that %s does not make it the bot of a job',
  async (_, failure, expected) => {
    await openHost('github');
    const earlier = { id: api.nextId++, body: OTHER_REPORT, by: 'github-actions[bot]' };
    api.comments = [earlier];
    api.viewerFailure = failure;
    expect(await comment(REPORT)).toMatchObject({ status: expected, stdout: REPORT });
    expect(api.comments).toEqual([earlier]);
  },
);

describe('the wait for a rate limit', () => {
  const wait = (status: number, headers: Record<string, string>, { text = '', retries = 0 } = {}) =>
    findRateLimit({ status, text, header: (name) => headers[name] ?? null }, retries);
  const date = 'Thu, 01 Jan 2026 10:00:00 GMT';

  test('a date is one of the clock of the host; one in the current second is at least the back-off, as for the client', () => {
    expect(wait(429, { date, 'retry-after': 'Thu, 01 Jan 2026 10:00:01 GMT' })).toBe(1000);
    const headers = { date, 'retry-after': date };
    expect([0, 1].map((retries) => wait(429, headers, { retries }))).toEqual([250, 500]);
    expect(wait(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' })).toBe(250);
  });

  test('403 with a Retry-After is a rate limit, also if it cannot be parsed; without one it is a refusal', () => {
    expect(wait(403, { 'retry-after': '7' })).toBe(7000);
    expect(wait(403, { 'retry-after': 'in a while' })).toBe(60_000);
    expect(wait(403, {}, { text: 'Resource not accessible by integration' })).toBeUndefined();
  });
});

test('on GitLab, a token whose user has no name does not decide which comments are its own', async () => {
  await openHost('gitlab');
  const earlier = { id: api.nextId++, body: REPORT };
  api.comments = [earlier];
  api.failures = [{ method: 'GET', status: 200, body: {} }];
  expect(await comment(OTHER_REPORT)).toMatchObject({
    status: 3,
    stdout: OTHER_REPORT,
    stderr: expect.stringContaining('no username for GITLAB_TOKEN'),
  });
  expect(api.comments).toEqual([earlier]);
});

test('outside of a job, and for an event without a pull request, it is a mistake', async () => {
  await openHost('github');
  await cli.write('event.json', { ref: 'refs/heads/main' });
  expect(await comment(REPORT)).toMatchObject({ status: 1, stderr: expect.stringContaining('has no pull request') });
  expect(await cli.run(['comment', '-'], { stdin: REPORT })).toMatchObject({
    status: 1,
    stdout: REPORT,
    stderr: expect.stringContaining('No host was found to comment on'),
  });
  expect(api.requests).toEqual([]);
});

test('the pull request of a fork that was deleted is one of a fork', async () => {
  await openHost('github');
  expect(await comment(REPORT, { GITHUB_EVENT_PATH: 'deleted-fork.json', GITHUB_TOKEN: '' })).toMatchObject({
    status: 0,
    stdout: REPORT,
  });
});

test('--close without --issue, and an empty title, are mistakes', async () => {
  await openHost('github');
  expect(await run(['-', '--close'])).toMatchObject({ status: 1, stderr: expect.stringContaining('without --issue') });
  expect(await run(['-', '--issue', ' '])).toMatchObject({ status: 1, stderr: expect.stringContaining('It is empty') });
  expect(api.requests).toEqual([]);
});

test('an empty report is a mistake', async () => {
  await openHost('github');
  expect(await comment(' \n')).toMatchObject({ status: 1, stderr: expect.stringContaining('is empty') });
});
