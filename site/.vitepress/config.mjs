/**
 * The site of the documentation, built by scripts/site.ts, which places the documents in content/ and its pictures in
 * content/public/.
 *
 * VitePress, because it takes plain Markdown, has a search that needs no server, and is maintained together with Vite.
 */
import { readdirSync, readFileSync } from 'node:fs';

const content = new URL('../content/', import.meta.url);

/** The pages of a folder by title. */
function pagesIn(folder) {
  const files = readdirSync(new URL(folder, content)).filter((name) => name.endsWith('.md') && name !== 'index.md');
  const pages = files.map((name) => ({
    text:
      /^# (.*)/m.exec(readFileSync(new URL(folder + name, content), 'utf8'))?.[1].replace(/^netingress_|`/g, '') ??
      name,
    link: `/${folder}${name.replace(/\.md$/, '')}`,
  }));
  return pages.sort((a, b) => (a.text < b.text ? -1 : 1));
}

export default {
  title: 'netingress',
  description: 'CDKTF constructs and a Terraform provider for a network ingress service',
  srcDir: 'content',
  outDir: 'dist',
  // The documents have no HTML: angle brackets are text.
  markdown: { html: false },
  themeConfig: {
    // Every word, and exactly: codes of errors differ in one digit.
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions: { combineWith: 'AND', fuzzy: false, prefix: true } } },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'Reference', link: '/docs/reference/' },
      { text: 'API', link: '/API' },
    ],
    sidebar: [
      { text: 'Guides', items: pagesIn('docs/guides/') },
      { text: 'Reference', collapsed: true, items: pagesIn('docs/reference/') },
      { text: 'Measurements and tests', collapsed: true, items: pagesIn('docs/') },
      { text: 'Project', items: pagesIn('') },
    ],
  },
};
