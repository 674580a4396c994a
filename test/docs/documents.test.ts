/**
 * The fenced blocks of all documents, checked as treatments.ts defines for their languages, and links and quoted files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { useFolder } from '../support/folder';
import { testInCi, testRows } from '../support/requirements';
import { headProblems, linkProblems, quotedFileProblems, treeProblems } from './check-links';
import { quotedCommandProblems } from './check-shell';
import { isWholeApp, javascriptOf } from './check-typescript';
import { allDocuments, root } from './documents';
import { placeOf } from './markdown';
import { commandsOf } from './run-guide';
import { blockProblems } from './treatments';

const documents = allDocuments();
const blocks = documents.flatMap((document) => document.blocks);

testInCi('the blocks of all documents are valid', async () => {
  expect(blocks.length).toBeGreaterThan(200);
  expect(await blockProblems(documents)).toEqual([]);
});

test('a block that is not run has a reason of three words or more, and the guides have at most ten such blocks', () => {
  const notRun = blocks.filter(({ words }) => words.some((word) => word.startsWith('no-run')));
  expect(notRun.filter(({ words }) => words[0] !== 'no-run' || words.length < 4).map(placeOf)).toEqual([]);
  expect(notRun.filter(({ document }) => document.startsWith('docs/guides/')).length).toBeLessThanOrEqual(10);
});

test('for each guide with commands, and for the README, a test expects that no command was left out', () => {
  const sources = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, 'test', name), 'utf8'));
  const complete = sources
    .flatMap((source) => [...source.matchAll(/expect\(\s*commandsNotRun\(([^)]*)\),?\s*\)\.toEqual\(\[\]\)/g)])
    .flatMap(([, paths = '']) => [...paths.matchAll(/'([^']+)'/g)].map(([, path]) => path));
  const guides = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/guides/'));
  const withCommands = guides.filter((path) => commandsOf(path).length > 0);
  expect([...complete].sort()).toEqual(['README.md', ...withCommands]);
});

test('blocks that write the output of `unseal` to a file set umask 077 first', () => {
  const writers = blocks.filter(({ code }) => /\bunseal\b.*>/.test(code));
  expect(writers.length).toBeGreaterThan(0);
  for (const { code } of writers) expect(code).toMatch(/^umask 077\b[\s\S]*\bunseal\b/m);
});

describe('whole apps', () => {
  // These apps need files of their guide; day-two-guides.test.ts runs them.
  const inGuides = ['docs/guides/rotation.md', 'docs/guides/traffic-policies.md'];
  const apps = blocks.filter((block) => isWholeApp(block) && !inGuides.includes(block.document));
  const out = useFolder();
  beforeEach(() => {
    process.env['CDKTF_OUTDIR'] = out.folder;
  });
  afterEach(() => {
    delete process.env['CDKTF_OUTDIR'];
  });

  const named = apps.map((block) => [placeOf(block), block] as const);
  testRows(named, { plain: 1 })('%s is synthesized', (_, block) => {
    const load = createRequire(join(root, 'package.json'));
    new Function('require', 'module', 'exports', '__dirname', javascriptOf(block))(load, { exports: {} }, {}, root);
    const stacks = join(out.folder, 'stacks');
    expect(readdirSync(stacks).length).toBeGreaterThan(0);
    for (const stack of readdirSync(stacks)) {
      const configuration = JSON.parse(readFileSync(join(stacks, stack, 'cdk.tf.json'), 'utf8')) as {
        resource?: object;
      };
      expect(Object.keys(configuration.resource ?? {})).not.toEqual([]);
    }
  });
});

describe('references in documents', () => {
  test('links lead to existing files and headings', () => {
    expect(documents.flatMap(({ links }) => links).length).toBeGreaterThan(20);
    expect(linkProblems(documents)).toEqual([]);
  });

  test('quoted files and commands exist', async () => {
    expect(quotedFileProblems(documents)).toEqual([]);
    expect(await quotedCommandProblems(documents)).toEqual([]);
  });

  test('the README of a folder of src names only existing files, in at most 40 lines', () => {
    const heads = documents.filter(({ path }) => /^src\/[\w-]+\/README\.md$/.test(path));
    expect(heads.length).toBeGreaterThan(30);
    expect(heads.flatMap(headProblems)).toEqual([]);
  });

  test('files in folder trees exist', () => {
    const names = new Set(
      ['bench', 'scripts', 'src', 'test', 'examples'].flatMap((folder) => sourcesBelow(join(root, folder))),
    );
    expect(blocks.some(({ words }) => words.includes('tree'))).toBe(true);
    expect(documents.flatMap((document) => treeProblems(document, names))).toEqual([]);
  });
});

function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
}
