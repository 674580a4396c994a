import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageText } from '../../scripts/lib/site/page-text';
import { sidebarGroups } from '../../scripts/lib/site/sidebar';
import { allDocuments, root } from './documents';

test('pages show no comment of their document, and comments within code are kept', () => {
  const asIs = (target: string): string => target;
  for (const { path } of allDocuments()) {
    const outside = pageText(readFileSync(join(root, path), 'utf8'), asIs).replace(
      /^ *```[\s\S]*?^ *```|`[^`\n]+`/gm,
      '',
    );
    expect({ path, comments: outside.match(/<!--.*/g) }).toEqual({ path, comments: null });
  }
  expect(pageText('<!-- by `x` -->\n\n`<!-- a -->` {{ b }}\n```html\n<!-- c -->\n```\n', asIs)).toBe(
    '`<!-- a -->` &#123;&#123; b }}\n```html\n<!-- c -->\n```\n',
  );
});

test('the sidebar has every guide and reference page, and begins with the first groups and the first guide of docs/README.md', () => {
  const groups = sidebarGroups((path) => readFileSync(join(root, path), 'utf8'));
  const links = groups.flatMap(({ items }) => items.map(({ link }) => link));
  for (const folder of ['docs/guides', 'docs/reference']) {
    const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
    const expected = names.map((name) => `/${folder}/${name.replace(/\.md$/, '')}`).sort();
    expect(links.filter((link) => link.startsWith(`/${folder}/`)).sort()).toEqual(expected);
  }
  expect(groups.map(({ text }) => text).slice(0, 3)).toEqual(['Write', 'Review and test', 'Every day']);
  expect(groups[0]?.items[0]).toEqual({ text: 'The first deployment', link: '/docs/guides/first-deploy' });
});
