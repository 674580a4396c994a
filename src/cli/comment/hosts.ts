/**
 * Where `netingress comment` writes a report on GitHub or GitLab: the comments of a pull or merge request, or the open issues
 * of the repository. The address and the token are those that the host gives to a job.
 */
import { EXIT } from '../../model/exit-status';
import { tryParseJson } from '../../model/json';
import { type CliContext, CliError } from '../context';
import { createSend, NotPermittedError, type Send } from './send';

/** A comment, or an open issue with its text. */
export interface Post {
  readonly id: number;
  readonly body: string;
}

export interface PostHost {
  /** `pull request 7 of acme/ingress on GitHub`. */
  readonly name: string;
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
  // The token of a job may not read its user, which is a bot.
  const findAuthor = async (): Promise<IsOwn> => {
    const user = (await send('GET', `${api}/user`).catch((error: CliError) => {
      if (error.status !== EXIT.failed) throw error;
    })) as Author | undefined;
    return ({ user: author }) => (user?.login === undefined ? author?.type === 'Bot' : author?.login === user.login);
  };
  if (issue !== undefined)
    return {
      name: `the issue '${issue}' of ${repository} on GitHub`,
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
    list: async () => listPages(send, `${base}/${number}/comments`, '', await findAuthor()),
    create: async (body) => void (await send('POST', `${base}/${number}/comments`, { body })),
    replace: async (id, body) => void (await send('PATCH', `${base}/comments/${id}`, { body })),
    remove: async (id) => void (await send('DELETE', `${base}/comments/${id}`)),
  };
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
    const user = (await send('GET', `${api}/user`)) as Author | undefined;
    return ({ author }) => author?.username !== undefined && author.username === user?.username;
  };
  const order = '&sort=asc&order_by=created_at';
  if (issue !== undefined) {
    const project = expectVariable(context, 'CI_PROJECT_ID');
    const issues = `${api}/projects/${project}/issues`;
    return {
      name: `the issue '${issue}' of ${env['CI_PROJECT_PATH'] || `project ${project}`} on GitLab`,
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
    list: async () => listPages(send, notes, order, await findAuthor()),
    create: async (body) => void (await send('POST', notes, { body })),
    replace: async (id, body) => void (await send('PUT', `${notes}/${id}`, { body })),
    remove: async (id) => void (await send('DELETE', `${notes}/${id}`)),
  };
}

interface Author {
  /** GitHub. */
  readonly login?: string;
  readonly type?: string;
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

/** A page that is not full is the last one. */
async function listPages(send: Send, url: string, more: string, isOwn: IsOwn): Promise<readonly Post[]> {
  const all: Post[] = [];
  for (let page = 1; ; page += 1) {
    const found = await send('GET', `${url}?per_page=${PAGE_SIZE}&page=${page}${more}`);
    if (!Array.isArray(found)) throw new CliError('The host returned no list of comments or issues.', EXIT.undecided);
    for (const post of found as readonly ListedPost[]) {
      const id = post.number ?? post.iid ?? post.id;
      const body = post.body ?? post.description;
      if (typeof id === 'number' && typeof body === 'string' && isOwn(post)) all.push({ id, body });
    }
    if (found.length < PAGE_SIZE) return all.sort((a, b) => a.id - b.id);
  }
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
