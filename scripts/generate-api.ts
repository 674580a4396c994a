/** Writes API.md, the reference of the public exports, with TypeDoc; with --check it only tells whether it is fresh. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
const target = join(root, 'API.md');

/** Entry of the package by the name under which it is imported. */
const entries: Readonly<Record<string, string>> = {
  netingress: 'src/index.ts',
  'netingress/client': 'src/client/index.ts',
  'netingress/emulator': 'src/emulator/index.ts',
  'netingress/drift': 'src/drift/index.ts',
  'netingress/events': 'src/events/index.ts',
  'netingress/testing': 'src/testing/index.ts',
};

/** TypeDoc is an ES module with a command line of its own; one file an entry comes out, which are joined here. */
function generate(): string {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-api-'));
  try {
    const parts = Object.entries(entries).map(([name, source], index) => {
      const out = join(folder, String(index));
      const args = [
        ...['--plugin', 'typedoc-plugin-markdown', '--out', out, '--entryPoints', join(root, source)],
        ...['--tsconfig', join(root, 'tsconfig.build.json'), '--outputFileStrategy', 'modules', '--name', name],
        ...['--excludeExternals', '--excludePrivate', '--excludeProtected', '--disableSources', '--readme', 'none'],
        ...[
          '--hideBreadcrumbs',
          '--hidePageHeader',
          '--parametersFormat',
          'table',
          '--interfacePropertiesFormat',
          'table',
        ],
        ...['--classPropertiesFormat', 'table', '--typeAliasPropertiesFormat', 'table', '--logLevel', 'Error'],
      ];
      execFileSync(process.execPath, [join(root, 'node_modules/typedoc/bin/typedoc'), ...args], { stdio: 'inherit' });
      return readFileSync(join(out, 'README.md'), 'utf8').trim();
    });
    return mendAnchors(
      `<!-- Written by \`npm run generate\` from the doc comments of the public exports. -->\n\n${parts.join('\n\n')}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * TypeDoc numbers the anchor of a heading when something else has the same name in lower case, also where that has no
 * heading of its own; the link then leads nowhere. Such a link loses its number.
 */
function mendAnchors(text: string): string {
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => slugOf(heading));
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const anchors = new Set([...headings, ...ids]);
  return text.replace(/\]\(#([\w-]+?)-\d+\)/g, (link, name: string) => {
    const numbered = link.slice(3, -1);
    const repeated = headings.filter((each) => each === name).length > 1;
    return anchors.has(numbered) || repeated || !anchors.has(name) ? link : `](#${name})`;
  });
}

/** As the common hosts make it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

const text = generate();
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  console.error('API.md is not what the public exports give. Run `npm run generate`.');
  process.exitCode = 1;
}
