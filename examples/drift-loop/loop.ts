/**
 * Runs a complete drift cycle with the emulator. It deploys a policy and adds a rule outside of Terraform that allows every
 * address. `netingress drift` reports the rule and its author, `--repair` reverts it, and the plan is empty again.
 *
 *     npm run build && node lib/examples/drift-loop/loop.js
 *
 * Needs terraform on the PATH, or the name of another binary in TERRAFORM_BINARY_NAME. Uses a temporary folder, which it removes at the end.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEmulator, type Emulator } from 'netingress/emulator';

interface CommandResult {
  readonly status: number;
  readonly output: string;
}

async function main(): Promise<void> {
  const emulator = createEmulator();
  const { url } = await emulator.listen();
  const folder = await mkdtemp(join(tmpdir(), 'netingress-loop-'));
  const env = { ...process.env, NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'local-key', CHECKPOINT_DISABLE: '1' };
  const runIn = (cwd: string, command: string, ...args: string[]): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile(command, args, { cwd, env }, (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: `${stdout}${stderr}` });
      });
    });
  const run = (command: string, ...args: string[]): Promise<CommandResult> => runIn(folder, command, ...args);
  // Terraform searches its working directory for the provider, but not the directory of -chdir.
  const stack = join(folder, 'cdktf.out', 'stacks', 'office');
  const terraform = (...args: string[]): Promise<CommandResult> =>
    runIn(stack, process.env['TERRAFORM_BINARY_NAME'] ?? 'terraform', ...args);
  const netingress = (...args: string[]): Promise<CommandResult> => run(process.execPath, findCommandLine(), ...args);
  try {
    expectStatus(0, await run(process.execPath, join(__dirname, 'main.js')));
    expectStatus(0, await terraform('init', '-no-color', '-input=false'));
    expectStatus(0, await terraform('apply', '-no-color', '-auto-approve'));
    expectStatus(0, await netingress('drift'));
    console.log('Deployed, and no drift.\n');

    await allowEveryAddress(url, emulator);
    await writeFile(join(folder, 'audit.json'), JSON.stringify({ events: emulator.events() }));
    console.log(expectStatus(2, await netingress('drift', '--events', 'audit.json')).output);

    expectStatus(0, await netingress('drift', '--repair'));
    const plan = expectStatus(0, await terraform('plan', '-no-color', '-detailed-exitcode'));
    console.log(plan.output.includes('No changes.') ? 'Repaired: the plan is empty again.' : plan.output);
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds a rule as a user of the dashboard. */
async function allowEveryAddress(url: string, emulator: Emulator): Promise<void> {
  const [policy] = emulator.objects('ip_policy');
  const response = await fetch(`${url}/_emulator/objects`, {
    method: 'POST',
    body: JSON.stringify({
      principal: { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard' },
      method: 'POST',
      path: '/ip_policy_rules',
      body: { ip_policy_id: policy?.['id'], cidr: '0.0.0.0/0', action: 'allow' },
    }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** The path of `netingress`; `npx netingress` in a project. */
function findCommandLine(): string {
  return join(dirname(require.resolve('netingress/package.json')), 'lib', 'bin', 'netingress.js');
}

function expectStatus(expected: number, result: CommandResult): CommandResult {
  if (result.status !== expected)
    throw new Error(`The command exited with ${result.status}; expected ${expected}:\n${result.output}`);
  return result;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
