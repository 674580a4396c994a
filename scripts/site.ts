/** `npm run site`. The generator has a lock file of its own in site/, so that `npm ci` does not install it. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { allDocuments } from '../test/docs/documents';
import { pageText } from './lib/site/page-text';
import { sidebarGroups } from './lib/site/sidebar';

const root = join(__dirname, '..');
const site = join(root, 'site');
const content = join(site, 'content');

/** The folders have an index page in place of a README. */
function pagePath(document: string): string {
  return document.replace(/(^|\/)README\.md$/, '$1index.md');
}

function writeContent(): void {
  rmSync(content, { recursive: true, force: true });
  const pages = new Set(allDocuments().map(({ path }) => path));
  for (const path of pages) {
    const file = join(content, pagePath(path));
    mkdirSync(dirname(file), { recursive: true });
    const text = pageText(read(path), (target) => resolveTarget(target, path, pages));
    writeFileSync(file, `${path.startsWith('docs/internals/') ? NOT_SEARCHED : ''}${text}`);
  }
  writeFileSync(join(content, 'sidebar.json'), JSON.stringify(sidebarGroups(read)));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The search is for users. */
const NOT_SEARCHED = '---\nsearch: false\n---\n\n';

/** Returns the target of a link on the site. A file that is no page is copied to it. */
function resolveTarget(target: string, from: string, pages: ReadonlySet<string>): string {
  if (/^(https?:|mailto:|#)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const file = normalize(join(dirname(from), decodeURI(path)));
  const folder = join(file, 'README.md');
  const page = [file, folder].find((each) => pages.has(each));
  if (page !== undefined) return `/${pagePath(page)}${anchor === undefined ? '' : `#${anchor}`}`;
  if (statSync(join(root, file)).isFile()) return copyForSite(file);
  // A folder of sources: the page of examples or of contributing says what is in it.
  return file.startsWith('examples') ? '/examples/index.md' : '/CONTRIBUTING.md';
}

function copyForSite(file: string): string {
  const name = /\.(svg|png|json|html)$/.test(file) ? file : `${file}.txt`;
  const target = join(content, 'public', name);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(join(root, file), target);
  return `/${name}`;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: site, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${basename(command)} ${args.join(' ')} failed with status ${status}.`);
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
const installed = statSync(join(site, 'node_modules/.package-lock.json'), { throwIfNoEntry: false });
if (!installed || installed.mtimeMs < statSync(join(site, 'package-lock.json')).mtimeMs) run('npm', ['ci', ...quiet]);
writeContent();
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '.']);
