/**
 * Where `netingress comment` writes a report on GitHub or GitLab: the comments of a pull or merge request, or the open issues
 * of the repository. The address and the token are those that the host gives to a job.
 */
import { EXIT } from '../../model/exit-status';
import { tryParseJson } from '../../model/json';
import { MAX_CHARACTERS } from '../../report/markdown';
import { type CliContext, CliError } from '../context';
import { createSend, NotFoundError, NotPermittedError, type Send } from './send';

/** A comment, or an open issue with its text. */
export interface Post {
  readonly id: number;
  readonly body: string;
}

export interface PostHost {
  /** `pull request 7 of acme/ingress on GitHub`. */
  readonly name: string;
  /** A longer text is refused. */
  readonly maxCharacters: number;
  /** The posts of the token's own user in ascending order of id, all pages: anybody can write the marker of a report. */
  list(): Promise<readonly Post[]>;
  create(body: string): Promise<void>;
  replace(id: number, body: string): Promise<void>;
  /** Deletes a comment, or closes an issue. */
  remove(id: number): Promise<void>;
}

export interface FindHostOptions {
  /** The title of an issue; undefined for a comment. */
  readonly issue: string | undefined;
  /** Reads the file of the event that started the job. */
  readonly readEvent: (file: string) => Promise<string>;
}

const PAGE_SIZE = 100;
const GITLAB_MAX_CHARACTERS = 1_000_000;

/** Finds the host by the variables of the job. */
export async function findHost(context: CliContext, options: FindHostOptions): Promise<PostHost> {
  const { env } = context;
  if (env['GITHUB_ACTIONS'] === 'true') return findGitHub(context, options);
  if (env['GITLAB_CI'] === 'true') return findGitLab(context, options);
  throw new CliError(
    'No host was found to comment on; expected a job of GitHub Actions (GITHUB_ACTIONS=true) or of GitLab (GITLAB_CI=true).',
  );
}

/**
 * Whether the job is that of a pull request from a fork. Such a job has no token that can write, unless the repository
 * allows it.
 */
export async function isOfFork(context: CliContext, readEvent: FindHostOptions['readEvent']): Promise<boolean> {
  const { env } = context;
  if (env['GITLAB_CI'] === 'true') {
    const [source, target] = [env['CI_MERGE_REQUEST_SOURCE_PROJECT_ID'], env['CI_MERGE_REQUEST_PROJECT_ID']];
    return Boolean(source && target) && source !== target;
  }
  const file = env['GITHUB_EVENT_PATH'];
  if (env['GITHUB_ACTIONS'] !== 'true' || !file) return false;
  const { head, base } = (await readGitHubEvent(readEvent, file))?.pull_request ?? {};
  // The repository of a fork may have been deleted: `head.repo` is null then.
  return base?.repo?.full_name !== undefined && head?.repo?.full_name !== base.repo.full_name;
}

interface Branch {
  readonly repo?: { readonly full_name?: string } | null;
}

interface GitHubEvent {
  readonly pull_request?: { readonly number?: unknown; readonly head?: Branch; readonly base?: Branch };
  readonly issue?: { readonly number?: unknown };
}

async function readGitHubEvent(
  readEvent: FindHostOptions['readEvent'],
  file: string,
): Promise<GitHubEvent | undefined> {
  return tryParseJson(await readEvent(file)) as GitHubEvent | undefined;
}

