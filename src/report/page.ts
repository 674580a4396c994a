import { createHash } from 'node:crypto';
import { escapeXml } from './markup';
import { SCRIPT, STYLES } from './page/generated/assets';

export interface HtmlPage {
  readonly title: string;
  /** Markup of the body. */
  readonly body: string;
  readonly styles?: string;
  /** Runs after the common script. */
  readonly script?: string;
  /** The script may send requests to the server of the page. */
  readonly connects?: true;
}

/** The policy permits only this style and script: a script in a string of a user would not run if its escape failed. */
export function contentPolicy(page: HtmlPage): string {
  return [
    "default-src 'none'",
    `script-src ${hash(codeOf(page))}`,
    `style-src ${hash(styleOf(page))}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    ...(page.connects ? ["connect-src 'self'"] : []),
  ].join('; ');
}

/** A page that loads no other file. `body`, `styles` and `script` are not escaped. */
export function renderPage(page: HtmlPage): string {
  const { title, body } = page;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(contentPolicy(page))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<link rel="icon" href="data:,">
<style>${styleOf(page)}</style>
</head>
<body>
${body}
<script>${codeOf(page)}</script>
</body>
</html>
`;
}

function styleOf({ styles = '' }: HtmlPage): string {
  return `${STYLES}${styles}`;
}

function codeOf({ script = '' }: HtmlPage): string {
  return `(() => {\n${SCRIPT}${script}})();\n`;
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
