/** The report in the picture of the README: its configuration in HCL, deployed, with one network replaced. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from '../../../src/emulator';
import { isolatedEnvironment } from '../../../src/terraform/environment';
import { findBinary } from '../../../src/terraform/find-binary';
import { installScript } from '../../../src/terraform/mirror';
import { findPackage, providerFile } from '../../../src/terraform/npm-package';
import { readWithPackageVersion } from '../../../src/terraform/provider-build';
import { run } from '../../../src/terraform/run';
import { runInProcess } from '../cli/run-in-process';

const README = join(__dirname, '../../../README.md');

/** The picture. scripts/draw-preview.ts writes it. */
export const PICTURE = join(__dirname, '../../../docs/images/preview.svg');

const WIDTH = 880;

/** Returns the page that `netingress preview --format html` writes. */
export async function readmeReport(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'netingress-picture-'));
  const emulator = createEmulator();
  try {
    const folder = join(parent, 'access');
    await mkdir(folder);
    const configuration = /^```hcl\n(.*?)^```/ms.exec(await readFile(README, 'utf8'))?.[1] as string;
    await writeFile(join(folder, 'main.tf'), configuration);
    const mirror = join(parent, 'mirror');
    const installed = findPackage();
    installScript(mirror, readWithPackageVersion(providerFile(installed), installed.version));
    const { url } = await emulator.listen();
    const env = await isolatedEnvironment({
      folder: join(parent, 'run'),
      searchPath: process.env['PATH'] ?? '',
      mirror,
      variables: { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'any' },
    });
    const binary = (await findBinary(process.env['PATH'] ?? '')) as string;
    for (const args of [['init'], ['apply', '-auto-approve']]) {
      const { status, stderr } = await run(binary, args, { cwd: folder, env });
      if (status !== 0) throw new Error(`terraform ${args.join(' ')} ended with ${status}: ${stderr}`);
    }
    await writeFile(join(folder, 'main.tf'), configuration.replace('203.0.113.0/24', '198.51.100.0/24'));
    const { status, stdout, stderr } = await runInProcess(['preview', '--dir', '.', '--format', 'html'], {
      env,
      cwd: folder,
    });
    if (status !== 0) throw new Error(`netingress preview ended with ${status}: ${stderr}`);
    // The emulator has another port in each run. The picture shows the one that the README names.
    return stdout.replaceAll(url, 'http://127.0.0.1:4040');
  } finally {
    await emulator.close();
    await rm(parent, { recursive: true, force: true });
  }
}

/** Height of the heading, the result and the access, in pixels. */
const HEIGHT = 338;

/** What the picture shows of the page: the result and the access. */
export function findShown(page: string): string {
  const parts = [/<header>[\s\S]*?<\/header>/, /<section class="card" id="access">[\s\S]*?<\/section>/];
  const [header, access] = parts.map((part) => part.exec(page)?.[0]);
  if (header === undefined || access === undefined)
    throw new Error('The page has no header, or no section of the access');
  return `${header}\n<main>\n${access}\n</main>`;
}

/** Puts the shown part into an SVG, which hosts of repositories and packages show as a picture. */
export function drawReport(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1]?.trim() ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<foreignObject width="100%" height="100%">
<body xmlns="http://www.w3.org/1999/xhtml">
<style>${style}</style>
${findShown(page)}
</body>
</foreignObject>
</svg>
`;
}
