/**
 * The whole loop on this machine, with no account: deploy, somebody opens the office policy to everybody in the
 * dashboard, `netingress drift` names who and what, `--repair` reverts it, and the plan is empty again.
 *
 *     npm run build && node lib/examples/drift-loop/loop.js
 *
 * Needs terraform or tofu on the PATH. Everything happens in a folder of its own, which is removed at the end.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createEmulator, type Emulator } from 'netingress/emulator';

/** How a command ended. */
interface Ended {
  readonly status: number;
  readonly output: string;
}

async function main(): Promise<void> {
  const emulator = createEmulator();
  const { url } = await emulator.listen();
  const folder = await mkdtemp(join(tmpdir(), 'netingress-loop-'));
  const env = { ...process.env, NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'local-key', CHECKPOINT_DISABLE: '1' };
  const runIn = (cwd: string, command: string, ...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      execFile(command, args, { cwd, env }, (error, stdout, stderr) => {
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: `${stdout}${stderr}` });
      });
    });
  const run = (command: string, ...args: string[]): Promise<Ended> => runIn(folder, command, ...args);
  // Terraform looks for the provider beside the stack only when it is started there, and not with -chdir.
  const stack = join(folder, 'cdktf.out', 'stacks', 'office');
  const terraform = (...args: string[]): Promise<Ended> => runIn(stack, 'terraform', ...args);
  const netingress = (...args: string[]): Promise<Ended> => run(process.execPath, commandLine(), ...args);
  try {
    expectStatus(0, await run(process.execPath, join(__dirname, 'main.js')));
    expectStatus(0, await terraform('init', '-no-color', '-input=false'));
    expectStatus(0, await terraform('apply', '-no-color', '-auto-approve'));
    expectStatus(0, await netingress('drift'));
    console.log('Deployed, and no drift.\n');

    await openToEverybody(url, emulator);
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

/** What somebody does in the dashboard. */
async function openToEverybody(url: string, emulator: Emulator): Promise<void> {
  const [policy] = emulator.objects('ip_policy');
  const answer = await fetch(`${url}/_emulator/objects`, {
    method: 'POST',
    body: JSON.stringify({
      principal: { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard' },
      method: 'POST',
      path: '/ip_policy_rules',
      body: { ip_policy_id: policy?.['id'], cidr: '0.0.0.0/0', action: 'allow' },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** The command line of this package; `npx netingress` elsewhere. */
function commandLine(): string {
  return join(dirname(require.resolve('netingress/package.json')), 'lib', 'bin', 'netingress.js');
}

function expectStatus(wanted: number, ended: Ended): Ended {
  if (ended.status !== wanted) throw new Error(`Ended with ${ended.status} and not ${wanted}:\n${ended.output}`);
  return ended;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
