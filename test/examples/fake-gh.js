#!/usr/bin/env node
/**
 * Replaces `gh` for the workflow of feeds: stores pull requests in the file GH_STORE, and rejects all other commands.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

const file = process.env.GH_STORE;
const store = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { pulls: [] };
const args = process.argv.slice(2);

const option = (name) => {
  const index = args.indexOf(name);
  return index < 0 ? undefined : args[index + 1];
};
const body = () => readFileSync(option('--body-file'), 'utf8');
const reject = (reason) => {
  console.error(`fake gh: ${reason}: ${args.join(' ')}`);
  process.exitCode = 1;
};

const commands = {
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

const command = commands[args.slice(0, 2).join(' ')];
if (!process.env.GH_TOKEN) reject('there is no GH_TOKEN');
else if (command) command();
else reject('not understood');
writeFileSync(file, JSON.stringify(store));
