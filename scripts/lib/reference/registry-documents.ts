/**
 * The documents of the provider in the layout of registries: `docs/index.md`, one file for each type below
 * `resources/`, `data-sources/` and so on, and the guides. The content is that of the reference. `npm run release`
 * writes them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stringify } from 'yaml';
import { actionsPage } from './action-pages';
import { BANNER } from './markdown';
import { eventsPage, functionsPage, type Page, providerPage, type RegistryDocument, resourcePages } from './pages';

const root = join(__dirname, '../../..');

/** The limit of the public Terraform Registry: it does not show a larger document. */
const MAX_DOCUMENT_BYTES = 500_000;

/** The end of the page title, by folder. */
const SUFFIXES: Readonly<Record<RegistryDocument['folder'], string>> = {
  '': 'Provider',
  resources: 'Resource',
  'data-sources': 'Data Source',
  'ephemeral-resources': 'Ephemeral Resource',
  'list-resources': 'List Resource',
  functions: 'Function',
  actions: 'Action',
};

/** Returns the documents by their path below `docs/`. */
export function registryDocuments(): ReadonlyMap<string, string> {
  const pages = [providerPage(), ...resourcePages(), functionsPage(), actionsPage(), eventsPage()];
  const guides = readdirSync(join(root, 'docs/guides')).sort();
  const targets = linkTargets(pages, guides);
  const documents = new Map<string, string>();
  for (const page of pages)
    for (const document of page.documents) {
      const path = pathOf(document);
      const title = `${document.title} ${SUFFIXES[document.folder]}`;
      const text = [`# ${title}`, ...document.parts].join('\n\n');
      documents.set(path, render(title, document.about, movedLinks(text, 'docs/reference', path, targets)));
    }
  for (const guide of guides) {
    const text = readFileSync(join(root, 'docs/guides', guide), 'utf8').replace(`${BANNER}\n\n`, '');
    const [title = ''] = /(?<=^# ).*/m.exec(text) ?? [];
    const path = `guides/${guide}`;
    documents.set(path, render(title, `Guide: ${title}.`, movedLinks(text.trimEnd(), 'docs/guides', path, targets)));
  }
  for (const [path, text] of documents) {
    const size = Buffer.byteLength(text);
    if (size > MAX_DOCUMENT_BYTES)
      throw new Error(`${path} has ${size} bytes; expected at most ${MAX_DOCUMENT_BYTES}. Split it.`);
  }
  return documents;
}

function pathOf({ folder, name }: RegistryDocument): string {
  return folder === '' ? `${name}.md` : `${folder}/${name}.md`;
}

function render(title: string, description: string, text: string): string {
  const front = stringify({ page_title: title, description }, { lineWidth: 0 });
  return `---\n${front}---\n\n${text}\n`;
}

/** The document that replaces a file of the repository as the target of links. */
function linkTargets(pages: readonly Page[], guides: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...pages.flatMap(({ file, documents: [first] }) =>
      first ? [[`docs/reference/${file}`, pathOf(first)] as const] : [],
    ),
    ['docs/reference/README.md', 'index.md'],
    ...guides.map((guide) => [`docs/guides/${guide}`, `guides/${guide}`] as const),
  ]);
}

/** Changes links for the new path of the document. Links to what a registry does not have become their text. */
function movedLinks(text: string, from: string, path: string, targets: ReadonlyMap<string, string>): string {
  return text.replace(/\[([^\]\n]*)\]\(([^)\s]+)\)/g, (link, label: string, target: string) => {
    if (/^(https?:|mailto:|#)/.test(target)) return link;
    const [file = '', anchor] = target.split('#');
    const moved = targets.get(join(from, file).replaceAll('\\', '/'));
    if (moved === undefined) return label;
    const href = relative(dirname(path), moved).replaceAll('\\', '/');
    // A document for one function or action has fewer headings than the page of all.
    const isWhole = !/^(functions|actions|data-sources)\//.test(moved);
    return `[${label}](${href}${anchor === undefined || !isWhole ? '' : `#${anchor}`})`;
  });
}
