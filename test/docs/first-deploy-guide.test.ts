/**
 * The commands of the guides to the first deployment and to temporary access, and those of other guides in the first
 * project.
 */
import { linkPackages } from '../support/installed-packages';
import { testWith } from '../support/requirements';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

jest.setTimeout(1_200_000);

let guide: Guide;
afterEach(() => guide?.close());

/**
 * Changes the commands of the guides so that this test can run them in its project. Approves, lets `drift` and `watch`
 * end with 2 (a difference) or 0, and replaces the names of stacks, policies and folders of other guides. The comments
 * below have the rest.
 */
function edit(code: string): string {
  return (
    code
      // The folder, its packages and the URL are there already.
      .replace(/^mkdir access && cd access$/m, '')
      .replace(' && npm install', '')
      .replace(/^export NETINGRESS_BASE_URL=… .*$/m, '')
      .replace(/terraform apply/g, 'terraform apply -auto-approve')
      // The exit status 2 (there are findings) does not end the block.
      .replace(/(npx netingress (?:drift|watch)[^#|\n]*)/g, '{ $1 || test $? = 2; } ')
      // Terraform reads the state of a stack in the folder of the stack.
      .replace('terraform state pull', 'terraform -chdir=cdktf.out/stacks/access state pull')
      .replace(/terraform (plan -out|show -json)/g, 'terraform -chdir=cdktf.out/stacks/access $1')
      // Ends at the end of the file; `tail -F` would wait for more.
      .replace('tail -n +1 -F', 'cat')
      // Names that other guides give to the stack, the policy and the folders of this project.
      .replace('--stack production', '--stack access')
      .replace(/Networks of our offices|(?<=--policy )Offices/g, (name) =>
        name === 'Offices' ? `"${DASHBOARD}"` : DASHBOARD,
      )
      .replace('--policy offices', '--policy office')
      .replace('--dir infrastructure', '--dir adopted')
  );
}

/** The option `-f` of DuckDB's command line, which is no package of npm. */
const DUCKDB = `#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { DuckDBInstance } = require('@duckdb/node-api');
const run = async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(readFileSync(process.argv[process.argv.indexOf('-f') + 1], 'utf8'));
};
run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

const DASHBOARD = 'Who may reach the dashboard';

const PULL_EVENTS =
  "curl -s 'http://127.0.0.1:4040/_emulator/events?format=ndjson' > audit.ndjson && mkdir -p archive/2026-11-01/a && gzip -c audit.ndjson > archive/2026-11-01/a/b.gz";

const createByHand = (description: string): string =>
  `curl -s -X POST http://127.0.0.1:4040/ip_policies -H 'Authorization: Bearer any' -H 'Content-Type: application/json' -d '{"description": "${description}"}'`;

const testGuide = testWith('CAMPAIGN=full', 'bash', 'curl');

testGuide('the guide to temporary access grants, lists, revokes and reaps', async () => {
  guide = await openGuide('docs/guides/access.md');
  const cidrs = (): unknown[] => guide.emulator.objects('ip_policy_rule').map(({ cidr }) => cidr);

  await guide.follow('The project');
  expect(cidrs()).toEqual(['203.0.113.0/24']);
  const granted = await guide.follow('Grant and revoke');
  expect(granted).toMatch(/Granted: 198\.51\.100\.7\/32 until .*, by ana, debug checkout \(OPS-7\)/);
  expect(granted).toMatch(/Offices: 198\.51\.100\.7\/32 granted until .*, by ana, debug checkout/);
  expect(granted).toContain('No changes');
  expect(granted).toContain('Revoked 198.51.100.7/32');
  expect(await guide.follow('While a command runs')).toContain('198.51.100.7 is admitted by');
  expect(cidrs()).toEqual(['203.0.113.0/24']);
  const ended = await guide.follow('After the end');
  expect(ended).toContain('1 to change');
  expect(ended).toContain('by ana, debug checkout, overdue');
  expect(ended).toContain('Removed 1 overdue grant; 0 live.');
  expect(await guide.follow('In drift reports')).toContain('passed --must-deny 192.0.2.0/24');
});

// Its last expectation also covers the commands of access.md that the test above runs: it fails if it runs alone.
testGuide('the guide to the first deployment, and commands of other guides in its project', async () => {
  guide = await openGuide('docs/guides/first-deploy.md', { edit });
  await guide.follow('The project');
  expect(await guide.follow('A service to deploy to')).toContain('No check failed');
  expect(await guide.follow('Deploy')).toContain('No changes.');

  const main = guide.read('main.ts');
  guide.write('main.ts', main.replace('203.0.113.0/24', '198.51.100.0/24'));
  expect(await guide.follow('Change something')).toContain('"203.0.113.0/24" -> "198.51.100.0/24"');
  guide.write('main.ts', main);
  await guide.run('npx cdktf synth');

  await guide.follow('Diagrams', 'docs/guides/graph.md');
  expect(guide.read('access.md')).toContain('```mermaid');
  expect([guide.read('deployed.svg'), guide.read('account.html')].join()).toMatch(/<svg[\s\S]*<html/);
  expect(await guide.follow('Pipelines', 'docs/guides/pipelines.md')).toContain('Wrote .github/workflows/preview.yml.');

  await guide.run(PULL_EVENTS);
  expect(await guide.follow('Preview', 'docs/guides/preview.md')).toContain('Would apply');
  await guide.follow('A pull request from start to end', 'docs/guides/preview.md');
  expect(guide.read('preview.md')).toMatch(/^<!-- netingress-preview: stack=access -->/);
  guide.write('counts.csv', 'address,part,requests,last_time\n203.0.113.7,dashboard,1204,2026-05-01T10:00:00Z\n');
  expect(await guide.follow('Recorded traffic', 'docs/guides/preview.md')).toContain('recorded');

  const changed = await guide.follow('A change outside Terraform');
  expect(changed).toContain('"created manually"');
  expect(changed).toContain('203.0.113.7 is admitted by');
  expect(await guide.follow('Checking an IP address', 'docs/guides/adoption.md')).toContain(
    '203.0.113.7 is admitted by',
  );
  expect(await guide.follow('Who gets in', 'docs/guides/access.md')).toContain('passed --must-deny 192.0.2.0/24');
  await guide.follow('A policy of your own', 'docs/guides/policies.md');
  expect(guide.read('plan.json')).toContain('"complete":true');
  linkPackages(guide.folder, ['@duckdb/node-api']);
  expect(await guide.follow('DuckDB inside the preview', 'docs/guides/archives.md')).toContain('Would apply');
  guide.write('duckdb', DUCKDB);
  await guide.run('chmod 700 duckdb && export PATH="$PWD:$PATH"');
  await guide.follow('An engine of your own', 'docs/guides/archives.md');
  await guide.run(`echo "COPY netingress_traffic TO 'counts.csv';" >> events.sql && duckdb -f events.sql`);
  expect(guide.read('counts.csv')).toMatch(/^address,part,requests,last_time$/m);

  const adopted = await guide.follow('Adopting existing objects', 'docs/guides/adoption.md');
  expect(adopted).toContain('1 to import, 0 to add, 0 to change, 0 to destroy');
  await guide.run('rm -r ingress');
  await guide.run(createByHand('beside the app'));
  expect(await guide.follow('Beside an app', 'docs/guides/adoption.md')).toContain('2 imported');
  await guide.run(PULL_EVENTS);
  expect(await guide.follow('Drift detection', 'docs/guides/drift.md')).toContain('in no state');
  expect(guide.read('drift.md')).toMatch(/^<!-- netingress-drift/);
  for (const heading of ['JUnit', 'Prometheus', 'NDJSON', 'Formats'])
    await guide.follow(heading, 'docs/guides/drift.md');
  expect(guide.read('drift.prom')).toContain('netingress_drift');
  await guide.follow('Watching', 'docs/guides/drift.md');

  expect(await guide.follow('Take it down')).toContain('Destroy complete');
  expect(
    commandsNotRun(
      ...['docs/guides/access.md', 'docs/guides/adoption.md', 'docs/guides/archives.md', 'docs/guides/drift.md'],
      ...['docs/guides/first-deploy.md', 'docs/guides/graph.md', 'docs/guides/pipelines.md'],
      ...['docs/guides/policies.md', 'docs/guides/preview.md'],
    ),
  ).toEqual([]);
});
