/** The shell of every page that people open: one style, one script, and a policy that forbids everything else. */
import { createHash } from 'node:crypto';
import { escapeXml } from './markup';
import { SCRIPT, STYLES } from './page/generated/assets';

export interface Page {
  readonly title: string;
  /** Markup of the body. */
  readonly body: string;
  /** Rules beside the common ones. */
  readonly styles?: string;
  /** Runs after the common script. */
  readonly script?: string;
  /** The script may send requests to the server of the page. */
  readonly connects?: true;
}

/** A page without external resources. */
export function renderPage({ title, body, styles = '', script = '', connects }: Page): string {
  const [style, code] = [`${STYLES}${styles}`, `(() => {\n${SCRIPT}${script}})();\n`];
  // Markup in strings of users stays harmless even if an escape were missing.
  const policy = [
    "default-src 'none'",
    `script-src ${hash(code)}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    ...(connects ? ["connect-src 'self'"] : []),
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
<script>${code}</script>
</body>
</html>
`;
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
