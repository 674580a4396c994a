#!/usr/bin/env node
/**
 * Stands in for `gh` in the steps of action.yml: keeps comments of pull request 7, issues and pull requests of
 * acme/ingress in the file GH_STORE, and rejects all other commands. `GH_REFUSES=1` refuses every write.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.GH_STORE;
const store = { comments: [], issues: [], pulls: [], ...(existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))) };
const args = process.argv.slice(2);
const ISSUES = 'repos/acme/ingress/issues';
const API = 'https://api.github.com';
const BOT = 'github-actions[bot]';
const MAX_CHARACTERS = 65536;

const values = (...names) => args.filter((_, index) => names.includes(args[index - 1]));
const option = (name) => values(name)[0];
const reject = (reason) => {
  console.error(`gh: ${reason}`);
  process.exitCode = 1;
};

/** `-f NAME=VALUE` and `-F NAME=@FILE`. */
const fields = () =>
  Object.fromEntries([
    ...values('-f').map((field) => field.split(/=(.*)/s)),
    ...values('-F').map((field) => {
      const [, name, from] = /^(\w+)=@(.+)$/.exec(field);
      return [name, readFileSync(from, 'utf8')];
    }),
  ]);

/** The expression reads each page by itself. */
function list(posts, address) {
  const size = Number(/[?&]per_page=(\d+)/.exec(address)?.[1] ?? 30);
  const pages = args.includes('--paginate') ? Math.max(1, Math.ceil(posts.length / size)) : 1;
  for (let page = 0; page < pages; page += 1) {
    const input = JSON.stringify(posts.slice(page * size, (page + 1) * size));
    const { status, stdout, stderr } = spawnSync('jq', ['-r', option('--jq')], { input, encoding: 'utf8' });
    if (status !== 0) return reject(stderr);
    process.stdout.write(stdout);
  }
  return undefined;
}

function api() {
  const flags = ['--method', '--jq', '-f', '-F'];
  const address = args.slice(1).find((arg, index) => !arg.startsWith('-') && !flags.includes(args[index]));
  const [path] = address.replace(`${API}/`, '').split('?');
  const posts = { [`${ISSUES}/7/comments`]: store.comments, [ISSUES]: store.issues }[path];
  const sent = fields();
  const isWrite = Object.keys(sent).length > 0;
  if (!isWrite)
    return posts
      ? list(
          posts.filter(({ state }) => state !== 'closed'),
          address,
        )
      : reject('Not Found (HTTP 404)');
  if (process.env.GH_REFUSES) return reject('Resource not accessible by integration (HTTP 403)');
  if ((sent.body ?? '').length > MAX_CHARACTERS) return reject('Validation Failed (HTTP 422)');
  const found = [...store.comments, ...store.issues].find(({ url }) => url === `${API}/${path}`);
  if (option('--method') === 'PATCH') return found ? void Object.assign(found, sent) : reject('Not Found (HTTP 404)');
  if (!posts || (posts === store.issues) !== 'title' in sent) return reject('Validation Failed (HTTP 422)');
  const number = posts.length + 1;
  const url = `${API}/${posts === store.issues ? ISSUES : `${ISSUES}/comments`}/${number}`;
  return void posts.push({ url, user: { login: BOT }, ...sent, ...('title' in sent && { state: 'open' }) });
}

const body = () => readFileSync(option('--body-file'), 'utf8');

const commands = {
  api,
  'pr list': () => {
    // The one question asked: the numbers of open pull requests that are not of forks.
    if (option('--jq') !== '.[] | select(.isCrossRepository | not) | .number') return reject('not understood');
    for (const { number, head, open, isOfFork } of store.pulls)
      if (open && head === option('--head') && !isOfFork) console.log(number);
    return undefined;
  },
  'pr create': () =>
    store.pulls.push({
      number: 40 + store.pulls.length,
      open: true,
      head: option('--head'),
      base: option('--base'),
      title: option('--title'),
      body: body(),
    }),
  'pr edit': () => {
    store.pulls.find((pull) => pull.open && String(pull.number) === args[2]).body = body();
  },
};

const command = commands[args[0] === 'api' ? 'api' : args.slice(0, 2).join(' ')];
if (!process.env.GH_TOKEN) reject('there is no GH_TOKEN');
else if (command) command();
else reject(`not understood: ${args.join(' ')}`);
writeFileSync(file, JSON.stringify(store));
