import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { useFolder } from '../support/folder';

const root = join(__dirname, '..', '..');
const scratch = useFolder();

test('a process loads HTTP with the first request, and zod neither before nor after it', async () => {
  const { folder } = scratch;
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const entryPoints = [join(root, 'src', 'client', 'index.ts')];
  const outfile = join(folder, 'client.js');
  buildSync({ entryPoints, bundle: true, platform: 'node', packages: 'external', outfile });
  await scratch.write(
    'loading.js',
    `const { createClient } = require('./client.js');
       const zod = () => Object.keys(require.cache).some((file) => file.includes('/node_modules/zod/'));
       const http = () => process.moduleLoadList.includes('NativeModule _http_client');
       const found = [];
       const note = () => found.push(http(), zod());
       const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
       note();
       const print = () => console.log(JSON.stringify(found));
       client.get('ip_policy', 'x').catch(() => (note(), print(), client.close()));`,
  );
  const output = execFileSync(process.execPath, [join(folder, 'loading.js')], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([false, false, true, false]);
});
