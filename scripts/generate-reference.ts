/** Writes docs/reference from the model and the sources; `--check` compares only. */
import { writeOrCheckFolder } from './lib/generated-file';
import { actionsPage } from './lib/reference/action-pages';
import { page, table } from './lib/reference/markdown';
import { eventsPage, functionsPage, type Page, providerPage, resourcePages } from './lib/reference/pages';
import { patternsPage } from './lib/reference/patterns';

function indexPage(resources: readonly Page[], others: readonly Page[]): string {
  const rows = (pages: readonly Page[]): string[][] =>
    pages.map(({ title, file, about }) => [`[${title}](${file})`, about]);
  return page(
    '# Reference',
    'Arguments, attributes, limits, import and examples of every resource with its data sources, ephemeral resource and construct, and of the types that are data sources only. The tests validate and compile the examples; in TypeScript `stack` is your `TerraformStack`.',
    '## Resources',
    table(['Resource', ''], rows(resources)),
    '## Everything else',
    table(['Page', ''], rows(others)),
    'Resources and data sources also have the properties of the base class of CDKTF (`dependsOn`, `provider`, `lifecycle`, `count`, `forEach`), ephemeral resources `provider` and `dependsOn`, and actions `provider` and `terraformVersion`. [Which construct do I take](../guides/which-construct.md) has the patterns beside them. [API.md](../../API.md) describes the whole TypeScript API.',
  );
}

const resources = resourcePages();
const others = [providerPage(), functionsPage(), actionsPage(), eventsPage(), patternsPage()];
const files = new Map([...resources, ...others].map(({ file, text }) => [file, text] as const));
writeOrCheckFolder(
  'generate-reference.ts',
  'docs/reference',
  new Map([...files, ['README.md', indexPage(resources, others)]]),
);
