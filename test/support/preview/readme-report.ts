/** The report in the picture of the README: its configuration in HCL, deployed, with one network replaced. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApp } from './app';

const README = join(__dirname, '../../../README.md');

/** The picture. scripts/draw-preview.ts writes it. */
export const PICTURE = join(__dirname, '../../../docs/images/preview.svg');

const WIDTH = 880;

/** Returns the page that `netingress preview --format html` writes. */
export async function readmeReport(): Promise<string> {
  const app = await createApp();
  try {
    const configuration = /^```hcl\n(.*?)^```/ms.exec(await readFile(README, 'utf8'))?.[1] as string;
    await app.write('access/main.tf', configuration);
    await app.terraformIn(join(app.folder, 'access'), ['apply', '-auto-approve']);
    await app.write('access/main.tf', configuration.replace('203.0.113.0/24', '198.51.100.0/24'));
    const { status, stdout, stderr } = await app.preview('--dir', 'access', '--format', 'html');
    if (status !== 0) throw new Error(`netingress preview ended with ${status}: ${stderr}`);
    // The emulator has another port in each run. The picture shows the one that the README names.
    return stdout.replaceAll(app.url, 'http://127.0.0.1:4040');
  } finally {
    await app.remove();
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