async function findGitHub(context: CliContext, { issue, readEvent }: FindHostOptions): Promise<PostHost> {
  const { env } = context;
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN'];
  if (!token)
    throw new NotPermittedError(
      'GITHUB_TOKEN is not set; expected the token of the job, which GitHub has as github.token.',
    );
  const repository = expectVariable(context, 'GITHUB_REPOSITORY');
  const api = (env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, '');
  const base = `${api}/repos/${repository}/issues`;
  const send = createSend(context, token, {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${expectToken('GITHUB_TOKEN', token)}`,
    'x-github-api-version': '2022-11-28',
  });
  const findAuthor = async (): Promise<IsOwn> => {
    const login = await findLogin(send, env['GITHUB_GRAPHQL_URL'] || `${api.replace(/\/v3$/, '')}/graphql`);
    return ({ user: author }) => author?.login === login;
  };
  if (issue !== undefined)
    return {
      name: `the issue '${issue}' of ${repository} on GitHub`,
      maxCharacters: MAX_CHARACTERS,
      list: async () => {
        const isOwn = await findAuthor();
        // The list of issues contains the pull requests.
        const isIssue: IsOwn = (each) => each.pull_request === undefined && isOwn(each);
        return listPages(send, base, '&state=open&sort=created&direction=asc', isIssue);
      },
      create: async (body) => void (await send('POST', base, { title: issue, body })),
      replace: async (id, body) => void (await send('PATCH', `${base}/${id}`, { body })),
      remove: async (id) => void (await send('PATCH', `${base}/${id}`, { state: 'closed' })),
    };
  const event = await readGitHubEvent(readEvent, expectVariable(context, 'GITHUB_EVENT_PATH'));
  const number = event?.pull_request?.number ?? event?.issue?.number;
  if (typeof number !== 'number')
    throw new CliError(
      `The event ${env['GITHUB_EVENT_NAME'] ?? ''} has no pull request; expected a job of the event pull_request.`,
    );
  return {
    name: `the comment in pull request ${number} of ${repository} on GitHub`,
    maxCharacters: MAX_CHARACTERS,
    list: async () => listPages(send, `${base}/${number}/comments`, '', await findAuthor()),
    create: async (body) => void (await send('POST', `${base}/${number}/comments`, { body })),
    replace: async (id, body) => void (await send('PATCH', `${base}/comments/${id}`, { body })),
    remove: async (id) => void (await send('DELETE', `${base}/comments/${id}`)),
  };
}

/**
 * The user of the token. The token of a job, and that of an app, may not read `/user`, but every token may ask for its viewer.
 * On a host without GraphQL it is the bot of a job: another bot may have repeated what a person wrote, with the marker of a
 * report. A query that fails has status 200 and no data.
 */
async function findLogin(send: Send, graphql: string): Promise<string> {
  try {
    const { body } = await send('POST', graphql, { query: 'query { viewer { login } }' });
    const { data } = (body ?? {}) as { readonly data?: { readonly viewer?: Author | null } | null };
    return expectName(data?.viewer?.login, 'login', 'GITHUB_TOKEN', `of \`viewer\` from ${graphql}`);
  } catch (error) {
    if (error instanceof NotFoundError) return 'github-actions[bot]';
    throw error;
  }
}

/** Without the name the comments of the token's user could not be told from those of others. */
function expectName(name: string | undefined, member: string, variable: string, where: string): string {
  if (name) return name;
  throw new CliError(
    `The host returned no ${member} for ${variable}, so its comments cannot be found; expected that ${where}.`,
    EXIT.undecided,
  );
}

