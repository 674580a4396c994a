/**
 * The documents in the layout of registries are complete and valid, and those of resources, ephemeral resources and
 * lists have the content of the reference.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { registryDocuments } from '../../scripts/lib/reference/registry-documents';
import { KINDS } from '../../src/model/kinds';
import { getRegistry } from '../../src/provider/registry';
import { run } from '../../src/terraform/run';
import { linkProblems } from '../docs/check-links';
import { root } from '../docs/documents';
import { readDocument } from '../docs/markdown';
import { useFolder } from '../support/folder';
import { terraformBinary } from '../support/terraform-binary';

const documents = registryDocuments();
const pages = [...documents].map(([path, text]) => {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
  return { path, front: parse(front) as unknown, body };
});

function namesIn(folder: string): string[] {
  return pages.flatMap(({ path }) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1, -3)] : [])).sort();
}

const FOLDERS = [
  'resources',
  'data-sources',
  'ephemeral-resources',
  'list-resources',
  'actions',
  'functions',
  'guides',
];

test('every type of the provider has its document, and there is no other', () => {
  const { resources, dataSources, ephemeral, lists, actions, functions } = getRegistry(KINDS);
  const names = (types: ReadonlyMap<string, unknown>): string[] =>
    [...types.keys()].map((type) => type.replace(/^netingress_/, '')).sort();
  expect({
    resources: namesIn('resources'),
    dataSources: namesIn('data-sources'),
    ephemeral: namesIn('ephemeral-resources'),
    lists: namesIn('list-resources'),
    actions: namesIn('actions'),
    functions: namesIn('functions'),
    guides: namesIn('guides'),
    others: pages.flatMap(({ path }) => (FOLDERS.includes(path.split('/')[0] as string) ? [] : [path])),
  }).toEqual({
    resources: names(resources),
    dataSources: names(dataSources),
    ephemeral: names(ephemeral),
    lists: names(lists),
    actions: names(actions),
    functions: names(functions),
    guides: readdirSync(join(root, 'docs/guides'))
      .map((file) => file.slice(0, -3))
      .sort(),
    others: ['index.md'],
  });
});

test('the front matter has a title and a description of one line', () => {
  const line = expect.stringMatching(/^[^\n]+$/);
  for (const { path, front, body } of pages) {
    expect([path, front]).toEqual([path, { page_title: line, description: line }]);
    expect([path, body.startsWith(`# ${(front as { page_title: string }).page_title}\n`)]).toEqual([path, true]);
  }
});

test('links lead to headings of these documents', () => {
  const parsed = pages.map(({ path, body }) => readDocument(path, body));
  expect(linkProblems(parsed, () => false)).toEqual([]);
  expect(parsed.flatMap(({ links }) => links).length).toBeGreaterThan(100);
});

test('the content of resources, ephemeral resources and lists is a part of a document of the reference', () => {
  const withoutTargets = (text: string): string => text.replace(/\[([^\]\n]*)\]\([^)\s]+\)/g, '$1');
  const withoutTitle = (text: string): string => text.slice(text.indexOf('\n')).trim();
  const reference = readdirSync(join(root, 'docs/reference')).map((file) =>
    withoutTargets(readFileSync(join(root, 'docs/reference', file), 'utf8')),
  );
  for (const { path, body } of pages) {
    if (!/^(resources|ephemeral-resources|list-resources)\//.test(path)) continue;
    const content = withoutTargets(withoutTitle(body));
    expect([path, reference.some((text) => text.includes(content))]).toEqual([path, true]);
  }
});

const scratch = useFolder();

test('every example in HCL is formatted as terraform fmt does it', async () => {
  const blocks = pages
    .flatMap(({ path, body }) => readDocument(path, body).blocks)
    .filter(({ language }) => language === 'hcl');
  for (const [index, { code }] of blocks.entries()) await scratch.write(`example-${index}.tf`, code);
  expect(blocks.length).toBeGreaterThan(100);
  const options = { cwd: scratch.folder, env: {} };
  const { status, stdout, stderr } = await run(terraformBinary(), ['fmt', '-check', '-diff', '.'], options);
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
