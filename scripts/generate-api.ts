/** Writes API.md, the reference of the public exports, with TypeDoc; with --check it only tells whether it is fresh. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application, TypeDocOptions } from 'typedoc' with { 'resolution-mode': 'import' };

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

const OPTIONS = {
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: join(root, 'tsconfig.build.json'),
  outputFileStrategy: 'modules',
  excludeExternals: true,
  excludePrivate: true,
  excludeProtected: true,
  disableSources: true,
  readme: 'none',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  logLevel: 'Error',
};

/** Writes one file per entry, all from one program: parsing and checking the sources takes most of the time. */
async function generate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-api-'));
  try {
    const sources = Object.values(entries).map((source) => join(root, source));
    const { program } = (await startTypeDoc({ entryPoints: sources })).getEntryPoints()?.[0] ?? {};
    if (!program) throw new Error('TypeDoc found no entry point of the package');
    const parts: string[] = [];
    for (const [name, source] of Object.entries(entries)) {
      const out = join(folder, String(parts.length));
      const app = await startTypeDoc({ entryPoints: [join(root, source)], name, out });
      const sourceFile = program.getSourceFile(join(root, source));
      if (!sourceFile)
        throw new Error(`${source} is not part of tsconfig.build.json; expected every entry in its files`);
      const project = app.converter.convert([{ displayName: name, program, sourceFile }]);
      await app.generateOutputs(project);
      if (app.logger.hasErrors()) throw new Error(`TypeDoc cannot document ${name}`);
      parts.push(readFileSync(join(out, 'README.md'), 'utf8').trim());
    }
    return mendAnchors(
      `<!-- Written by \`npm run generate\` from the doc comments of the public exports. -->\n\n${parts.join('\n\n')}\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** TypeDoc is an ES module. */
async function startTypeDoc(options: {
  readonly entryPoints: string[];
  readonly name?: string;
  readonly out?: string;
}): Promise<Application> {
  const { Application } = await import('typedoc');
  // The options of the plugin are not in TypeDoc's type.
  return Application.bootstrapWithPlugins({ ...OPTIONS, ...options } as Partial<TypeDocOptions>);
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

async function main(): Promise<void> {
  const text = await generate();
  if (!process.argv.includes('--check')) writeFileSync(target, text);
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error('API.md is not what the public exports give. Run `npm run generate`.');
    process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
