/** What is loaded when, in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const root = join(__dirname, '..', '..');

test('HTTP is loaded with the first request, zod never', () => {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-loading-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const entryPoints = [join(root, 'src', 'client', 'index.ts')];
    const outfile = join(folder, 'client.js');
    buildSync({ entryPoints, bundle: true, platform: 'node', packages: 'external', outfile });
    const script = join(folder, 'loading.js');
    writeFileSync(
      script,
      `const { createClient } = require('./client.js');
       const zod = () => Object.keys(require.cache).some((file) => file.includes('/node_modules/zod/'));
       const http = () => process.moduleLoadList.includes('NativeModule _http_client');
       const found = [];
       const note = () => found.push(http(), zod());
       const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
       note();
       client.get('ip_policy', 'x').catch(() => { note(); console.log(JSON.stringify(found)); return client.close(); });`,
    );
    const output = execFileSync(process.execPath, [script], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([false, false, true, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
