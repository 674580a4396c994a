const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Which folder of `src` imports which; `npm run check:imports` checks it. biome.json has the other rule about structure:
 * which files use the process.
 */

/**
 * Folder: what it may import, beside itself and `values`, which imports nothing of ours. `type:` allows types only, `lazy:`
 * dynamic imports and `require` only. A folder inside a folder may be named alone: `terraform/configuration` is pure, the
 * rest of `terraform` is not.
 */
const ALLOWED = {
  values: [],
  model: [],
  terraform: ['model'],
  // Pure: it evaluates configurations and plans, and reads no file.
  objects: ['model', 'terraform/configuration', 'type:terraform'],
  client: ['model'],
  events: ['model'],
  report: ['model', 'access-review'],
  archives: ['model'],
  // The engine knows no plans, gates and reports, and of objects only their shape.
  access: ['model', 'type:objects'],
  'access-review': ['model', 'objects', 'access'],
  feeds: ['model'],
  policies: ['model', 'objects'],
  provider: ['model', 'type:client', 'type:objects', 'type:access-review', 'lazy:access-review'],
  plugin: ['provider', 'model', 'client'],
  constructs: [
    'model',
    'policies',
    'terraform',
    'type:access-review',
    'lazy:access-review',
    'type:feeds',
    'lazy:feeds',
  ],
  account: ['model', 'client', 'terraform'],
  // The frame of every command, and what several commands read. It knows no feature.
  command: ['model', 'client', 'events', 'terraform', 'account', 'report'],
  graph: ['model', 'objects', 'report', 'terraform/configuration'],
  drift: [
    'model',
    'objects',
    'access',
    'access-review',
    'events',
    'graph',
    'report',
    'type:command',
    'terraform/configuration',
  ],
  adopt: ['model', 'objects', 'access-review', 'events'],
  moves: ['model', 'objects', 'adopt', 'type:terraform', 'terraform/configuration'],
  emulator: [
    'model',
    'lazy:objects',
    'type:objects',
    'type:access',
    'lazy:access',
    'type:graph',
    'lazy:graph',
    'type:report',
    'lazy:report',
  ],
  sandbox: ['plugin', 'provider', 'client', 'model', 'emulator', 'terraform'],
  preview: [
    'model',
    'objects',
    'client',
    'access',
    'access-review',
    'events',
    'account',
    'emulator',
    'terraform',
    'graph',
    'report',
    'sandbox',
    'command',
    // It pairs the objects of two configurations.
    'moves',
    // DuckDB reads recorded events with the SQL of `events sql`.
    'archives',
  ],
  testing: [
    'model',
    'objects',
    'access',
    'access-review',
    'terraform',
    'client',
    'events',
    'account',
    'graph',
    'provider',
    'plugin',
    'emulator',
    'sandbox',
    'preview',
  ],
};

const FOUNDATION = [
  'model',
  'objects',
  'terraform',
  'client',
  'events',
  'access',
  'access-review',
  'account',
  'report',
  'sandbox',
];

/**
 * Features. `outer` files read, run and write: beside the files of the feature they may import the frame, FOUNDATION, and the
 * other features of `uses`, each for the reason beside it. All files of a feature that ALLOWED does not have are outer ones, and
 * a folder with a `command.ts` is one without a row.
 */
const FEATURES = {
  adopt: { outer: ['resume-journal', 'write-files'] },
  archives: { outer: [] },
  drift: { outer: ['detect', 'repair', 'read-ignore-file', 'spill-file'], uses: ['moves'] }, // `moves --live` imports lost objects.
  emulator: { outer: [] },
  feeds: { outer: ['dispatcher', 'fetch-feed', 'find-feed-files', 'format-feeds', 'refresh-feed'] },
  graph: { outer: ['read-graph'] },
  moves: { outer: [] },
  watch: { uses: ['drift'] }, // An event is judged as drift judges a change.
};

for (const name of readdirSync(join(__dirname, 'src')))
  if (existsSync(join(__dirname, 'src', name, 'command.ts')) && name !== 'preview') FEATURES[name] ??= {};

for (const [name, { uses = [] }] of Object.entries(FEATURES)) ALLOWED[name] ??= ['command', ...FOUNDATION, ...uses];

