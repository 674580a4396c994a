/**
 * What preview reads from the errors of Terraform: causes of providers in this process, variables, and missing files.
 */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEmulator } from '../../src/emulator';
import type { Provider } from '../../src/provider/protocol/provider';
import { attachProviders, connectInProcess, createNetingressProvider } from '../../src/sandbox/attach-provider';
import { createDiagnosticTokens } from '../../src/sandbox/diagnostic-tokens';
import { createFrozenProvider } from '../../src/sandbox/frozen-provider';
import { parseProviderSchema } from '../../src/sandbox/frozen-schema';
import { PROVIDER_ADDRESS } from '../../src/terraform/mirror';
import { findMissingFile } from '../../src/terraform/missing-file';
import { type RunResult, run } from '../../src/terraform/run';
import { type Diagnostic, parseMessages } from '../../src/terraform/ui-json';
import { testFeature } from '../support/engines/feature';
import { MADE_UP_ADDRESS, MADE_UP_SCHEMA } from '../support/preview/made-up-provider';
import { terraformBinary } from '../support/terraform-binary';

const PROVIDERS = `terraform {
  required_providers {
    netingress = { source = "${PROVIDER_ADDRESS}" }
    up         = { source = "${MADE_UP_ADDRESS}" }
  }
}
`;

/**
 * Initializes a new folder with the configuration, in `file`, and a `null.tfvars`. Returns what runs Terraform there.
 */
async function runIn(
  parent: string,
  configuration: string,
  { variables = {}, file = 'main.tf' }: { variables?: Readonly<Record<string, string>>; file?: string } = {},
): Promise<(...args: string[]) => Promise<RunResult>> {
  const folder = await mkdtemp(join(parent, 'errors-'));
  await writeFile(join(folder, file), configuration);
  await writeFile(join(folder, 'null.tfvars'), 'region = null\n');
  const env = { PATH: process.env['PATH'] ?? '', CHECKPOINT_DISABLE: '1', ...variables };
  const terraform = (...args: string[]) => run(terraformBinary(), args, { cwd: folder, env });
  const { status, stderr } = await terraform('init', '-input=false');
  if (status !== 0) throw new Error(stderr);
  return terraform;
}

const withFailingFunction = (provider: Provider): Provider => ({
  ...provider,
  callFunction: async () => ({ error: 'It does not know', cause: { kind: 'not_previewed' } }),
});

const FAILING = {
  request: `resource "netingress_ip_policy_rule" "a" {
    ip_policy_id = "ipp_${'2'.repeat(27)}"
    cidr         = "203.0.113.0/24"
    action       = "allow"
  }`,
  other: 'resource "up_thing" "a" { name = "a" }',
  data: 'data "up_lookup" "a" { name = "a" }',
  check: `check "a" {
    data "up_lookup" "b" { name = "b" }
    assert {
      condition     = data.up_lookup.b.value == ""
      error_message = "No."
    }
  }`,
  called: 'output "a" { value = provider::netingress::cidr_canonical("2001:DB8::/32") }',
} as const;

