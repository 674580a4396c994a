/**
 * Node 20 reads all authorities at each start if NODE_EXTRA_CA_CERTS is set (docs/performance.md has the time). So the
 * first lines of the script move the variable aside (scripts/build-provider.ts), and a process reads the file only if
 * it connects over HTTPS. A package with its own Node does not move it (scripts/release/launcher.ts).
 */
import { readFileSync } from 'node:fs';
import { parsePem } from '../model/formats/pem';
import type { Log } from './log';

export const MOVED_VARIABLE = 'NETINGRESS_NODE_EXTRA_CA_CERTS';

/** PEM. A file that cannot be read or has no certificate is ignored with a warning. */
export function readExtraAuthorities(path: string | undefined, log: Log): string | undefined {
  if (!path) return undefined;
  try {
    const blocks = parsePem(readFileSync(path, 'utf8')).filter(({ label }) => label.endsWith('CERTIFICATE'));
    if (blocks.length === 0) throw new Error(`${path} contains no PEM certificate`);
    // Written anew without the text between the blocks, which OpenSSL may not accept.
    return blocks.map(({ label, der }) => `-----BEGIN ${label}-----\n${lines(der)}-----END ${label}-----\n`).join('');
  } catch (error) {
    log('warn', 'NODE_EXTRA_CA_CERTS is ignored', { error: (error as Error).message });
    return undefined;
  }
}

function lines(der: Buffer): string {
  return der.toString('base64').replace(/.{1,64}/g, '$&\n');
}
