/**
 * The sidebar of the site: a group for each section of docs/README.md, in their order, and one for the project. Its
 * items are the rows of the section that begin with a link to a document of docs, of `Reference` those of
 * docs/reference/README.md. A section without such rows, such as `Start`, has no group.
 */
import { posix } from 'node:path';

interface Item {
  readonly text: string;
  readonly link: string;
}

export interface SidebarGroup {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly Item[];
}

const PROJECT = ['README.md', 'API.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** Groups that are closed until a reader opens them. */
const CLOSED = new Set(['Reference', 'Measurements and tests']);

/** `read` returns the text of a document. */
export function sidebarGroups(read: (path: string) => string): SidebarGroup[] {
  const sections = sectionsOf(read('docs/README.md')).map(({ title, text }): SidebarGroup => {
    const items =
      title === 'Reference' ? rowsOf(read('docs/reference/README.md'), 'docs/reference') : rowsOf(text, 'docs');
    return { text: title, ...(CLOSED.has(title) ? { collapsed: true } : {}), items };
  });
  const project = {
    text: 'Project',
    items: PROJECT.map((path) => ({ text: titleOf(read(path)), link: linkTo(path) })),
  };
  return [...sections.filter(({ items }) => items.length > 0), project];
}

function sectionsOf(text: string): { readonly title: string; readonly text: string }[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({ title: section.split('\n')[0] ?? '', text: section }));
}

/** The documents of the rows that begin with a link to one. */
function rowsOf(text: string, folder: string): Item[] {
  return [...text.matchAll(/^\| \[([^\]]+)\]\(([^)#]+\.md)\) \|/gm)].map(([, title = '', target = '']) => ({
    text: title.replace(/^`?netingress_|`/g, ''),
    link: linkTo(posix.join(folder, target)),
  }));
}

function titleOf(text: string): string {
  return /^# (.*)/m.exec(text)?.[1] ?? '';
}

function linkTo(path: string): string {
  return `/${path.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;
}
