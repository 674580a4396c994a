import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '../../support/folder';

const provider = join(__dirname, '../../../lib/provider/terraform-provider-netingress');
const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };
const privateKey = readFileSync(join(__dirname, '../../fixtures/tls-key-1.pem'), 'utf8');
const secrets = {
  NETINGRESS_API_KEY: 'crash-key-7d1e',
  NETINGRESS_HEADERS: '{"X-Team": "crash-header-90ab"}',
  NETINGRESS_CLIENT_PRIVATE_KEY_PEM: privateKey,
  NETINGRESS_PROXY_URL: 'http://team:crash-proxy-4411@127.0.0.1:1',
  https_proxy: 'http://team:crash-other-5522@127.0.0.1:1',
};
const texts = ['crash-key-7d1e', 'crash-header-90ab', 'crash-proxy-4411', 'crash-other-5522'];
texts.push(privateKey.split('\n')[1] ?? '');

const scratch = useFolder({ forAll: true });

/** Runs the provider with code of ours in its process, until it ends. */
async function crash(code: string, level: string): Promise<{ code: number | null; output: string }> {
  const { folder } = scratch;
  // After the handshake, as if a defect of the provider threw.
  const hook = await scratch.write(
    'hook.cjs',
    `const fs = require('node:fs');
    const { writeSync } = fs;
    const said = JSON.stringify(process.env);
    fs.writeSync = function (to, ...args) { if (to === 1) setTimeout(() => { ${code} }); return writeSync.call(this, to, ...args); };`,
  );
  const child = spawn(process.execPath, ['--require', join(folder, hook), provider], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, TF_LOG: level, ...COOKIE, ...secrets },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return { code: await new Promise((resolve) => child.once('close', resolve)), output };
}

test.each([
  ['an uncaught error', 'throw new Error(said)', 'TRACE'],
  ['an unhandled rejection', 'Promise.reject(new TypeError(said))', 'JSON'],
  ['a thrown value that is not an error', 'throw said', ''],
])('%s ends the process with the status and the output of a panic, without secrets', async (_, code, level) => {
  const { code: status, output } = await crash(code, level);
  expect(status).toBe(2);
  expect(output).toContain('panic: ');
  expect(output).toContain('NETINGRESS_API_KEY');
  for (const text of texts) expect(output).not.toContain(text);
});
