/**
 * Time and requests of a preview of a stack of 100 resources, of which 10 change, in an account of 1,000 objects. The stack
 * is initialized and deployed before: `npx tsx bench/preview/account.ts`. The exit status is 1 if a limit is exceeded.
 */
import { expression } from '../../test/support/expression';
import { createApp } from '../../test/support/preview/app';
import { fillAccount } from '../filled-account';

const OBJECTS = 1_000;
const RESOURCES = 100;
const ROUNDS = Number(process.argv[2] ?? 3);
const targets = { seconds: 10 };

function configure(changed: number): object {
  const rules = Array.from({ length: RESOURCES - 1 }, (_, index) => [
    `r${index}`,
    {
      ip_policy_id: expression('netingress_ip_policy.office.id'),
      cidr: `172.16.${index}.0/24`,
      action: 'allow',
      description: index < changed ? 'changed' : 'deployed',
    },
  ]);
  return { netingress_ip_policy: { office: {} }, netingress_ip_policy_rule: Object.fromEntries(rules) };
}

async function main(): Promise<void> {
  const app = await createApp();
  try {
    await app.synthesize({ all: { resource: configure(0) as never } });
    await app.deploy('all');
    await fillAccount(app, OBJECTS - RESOURCES);
    await app.synthesize({ all: { resource: configure(10) as never } });
    const seconds: number[] = [];
    let reads = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      const { status, stdout, stderr } = await app.preview('--json');
      seconds.push((performance.now() - start) / 1000);
      const report = JSON.parse(stdout || '{}') as { objects?: unknown[]; cost?: { read_requests: number } };
      if (status !== 0 || report.objects?.length !== 10)
        throw new Error(`The preview ended with ${status}:\n${stderr}`);
      reads = report.cost?.read_requests ?? 0;
    }
    const best = Math.min(...seconds);
    console.log(
      `Account of ${OBJECTS} objects, stack of ${RESOURCES}: ${best.toFixed(1)} s in the fastest of ${ROUNDS} rounds (at most ${targets.seconds}; all: ${seconds.map((each) => each.toFixed(1)).join(', ')} s), ${reads} requests`,
    );
    process.exitCode = best > targets.seconds ? 1 : 0;
  } finally {
    await app.remove();
  }
}

void main();
