/** `preview --events-engine duckdb` of the built package, installed without the optional package that it needs. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '../../support/folder';
import { linkPackages } from '../../support/installed-packages';

const root = join(__dirname, '../../..');

const files = useFolder();

test('the error names the command that installs it, before the account is read', async () => {
  const { folder } = files;
  const installed = join(folder, 'node_modules/netingress');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'lib/bin'), join(installed, 'lib/bin'), { recursive: true });
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  linkPackages(folder, Object.keys(dependencies));
  writeFileSync(join(folder, 'events.ndjson'), '{"event_type":"http_request_complete.v0","object":{}}\n');
  const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(installed, 'lib/bin/netingress.js'), 'preview', '--events=events.ndjson', '--events-engine=duckdb'],
      { cwd: folder, env: { PATH: process.env['PATH'] } },
      (error, _, text) => resolve({ status: error?.code, stderr: text }),
    );
  });
  expect(stderr).toContain('--events-engine duckdb needs the package @duckdb/node-api');
  expect(stderr).toContain('Run `npm install @duckdb/node-api`.');
  expect(status).toBe(1);
});
