/**
 * Which folder of `src` imports which; `npm run check:imports` checks it. biome.json has the other rule about structure:
 * which files use the process.
 */

/**
 * Folder: what it may import, beside itself. `type:` allows types only, `lazy:` dynamic imports and `require` only. A folder
 * inside a folder may be named alone: `terraform/configuration` is pure, the rest of `terraform` is not.
 */
const ALLOWED = {
  model: [],
  values: ['model'],
  terraform: ['model'],
  client: ['model'],
  events: ['model'],
  report: ['model', 'access'],
  sql: ['model'],
  access: ['model', 'values', 'type:terraform'],
  feeds: ['model'],
  policies: ['model'],
  provider: ['model', 'values', 'type:client', 'type:access', 'lazy:access'],
  plugin: ['provider', 'values', 'model', 'client'],
  constructs: ['model', 'policies', 'terraform', 'type:access', 'lazy:access', 'type:feeds', 'lazy:feeds'],
  account: ['model', 'client', 'terraform'],
  graph: ['model', 'report', 'terraform/configuration'],
  drift: ['model', 'access', 'events', 'graph', 'report', 'terraform/configuration'],
  adopt: ['model', 'events'],
  moves: ['model', 'adopt', 'type:terraform', 'terraform/configuration'],
  emulator: ['model', 'type:access', 'lazy:access', 'type:graph', 'lazy:graph', 'type:report', 'lazy:report'],
  cli: [
    'model',
    'terraform',
    'client',
    'events',
    'access',
    'feeds',
    'constructs',
    'account',
    'graph',
    'drift',
    'adopt',
    'moves',
    'report',
    'sql',
    'preview',
    'sandbox',
    'type:emulator',
    'lazy:emulator',
  ],
  sandbox: ['plugin', 'provider', 'values', 'client', 'model', 'emulator', 'terraform'],
  preview: [
    'model',
    'values',
    'access',
    'events',
    'account',
    'emulator',
    'terraform',
    'graph',
    'moves',
    'report',
    'sandbox',
  ],
  testing: [
    'model',
    'values',
    'access',
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

/** Packages that only one folder may use. */
const OWNED = { protobufjs: 'plugin' };

const TYPES = ['type-only', 'type-import'];
const LAZY = ['dynamic-import', 'require'];

/** One rule for what the folder may import in any way, and one for each folder that it may import in some ways only. */
function folderRules([folder, allowed]) {
  const find = (prefix) => allowed.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  const free = allowed.filter((each) => !each.includes(':'));
  const limited = [...new Set([...find('type:'), ...find('lazy:')])];
  const from = { path: `^src/${folder}/` };
  return [
    rule(`${folder}-imports`, from, { path: '^src/', pathNot: inFolders([folder, ...free, ...limited]) }),
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

function rule(name, from, to, more = {}) {
  return { name, severity: 'error', from, to, ...more };
}

function inFolders(folders) {
  return `^src/(${folders.join('|')})/`;
}

module.exports = {
  forbidden: [
    ...Object.entries(ALLOWED).flatMap(folderRules),
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
