#!/usr/bin/env node
/**
 * Replaces `gh` for the workflows of the examples: stores comments, pull requests and its calls in the file GH_STORE, and
 * rejects all other commands.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.GH_STORE;
const store = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { calls: [], comments: [], pulls: [] };
const args = process.argv.slice(2);
store.calls.push(args);

const option = (name) => {
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
};
const body = () => readFileSync(option('--body-file'), 'utf8');
const reject = (reason) => {
  console.error(`fake gh: ${reason}: ${args.join(' ')}`);
  process.exitCode = 1;
};
const openPull = (number) => store.pulls.find((pull) => pull.open && String(pull.number) === number);

const commands = {
  'pr comment': () => store.comments.push({ id: 1000 + store.comments.length, pull: args[2], body: body() }),
  'pr list': () => {
    for (const { number, head, open } of store.pulls) if (open && head === option('--head')) console.log(number);
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
    openPull(args[2]).body = body();
  },
  'pr close': () => {
    Object.assign(openPull(args[2]), { open: false, comment: option('--comment') });
  },
};

function api(path) {
  const [, , , , id] = /^repos\/([\w-]+)\/([\w-]+)\/issues\/(comments\/(\d+)|\d+\/comments)$/.exec(path) ?? [];
  if (option('--method') === 'PATCH' && id) {
    const [name, source] = option('--field').split('=@');
    const found = store.comments.find((comment) => String(comment.id) === id);
    if (name !== 'body' || !found) return reject('no such comment');
    found.body = readFileSync(source, 'utf8');
    return undefined;
  }
  // The one question asked: which comments begin with a marker.
  const [, marker] = /startswith\("(.*)"\)/.exec(option('--jq') ?? '') ?? [];
  if (!marker || !path.endsWith('/comments')) return reject('not understood');
  for (const comment of store.comments) if (comment.body.startsWith(marker)) console.log(comment.id);
  return undefined;
}

if (!process.env.GH_TOKEN) reject('there is no GH_TOKEN');
else if (args[0] === 'api') api(args[1]);
else {
  const command = commands[args.slice(0, 2).join(' ')];
  if (command) command();
  else reject('not understood');
}
writeFileSync(file, JSON.stringify(store));