/** The table of commands imports the `command.ts` of each feature, and nothing else of it. */
ALLOWED.cli = ['command', 'client', 'model', 'terraform', 'preview', ...Object.keys(FEATURES)];

/** Packages that only one folder may use. */
const OWNED = { protobufjs: 'plugin' };

const TYPES = ['type-only', 'type-import'];
const LAZY = ['dynamic-import', 'require'];

/** One rule for what the folder may import in any way, and one for each folder that it may import in some ways only. */
function folderRules([folder, allowed]) {
  const find = (prefix) => allowed.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  const free = allowed.filter((each) => !each.includes(':'));
  const limited = [...new Set([...find('type:'), ...find('lazy:')])];
  const outer = outerFiles(folder);
  const from = { path: `^src/${folder}/`, ...(outer && { pathNot: outer }) };
  return [
    ...outerRules(folder, allowed),
    rule(`${folder}-imports`, from, { path: '^src/', pathNot: inFolders([folder, 'values', ...free, ...limited]) }),
    ...limited.map((target) =>
      rule(`${folder}-imports-${target}`, from, {
        path: `^src/${target}/`,
        ...(free.length > 0 && { pathNot: inFolders(free) }),
        dependencyTypesNot: [
          ...(allowed.includes(`type:${target}`) ? TYPES : []),
          ...(allowed.includes(`lazy:${target}`) ? LAZY : []),
        ],
      }),
    ),
  ];
}

/** A pattern of the outer files of a feature; undefined if all of its files have the same rules. */
function outerFiles(folder) {
  const { outer } = FEATURES[folder] ?? {};
  return outer && `^src/${folder}/(${['command', ...outer].join('|')})\\.ts$`;
}

function outerRules(folder, allowed) {
  const path = outerFiles(folder);
  if (!path) return [];
  const free = allowed.map((each) => each.replace(/^.*:/, ''));
  const folders = [folder, 'values', 'command', ...FOUNDATION, ...free, ...(FEATURES[folder].uses ?? [])];
  return [
    rule(`${folder}-outer-imports`, { path }, { path: '^src/', pathNot: inFolders(folders) }),
    rule(`${folder}-is-pure`, { path: `^src/${folder}/`, pathNot: path }, { path }),
  ];
}

function rule(name, from, to, more = {}) {
  return { name, severity: 'error', from, to, ...more };
}

function inFolders(folders) {
  return `^src/(${folders.join('|')})/`;
}

module.exports = {
  forbidden: [
    ...Object.entries(ALLOWED).flatMap(folderRules),
    rule('only-the-table-imports-commands', { pathNot: '^src/cli/' }, { path: '^src/[^/]+/command\\.ts$' }),
    rule(
      'the-table-imports-only-commands',
      { path: '^src/cli/' },
      { path: inFolders(['preview', ...Object.keys(FEATURES)]), pathNot: '/command\\.ts$' },
    ),
    rule('only-access-uses-its-policies', { pathNot: '^src/access/' }, { path: '^src/access/policy/' }),
    rule('index-imports', { path: '^src/[^/]+$' }, { path: '^src/', pathNot: inFolders(['constructs']) }),
    rule('unknown-folder', { path: '^src/.+/', pathNot: inFolders(Object.keys(ALLOWED)) }, {}),
    ...Object.entries(OWNED).map(([name, folder]) =>
      rule(`only-${folder}-uses-${name}`, { pathNot: `^src/${folder}/` }, { path: `/node_modules/${name}/|^${name}` }),
    ),
    // `process` as a module; biome.json restricts the global.
    rule('process-module', {}, { dependencyTypes: ['core'], path: '^(node:)?process$' }),
    // Type-only imports count: two files that need each other's types are one concept, or lack a third file.
    rule('no-cycle', {}, { circular: true, viaOnly: { dependencyTypesNot: LAZY } }),
    // A folder contains its subfolders, so a file beside a subfolder may import it and be imported by it.
    rule('no-cycle-of-folders', {}, { circular: true }, { scope: 'folder' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    moduleSystems: ['cjs', 'es6'],
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'tsc',
    tsPreCompilationDeps: true,
  },
};
