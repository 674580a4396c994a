/** Checks every fenced block as treatments.ts defines for its language, and the references of all documents. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BROKEN_PATH, brokenDocument, mistakes } from './broken';
import { linkProblems, quotedFileProblems, treeProblems } from './check-links';
import { quotedCommandProblems } from './check-shell';
import { isWholeApp, javascriptOf } from './check-typescript';
import { allDocuments, root } from './documents';
import { placeOf, readDocument } from './markdown';
import { blockProblems, LANGUAGES } from './treatments';

jest.setTimeout(120_000);

const documents = allDocuments();
const blocks = documents.flatMap((document) => document.blocks);

describe('the blocks', () => {
  let problems: readonly string[];
  // The broken document is checked together with the others, with one compilation and one validation.
  beforeAll(async () => {
    problems = await blockProblems([...documents, brokenDocument()]);
  });

  test('of all documents are valid', () => {
    expect(problems.filter((problem) => !problem.includes(BROKEN_PATH))).toEqual([]);
  });

  test.each(mistakes().map(({ code, ...mistake }) => [code, mistake] as const))(
    'with this mistake are rejected: %s',
    (_, { lines, found }) => {
      const places = lines.map((line) => `${BROKEN_PATH}:${line}:`);
      const said = problems.filter((problem) => places.some((place) => problem.startsWith(place)));
      expect(said).toContainEqual(expect.stringMatching(found));
    },
  );

  test('exist in the most common languages', () => {
    const counted = new Map(
      LANGUAGES.map((language) => [language, blocks.filter((each) => each.language === language)]),
    );
    expect(documents.length).toBeGreaterThan(12);
    for (const language of ['ts', 'sh', 'hcl', 'json', 'yaml', 'text'])
      expect([language, counted.get(language)?.length]).not.toEqual([language, 0]);
  });
});

describe('whole apps', () => {
  const apps = blocks.filter(isWholeApp);
  let outdir: string;
  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), 'netingress-documents-'));
    process.env['CDKTF_OUTDIR'] = outdir;
  });
  afterEach(() => {
    delete process.env['CDKTF_OUTDIR'];
    rmSync(outdir, { recursive: true, force: true });
  });

  test('exist in the README and in guides', () => {
    expect(apps.map(({ document }) => document)).toEqual(expect.arrayContaining(['README.md', 'docs/guides/cdktn.md']));
  });

  test.each(apps.map((block) => [placeOf(block), block] as const))('%s is synthesized', (_, block) => {
    jest.isolateModules(() => {
      const load = createRequire(join(root, 'package.json'));
      new Function('require', 'module', 'exports', '__dirname', javascriptOf(block))(load, { exports: {} }, {}, root);
    });
    const stacks = join(outdir, 'stacks');
    expect(readdirSync(stacks).length).toBeGreaterThan(0);
    for (const stack of readdirSync(stacks)) {
      const { resource } = JSON.parse(readFileSync(join(stacks, stack, 'cdk.tf.json'), 'utf8')) as {
        resource?: object;
      };
      expect(Object.keys(resource ?? {})).not.toEqual([]);
    }
  });
});

describe('references in documents', () => {
  test('links lead to existing files and headings', () => {
    expect(documents.flatMap(({ links }) => links).length).toBeGreaterThan(20);
    expect(linkProblems(documents)).toEqual([]);
    const wrong = readDocument(
      'docs/wrong.md',
      '# Here\n[a](no-such.md) [b](#here) [c](#there) [d](../README.md#no-such)\n',
    );
    expect(linkProblems([wrong, ...documents])).toEqual([
      expect.stringContaining('docs/wrong.md:2: the link to no-such.md is broken'),
      expect.stringContaining('docs/wrong.md:2: docs/wrong.md has no heading for #there'),
      expect.stringContaining('docs/wrong.md:2: README.md has no heading for #no-such'),
    ]);
  });

  test('quoted files and commands exist', async () => {
    expect(quotedFileProblems(documents)).toEqual([]);
    expect(await quotedCommandProblems(documents)).toEqual([]);
    const wrong = readDocument(
      'wrong.md',
      'Read `src/no-such.ts`, then run `netingress dirft` or `npx jest test/model`.\n',
    );
    expect(quotedFileProblems([wrong])).toEqual(['wrong.md:1: there is no src/no-such.ts']);
    expect(await quotedCommandProblems([wrong])).toEqual([expect.stringContaining("unknown command 'dirft'")]);
  });

  test('files in folder trees exist', () => {
    const names = new Set(
      ['bench', 'scripts', 'src', 'test', 'examples'].flatMap((folder) => sourcesBelow(join(root, folder))),
    );
    expect(documents.flatMap((document) => treeProblems(document, names))).toEqual([]);
    const wrong = readDocument('wrong.md', '```text tree\nsrc/model/  data\n  kind.ts  nosuch.ts\nsrc/nosuch/\n```\n');
    expect(treeProblems(wrong, names)).toEqual([
      'wrong.md:3: there is no nosuch.ts',
      'wrong.md:4: there is no src/nosuch/',
    ]);
  });
});

function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => basename(path));
}
