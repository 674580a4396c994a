import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandsNotRun, openGuide } from '../docs/run-guide';
import {
  allDependencies,
  allSamples,
  merged,
  TESTED_PROFILES,
  type TestedProfile,
} from '../support/acceptance/all-kinds';
import { failureOf } from '../support/acceptance/workspace';
import { createObject } from '../support/emulator/create-object';
import { writesOf } from '../support/emulator/requests-of';
import { type Engine, expectEmptyPlan, openEngine, testFeature } from '../support/engines/feature';

const lists = readFileSync(join(__dirname, '../../examples/query/account.tfquery.hcl'), 'utf8');

const listOf = (type: string): string =>
  `list "netingress_${type}" "all" {\n  provider = netingress\n  include_resource = true\n  limit = 10000\n}\n`;

/** The account has a sample of each type and what it refers to; no state manages them. */
async function createUnmanaged({ workspace }: Engine, tested: TestedProfile): Promise<void> {
  await workspace.configure(merged(allDependencies(tested), allSamples(0, tested)));
  await workspace.apply();
  await workspace.forget();
  await workspace.configure({});
}

async function writeQuery({ workspace }: Engine, text: string): Promise<void> {
  await writeFile(join(workspace.folder, 'account.tfquery.hcl'), text);
}

async function expectNoQuery(engine: Engine): Promise<void> {
  await writeQuery(engine, lists);
  expect(await failureOf(engine.workspace, 'query')).toContain('no command named "query"');
  await expectEmptyPlan(engine.workspace);
}

testFeature('query', {
  async works(engine) {
    const { emulator, workspace } = engine;
    await workspace.configure({ netingress_ip_policy: { a: { description: 'a' }, b: { description: 'b' } } });
    await workspace.apply();
    const list = (config: string): string =>
      `list "netingress_ip_policy" "some" {\n  provider = netingress\n\n  config {\n    ${config}\n  }\n}\n`;
    await writeQuery(engine, list(`filter = "obj.description == \\"a\\""`));
    const found = await workspace.ok('query', '-no-color');
    const [a] = emulator.objects('ip_policy').filter(({ description }) => description === 'a');
    expect(found.trim().replace(/\s+/g, ' ')).toBe(`list.netingress_ip_policy.some id=${String(a?.['id'])} a`);

    await writeQuery(engine, list('filter = ""'));
    const failure = await failureOf(workspace, 'query', '-no-color');
    expect(failure).toContain('filter is empty; expected a CEL expression');
    expect(failure).toContain('filter = ""');
  },
  refuses: expectNoQuery,
});

/** Terraform generates the configuration of the objects in the account, imports them, and plans no change. */
async function manageByQuery(engine: Engine, tested: TestedProfile, query: string): Promise<void> {
  const { emulator, workspace } = engine;
  const names = tested.kinds.map(({ name }) => name);
  expect([...query.matchAll(/^list "netingress_(\w+)"/gm)].map(([, name]) => name)).toEqual(names);
  await createUnmanaged(engine, tested);
  await writeQuery(engine, query);
  await workspace.ok('query', '-no-color', '-generate-config-out=generated.tf');
  await rm(join(workspace.folder, 'account.tfquery.hcl'));
  expect(await writesOf(emulator, () => workspace.apply())).toEqual([]);
  const managed = [...(await workspace.allAttributes()).values()].map(({ id }) => String(id));
  const objects = names.flatMap((name) => emulator.objects(name).map(({ id }) => String(id)));
  expect(managed.sort()).toEqual(objects.sort());
  await expectEmptyPlan(workspace);
}

testFeature('query-config', {
  async works(engine) {
    const [spec, ngrok] = TESTED_PROFILES as [TestedProfile, TestedProfile];
    await manageByQuery(engine, spec, lists);
    const other = await openEngine({ profile: 'ngrok' });
    try {
      await manageByQuery(other, ngrok, ngrok.kinds.map(({ name }) => listOf(name)).join('\n'));
    } finally {
      await other.close();
    }
  },
  refuses: expectNoQuery,
});

testFeature('query', {
  claim: 'every command of the guide works in its folder',
  async works() {
    const guide = await openGuide('docs/guides/query.md', {
      edit: (code) => code.replace(/^terraform apply$/m, '$& -auto-approve'),
    });
    try {
      const { id } = await createObject(guide.emulator, '/ip_policies', { description: 'by hand' });
      const rule = { ip_policy_id: id, cidr: '192.0.2.0/24', action: 'deny' };
      await createObject(guide.emulator, '/ip_policy_rules', rule);
      expect(await guide.follow('List')).toContain('by hand');
      const imported = await guide.follow('Generate and import');
      expect(imported).toContain('Plan: 2 to import, 0 to add, 0 to change, 0 to destroy.');
      expect(imported).toContain('No changes.');
      expect(commandsNotRun('docs/guides/query.md')).toEqual([]);
    } finally {
      await guide.close();
    }
  },
});
