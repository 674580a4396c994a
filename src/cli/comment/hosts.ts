/**
 * The comments of a pull request on GitHub, or of a merge request on GitLab. The address and the token are those that the
 * host gives to a job.
 */
import { EXIT } from '../../model/exit-status';
import { tryParseJson } from '../../model/json';
import { type CliContext, CliError } from '../context';
import { createSend, type Send } from './send';

export interface Comment {
  readonly id: number;
  readonly body: string;
}

export interface CommentHost {
  /** `pull request 7 of acme/ingress on GitHub`. */
  readonly name: string;
  /** The comments of the token's own user in ascending order of id, all pages: anybody can write the marker of a report. */
  list(): Promise<readonly Comment[]>;
  create(body: string): Promise<void>;
  replace(id: number, body: string): Promise<void>;
  remove(id: number): Promise<void>;
}

const PAGE_SIZE = 100;

/** Finds the host by the variables of the job. `readEvent` reads the file of the event that started the job. */
export async function findHost(
  context: CliContext,
  readEvent: (file: string) => Promise<string>,
): Promise<CommentHost> {
  const { env } = context;
  if (env['GITHUB_ACTIONS'] === 'true') return findGitHub(context, readEvent);
  if (env['GITLAB_CI'] === 'true') return findGitLab(context);
  throw new CliError(
    'No host was found to comment on; expected a job of GitHub Actions (GITHUB_ACTIONS=true) or of GitLab (GITLAB_CI=true).',
  );
}

async function findGitHub(context: CliContext, readEvent: (file: string) => Promise<string>): Promise<CommentHost> {
  const { env } = context;
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN'];
  if (!token)
    throw new CliError('GITHUB_TOKEN is not set; expected the token of the job, which GitHub has as github.token.');
  const event = tryParseJson(await readEvent(expectVariable(context, 'GITHUB_EVENT_PATH'))) as
    | { readonly pull_request?: { readonly number?: unknown }; readonly issue?: { readonly number?: unknown } }
    | undefined;
  const number = event?.pull_request?.number ?? event?.issue?.number;
  if (typeof number !== 'number')
    throw new CliError(
      `The event ${env['GITHUB_EVENT_NAME'] ?? ''} has no pull request; expected a job of the event pull_request.`,
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
  return {
    name: `pull request ${number} of ${repository} on GitHub`,
    list: async () => listPages(send, `${base}/${number}/comments`, '', await findAuthor()),
    create: async (body) => void (await send('POST', `${base}/${number}/comments`, { body })),
    replace: async (id, body) => void (await send('PATCH', `${base}/comments/${id}`, { body })),
    remove: async (id) => void (await send('DELETE', `${base}/comments/${id}`)),
  };
}

/** A job token cannot write notes, so a project access token is needed. */
function findGitLab(context: CliContext): CommentHost {
  const { env } = context;
  const token = env['GITLAB_TOKEN'];
  if (!token)
    throw new CliError(
      'GITLAB_TOKEN is not set; expected a project access token with the scope api: CI_JOB_TOKEN cannot write notes.',
    );
  const request = env['CI_MERGE_REQUEST_IID'];
  if (!request) throw new CliError('CI_MERGE_REQUEST_IID is not set; expected a pipeline of a merge request.');
  const api = expectVariable(context, 'CI_API_V4_URL').replace(/\/+$/, '');
  const base = `${api}/projects/${expectVariable(context, 'CI_PROJECT_ID')}`;
  const notes = `${base}/merge_requests/${request}/notes`;
  const send = createSend(context, token, {
    accept: 'application/json',
    'private-token': expectToken('GITLAB_TOKEN', token),
  });
  const findAuthor = async (): Promise<IsOwn> => {
    const user = (await send('GET', `${api}/user`)) as Author | undefined;
    return ({ author }) => author?.username !== undefined && author.username === user?.username;
  };
  return {
    name: `merge request ${request} of ${env['CI_PROJECT_PATH'] || `project ${env['CI_PROJECT_ID']}`} on GitLab`,
    list: async () => listPages(send, notes, '&sort=asc&order_by=created_at', await findAuthor()),
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

type ListedComment = Partial<Comment> & { readonly user?: Author | null; readonly author?: Author | null };

type IsOwn = (comment: ListedComment) => boolean;

/** A page that is not full is the last one. */
async function listPages(send: Send, url: string, more: string, isOwn: IsOwn): Promise<readonly Comment[]> {
  const all: Comment[] = [];
  for (let page = 1; ; page += 1) {
    const found = await send('GET', `${url}?per_page=${PAGE_SIZE}&page=${page}${more}`);
    if (!Array.isArray(found)) throw new CliError('The host returned no list of comments.', EXIT.undecided);
    for (const comment of found as readonly ListedComment[]) {
      const { id, body } = comment;
      if (typeof id === 'number' && typeof body === 'string' && isOwn(comment)) all.push({ id, body });
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