testFeature('diagnostics', {
  claim: 'errors of providers in this process lead to their causes, and no token is left in a text',
  async works({ workspace: { folder } }) {
    const emulator = createEmulator();
    const tokens = createDiagnosticTokens();
    const netingress = (environment: Readonly<Record<string, string>>) =>
      tokens.add(
        withFailingFunction(
          createNetingressProvider(environment, (settings) => connectInProcess(settings, emulator.fetch)),
        ),
      );
    const settings = { NETINGRESS_API_KEY: emulator.apiKey, NETINGRESS_BASE_URL: 'https://a.invalid' };
    const attach = (environment: Readonly<Record<string, string>>) =>
      attachProviders(
        {
          [PROVIDER_ADDRESS]: () => netingress(environment),
          [MADE_UP_ADDRESS]: () =>
            tokens.add(createFrozenProvider(parseProviderSchema(JSON.parse(JSON.stringify(MADE_UP_SCHEMA))), [])),
        },
        { pid: process.pid, platform: process.platform },
      );
    const causesOf = ({ stdout, stderr }: RunResult): unknown[] => {
      const { diagnostics } = parseMessages(stdout);
      const texts = [stdout, stderr, ...diagnostics.map(({ detail }) => detail)];
      for (const text of texts) expect(tokens.read(tokens.read(text).text).cause).toBeUndefined();
      return diagnostics.map(({ severity, detail }) => [severity, tokens.read(detail).cause]);
    };
    const [attached, unset] = [await attach(settings), await attach({})];
    try {
      const applied = await runIn(folder, `${PROVIDERS}${FAILING.request}\n${FAILING.other}`, attached);
      const failure = { code: 'ERR_1414', operationId: expect.stringMatching(/^op_/) };
      const found = causesOf(await applied('apply', '-auto-approve', '-input=false', '-json'));
      expect(found).toHaveLength(2);
      expect(found).toContainEqual(['error', expect.objectContaining({ kind: 'request', failure })]);
      expect(found).toContainEqual(['error', { kind: 'not_previewed', part: { of: 'create', type: 'up_thing' } }]);
      const lookup = { kind: 'not_previewed', part: { of: 'data_source', type: 'up_lookup' } };
      for (const [name, severity, cause] of [
        ['data', 'error', lookup],
        ['check', 'warning', lookup],
        ['called', 'error', { kind: 'not_previewed' }],
      ] as const) {
        const terraform = await runIn(folder, `${PROVIDERS}${FAILING[name]}`, attached);
        const [first] = causesOf(await terraform('plan', '-input=false', '-json', '-lock=false'));
        expect([name, first]).toEqual([name, [severity, cause]]);
      }
      const missing = await runIn(folder, `${PROVIDERS}${FAILING.request}`, unset);
      // A third error is Terraform's own.
      const [baseUrl, apiKey] = causesOf(await missing('plan', '-input=false', '-json'));
      for (const cause of [baseUrl, apiKey]) expect(cause).toEqual(['error', { kind: 'setting' }]);
    } finally {
      await Promise.all([attached.close(), unset.close(), emulator.close()]);
    }
  },
});

const VARIABLES = {
  'main.tf': `variable "region" {
    type     = string
    nullable = false
    validation {
      condition     = length(var.region) > 3
      error_message = "Too short."
    }
  }
  output "region" { value = var.region }`,
  'main.tf.json': JSON.stringify(
    {
      variable: {
        region: {
          type: 'string',
          nullable: false,
          validation: [{ condition: `\${length(var.region) > 3}`, error_message: 'Too short.' }],
        },
      },
    },
    null,
    2,
  ),
};

testFeature('diagnostics', {
  claim: 'a wrong variable either leaves no plan, or its error points at the variable or its value',
  async works({ workspace: { folder } }) {
    for (const [file, text] of Object.entries(VARIABLES)) {
      const terraform = await runIn(folder, text, { file });
      for (const options of [
        [],
        ['-var=region=abcd', '-var=other=a'],
        ['-var-file=none.tfvars'],
        ['-var=region=abc'],
        ['-var-file=null.tfvars'],
      ]) {
        const out = `${options.length}${options.join()}.plan`;
        const { stdout, status } = await terraform('plan', '-input=false', '-json', `-out=${out}`, ...options);
        const { status: shown } = await terraform('show', '-json', out);
        const errors = parseMessages(stdout).diagnostics.filter(({ severity }) => severity === 'error');
        expect([options, status, errors.length > 0]).toEqual([options, 1, true]);
        const isFound = shown !== 0 || errors.every(({ isAboutVariable }) => isAboutVariable);
        expect([options, isFound]).toEqual([options, true]);
      }
    }
  },
});

testFeature('diagnostics', {
  claim: 'the path of a file that a function does not find is in the text, and the error is not about a variable',
  async works({ workspace: { folder } }) {
    const calls = ['file("a/b.txt")', 'filebase64("/none/c")', 'templatefile("d.tpl", {})', 'filemd5("e")'];
    const outputs = calls.map((call, index) => `output "o${index}" { value = ${call} }`);
    const terraform = await runIn(folder, outputs.join('\n'));
    const { diagnostics } = parseMessages((await terraform('plan', '-input=false', '-json')).stdout);
    const path = ({ detail }: Diagnostic): string | undefined => findMissingFile(detail);
    expect(diagnostics.map(path).sort()).toEqual(['/none/c', 'a/b.txt', 'd.tpl', 'e']);
    expect(diagnostics.filter(({ isAboutVariable }) => isAboutVariable)).toEqual([]);
  },
});
