/**
 * The site of the documentation, built by scripts/site.ts, which places the documents in content/ and its pictures in
 * content/public/.
 *
 * VitePress, because it takes plain Markdown, has a search that needs no server, and is maintained together with Vite.
 */
import { readFileSync } from 'node:fs';

const sidebar = JSON.parse(readFileSync(new URL('../content/sidebar.json', import.meta.url), 'utf8'));

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
      // With the lines around each hit.
      options: {
        detailedView: true,
        miniSearch: { searchOptions: { combineWith: 'AND', fuzzy: false, prefix: true } },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'Reference', link: '/docs/reference/' },
      { text: 'API', link: '/API' },
    ],
    sidebar,
  },
};
