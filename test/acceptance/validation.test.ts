/** Row 14 of the matrix: each rule of each kind is refused by `terraform validate`, which says why and where. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HclResource, hclResource } from '../support/acceptance/hcl';
import { type InvalidCase, invalidCases } from '../support/acceptance/invalid';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import type { Workspace } from '../support/acceptance/workspace';
import { KINDS_WITH_PROFILE } from '../support/kinds';

interface ValidateJson {
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly detail: string;
    readonly address?: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

let workspace: Workspace;

jest.setTimeout(120_000);

beforeAll(async () => {
  // Validation sends no request: no service listens at this address.
  workspace = await createAttachedWorkspace('http://127.0.0.1:9');
});
afterAll(() => workspace?.remove());

async function validate(text: string): Promise<ValidateJson> {
  await workspace.configure({});
  await writeFile(join(workspace.folder, 'invalid.tf'), text);
  return JSON.parse((await workspace.terraform('validate', '-json')).stdout) as ValidateJson;
}

test.each(KINDS_WITH_PROFILE.map(({ kind, profile }) => [`netingress_${kind.name}`, kind, profile] as const))(
  '%s row 14: every rule is refused once, at its line',
  async (_, kind, profile) => {
    workspace.env['NETINGRESS_PROFILE'] = profile;
    const cases = invalidCases(kind).map((each): InvalidCase & { name: string } => ({ ...each, name: each.what }));
    const blocks: (HclResource & { name: string })[] = [];
    let line = 1;
    for (const { name, values } of cases) {
      // References are not resolved here; any text will do.
      const literal = JSON.parse(JSON.stringify(values).replace(/\$\{netingress_[^}]*}/g, 'some_id')) as typeof values;
      const block = hclResource(`netingress_${kind.name}`, name, literal, line);
      blocks.push({ ...block, name });
      line += block.text.split('\n').length - 1;
    }
    const { diagnostics } = await validate(blocks.map(({ text }) => text).join(''));
    const found = cases.map(({ name, attribute }) => {
      const about = diagnostics.filter(({ address }) => address === `netingress_${kind.name}.${name}`);
      return {
        name,
        line: about[0]?.range.start.line,
        says: about.map(({ detail }) => detail),
        at: blocks.find((block) => block.name === name)?.lines[attribute],
      };
    });
    for (const [index, { name, says, at, line: shown }] of found.entries()) {
      const { says: wanted, attribute, values } = cases[index] as InvalidCase;
      expect([name, says.length, says.join().includes(wanted) ? wanted : says.join()]).toEqual([name, 1, wanted]);
      // What is not written has no line of its own: Terraform then shows the block.
      const header = blocks[index]?.header;
      expect([name, shown]).toEqual([name, attribute in values ? at : header]);
    }
  },
);

test('255 bytes of multi-byte characters are a valid description, and 4096 bytes valid metadata', async () => {
  const { text } = hclResource(
    'netingress_ip_policy',
    'long',
    { description: `${'ü'.repeat(127)}x`, metadata: 'x'.repeat(4096) },
    1,
  );
  expect((await validate(text)).diagnostics).toEqual([]);
});

test('two targets in one destination are refused', async () => {
  const auth = { role: { role_rn: 'rn' } };
  const target = { data_stream: { auth, stream_rn: 'a' }, log_group: { auth, log_group_rn: 'b' } };
  const { text, lines } = hclResource('netingress_event_destination', 'two', { format: 'JSON', target }, 1);
  const { diagnostics } = await validate(text);
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    'target has data_stream and log_group set; expected exactly one of delivery_stream, data_stream, log_group, datadog, azure_logs_ingestion.',
  ]);
  expect(diagnostics[0]?.range.start.line).toBe(lines['target']);
});