/** A job token cannot write notes, so a project access token is needed. */
function findGitLab(context: CliContext, { issue }: FindHostOptions): PostHost {
  const { env } = context;
  const token = env['GITLAB_TOKEN'];
  if (!token)
    throw new NotPermittedError(
      'GITLAB_TOKEN is not set; expected a project access token with the scope api: CI_JOB_TOKEN cannot write notes.',
    );
  const api = expectVariable(context, 'CI_API_V4_URL').replace(/\/+$/, '');
  const send = createSend(context, token, {
    accept: 'application/json',
    'private-token': expectToken('GITLAB_TOKEN', token),
  });
  const findAuthor = async (): Promise<IsOwn> => {
    const user = ((await send('GET', `${api}/user`)).body ?? {}) as Author;
    const username = expectName(user.username, 'username', 'GITLAB_TOKEN', 'of GET /user');
    return ({ author }) => author?.username === username;
  };
  const order = '&sort=asc&order_by=created_at';
  if (issue !== undefined) {
    const project = expectVariable(context, 'CI_PROJECT_ID');
    const issues = `${api}/projects/${project}/issues`;
    return {
      name: `the issue '${issue}' of ${env['CI_PROJECT_PATH'] || `project ${project}`} on GitLab`,
      maxCharacters: GITLAB_MAX_CHARACTERS,
      list: async () => listPages(send, issues, `&state=opened&scope=all${order}`, await findAuthor()),
      create: async (body) => void (await send('POST', issues, { title: issue, description: body })),
      replace: async (id, body) => void (await send('PUT', `${issues}/${id}`, { description: body })),
      remove: async (id) => void (await send('PUT', `${issues}/${id}`, { state_event: 'close' })),
    };
  }
  const request = env['CI_MERGE_REQUEST_IID'];
  if (!request) throw new CliError('CI_MERGE_REQUEST_IID is not set; expected a pipeline of a merge request.');
  // The pipeline of a fork runs in the project of the fork, but its merge request belongs to the target.
  const project = env['CI_MERGE_REQUEST_PROJECT_ID'] || expectVariable(context, 'CI_PROJECT_ID');
  const path = env['CI_MERGE_REQUEST_PROJECT_PATH'] || env['CI_PROJECT_PATH'] || `project ${project}`;
  const notes = `${api}/projects/${project}/merge_requests/${request}/notes`;
  return {
    name: `the comment in merge request ${request} of ${path} on GitLab`,
    maxCharacters: GITLAB_MAX_CHARACTERS,
    list: async () => listPages(send, notes, order, await findAuthor()),
    create: async (body) => void (await send('POST', notes, { body })),
    replace: async (id, body) => void (await send('PUT', `${notes}/${id}`, { body })),
    remove: async (id) => void (await send('DELETE', `${notes}/${id}`)),
  };
}

interface Author {
  /** GitHub. */
  readonly login?: string;
  /** GitLab. */
  readonly username?: string;
}

interface ListedPost {
  readonly id?: number;
  /** Of an issue. An `id` is unique to the whole host; the API addresses an issue by this number. */
  readonly number?: number;
  readonly iid?: number;
  readonly body?: string | null;
  /** The text of an issue on GitLab. */
  readonly description?: string | null;
  readonly user?: Author | null;
  readonly author?: Author | null;
  /** GitHub: the issue is a pull request. */
  readonly pull_request?: object;
}

type IsOwn = (post: ListedPost) => boolean;

/**
 * The query of the next page is that of the link in the response: GitLab leaves out what the user may not read, so a page with
 * few posts need not be the last one, and GitHub pages issues by a cursor. The address stays, so that the token does.
 */
async function listPages(send: Send, url: string, more: string, isOwn: IsOwn): Promise<readonly Post[]> {
  const all = new Map<number, Post>();
  for (let query: string | undefined = `?per_page=${PAGE_SIZE}${more}`; query !== undefined; ) {
    const { body: found, nextQuery } = await send('GET', `${url}${query}`);
    if (!Array.isArray(found)) throw new CliError('The host returned no list of comments or issues.', EXIT.undecided);
    for (const post of found as readonly ListedPost[]) {
      const id = post.number ?? post.iid ?? post.id;
      const body = post.body ?? post.description;
      if (typeof id === 'number' && typeof body === 'string' && isOwn(post)) all.set(id, { id, body });
    }
    if (nextQuery === query) throw new CliError('The next page of the host is the same page.', EXIT.undecided);
    query = nextQuery;
  }
  return [...all.values()].sort((a, b) => a.id - b.id);
}

/** A line break in a header is refused by the HTTP library, whose message quotes it. */
function expectToken(name: string, token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CliError(`${name} has blanks or line breaks; expected one token. Its value is not shown.`);
}

function expectVariable({ env }: CliContext, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new CliError(`${name} is not set; expected the value that the host gives to every job.`);
}
