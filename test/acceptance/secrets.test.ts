/**
 * Secret texts are given in the environment and in attributes, and the outputs, logs, states and saved plans are searched for
 * them. Two sorts are found, only in states, saved plans and what `show` prints of a plan: generated tokens that are not
 * sealed, and the value of a sensitive attribute that is not write-only.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Emulator } from '../../src/emulator';
import type { Attributes, Kind } from '../../src/model/kind';
import { KINDS } from '../../src/model/kinds';
import { hasSensitive } from '../../src/model/marks';
import { expandAttributes } from '../../src/model/variants/expand-attributes';
import { unzipSync } from '../../src/terraform/unzip';
import type { JsonObject } from '../../src/values/json';
import { isFullCampaign } from '../fuzz';
import { merged } from '../support/acceptance/all-kinds';
import {
  type AttachedAccount,
  type AttachedWorkspace,
  openAttachedAccount,
} from '../support/acceptance/provider-in-process';
import { createProxy } from '../support/acceptance/proxy';
import { leavesOf, pem } from '../support/acceptance/samples';
import { expression } from '../support/expression';
import { NGROK_KINDS, SPEC_KINDS } from '../support/kinds';
import { testRows } from '../support/requirements';

const secret = (what: string): string => `seeded-${what}-${randomUUID()}`;

/** The value of a sensitive attribute that is not write-only: Terraform stores it. */
const ordinary = secret('ordinary');
const privateKey = pem('tls-key-1');
const seeded = {
  apiKey: secret('api-key'),
  header: secret('header'),
  accessKey: secret('access-key'),
  vaultValue: secret('vault-value'),
  /** One line of the key: line breaks may be escaped. */
  privateKey: privateKey.split('\n')[1] as string,
};

let account: AttachedAccount;
let emulator: Emulator;
let workspace: AttachedWorkspace;
afterAll(() => account?.close());

const variable = {
  access_key: { type: 'string', ephemeral: true, sensitive: true },
  private_key: { type: 'string', ephemeral: true, sensitive: true },
  vault_value: { type: 'string', ephemeral: true, sensitive: true },
};

const logGroup = (creds: JsonObject): JsonObject => ({
  format: 'JSON',
  target: { log_group: { log_group_rn: 'arn:aws:logs:us-east-1:1:log-group:x', auth: { creds } } },
});

function resources(version: number): Record<string, Record<string, JsonObject>> {
  const creds = {
    cloud_access_key_id: 'AK',
    cloud_secret_access_key_wo: expression('var.access_key'),
    cloud_secret_access_key_wo_version: version,
  };
  const auth = { creds };
  return {
    netingress_event_destination: {
      log: logGroup(creds),
      data: { format: 'JSON', target: { data_stream: { stream_rn: 'arn:aws:kinesis:us-east-1:1:stream/x', auth } } },
      delivery: {
        format: 'JSON',
        target: { delivery_stream: { delivery_stream_rn: 'arn:aws:firehose:us-east-1:1:deliverystream/x', auth } },
      },
    },
    netingress_tls_certificate: {
      edge: {
        certificate_pem: pem('tls-certificate-1'),
        private_key_pem_wo: expression('var.private_key'),
        private_key_pem_wo_version: 1,
      },
    },
    netingress_api_key: { key: { description: 'asked for' } },
    netingress_tunnel_credential: { agent: { description: 'asked for' } },
  };
}

const sealedFor = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'pem', type: 'spki' });

/** Credentials whose tokens are sealed (encrypted for a key). Each version replaces them. */
function sealedCredentials(version: number): Record<string, Record<string, JsonObject>> {
  const sealed = { description: 'sealed', rotation: `${version}`, sealed_for: sealedFor.toString() };
  return { netingress_api_key: { sealed }, netingress_tunnel_credential: { sealed } };
}

/** The tokens of the present sealed credentials, which only the service has. */
async function readSealedTokens(): Promise<string[]> {
  const { accounts } = await emulator.snapshot({ secrets: true });
  return Object.values(accounts)
    .flatMap(({ objects }) => [...(objects['api_key'] ?? []), ...(objects['tunnel_credential'] ?? [])])
    .filter(({ values }) => values['description'] === 'sealed')
    .map(({ service }) => String(service['token']));
}

/** Resources and targets with secrets that only the public service has, and the vault of one. */
function publicResources(version: number): Record<string, Record<string, JsonObject>> {
  const [given, vault_id] = [expression('var.vault_value'), expression('netingress_vault.edge.id')];
  const azure = {
    tenant_id: 'tenant',
    client_id: 'client',
    client_secret_wo: given,
    client_secret_wo_version: version,
    logs_ingestion_uri: 'https://logs.example.com',
    data_collection_rule_id: 'dcr-1',
    data_collection_stream_name: 'Custom-Events',
  };
  return {
    netingress_vault: { edge: { name: 'edge' } },
    netingress_secret: { token: { vault_id, name: 'token', value_wo: given, value_wo_version: version } },
    netingress_event_destination: {
      datadog: { format: 'JSON', target: { datadog: { api_key_wo: given, api_key_wo_version: version } } },
      azure: { format: 'JSON', target: { azure_logs_ingestion: azure } },
    },
  };
}

/** Texts of outputs, logs and files, by a name of where each was found: `apply 1 stdout`. */
type Written = Record<string, string>;

/** Runs Terraform and adds its output and its log to `written`. Returns its exit status. */
async function output(written: Written, name: string, ...args: string[]): Promise<number | null> {
  const { status, stdout, stderr } = await workspace.terraform(...args);
  Object.assign(written, { [`${name} stdout`]: stdout, [`${name} stderr and log`]: stderr });
  return status;
}

/**
 * Adds the files of the workspace to `written`; a saved plan, which is a zip, is unpacked. Omitted are the configuration
 * and names that begin with a dot.
 */
async function files(written: Written, step: string): Promise<void> {
  for (const name of await readdir(workspace.folder)) {
    if (name.startsWith('.') || name.endsWith('.tf.json')) continue;
    const bytes = await readFile(join(workspace.folder, name));
    for (const [entry, content] of Object.entries(name === 'plan.bin' ? unzipSync(bytes) : { '': bytes }))
      written[`${step} ${name} ${entry}`] = Buffer.from(content).toString('latin1');
  }
}

/** Where the secrets are found, as they are, escaped for JSON, or in base64: `apiKey in apply 1 stdout`. */
function findings(written: Written, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets).flatMap(([what, text]) => {
    const forms = [text, JSON.stringify(text).slice(1, -1), Buffer.from(text).toString('base64').replace(/=+$/, '')];
    return Object.entries(written)
      .filter(([, content]) => forms.some((form) => content.includes(form)))
      .map(([where]) => `${what} in ${where}`);
  });
}

/**
 * The command lines and names of this process and of all that it started, also indirectly. Empty on systems other than
 * Linux.
 */
function commandLines(): Written {
  if (process.platform !== 'linux') return {};
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      // `123 (name) S 45 ...`; a name may contain spaces and parentheses.
      .map((pid) => [pid, /^.*\) \S+ (\d+) /s.exec(textOf(`/proc/${pid}/stat`))?.[1]]),
  );
  const isOwn = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOwn(parents.get(pid)));
  const processes = [...parents.keys()].filter((pid): pid is string => isOwn(pid));
  return Object.fromEntries(
    processes.flatMap((pid) =>
      ['cmdline', 'comm'].map((file) => [`/proc/${pid}/${file}`, textOf(`/proc/${pid}/${file}`)]),
    ),
  );
}

/** The text of a file; empty if it cannot be read, because its process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The paths of the write-only attributes of a kind, within its attributes. */
function writeOnlyPaths(attributes: Attributes, above: readonly string[] = []): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const path = [...above, name];
    if (attribute.type === 'object') return writeOnlyPaths(attribute.attributes, path);
    return attribute.writeOnly ? [path.join('.')] : [];
  });
}

test('every attribute with a write-only variant is given a secret', () => {
  const secrets = Object.keys(variable).map((name) => expression(`var.${name}`));
  const paths = KINDS.flatMap(({ name, attributes }) => {
    const expanded = expandAttributes(attributes);
    const objects = [resources(1), publicResources(1)].flatMap((all) => Object.values(all[`netingress_${name}`] ?? {}));
    const given = objects
      .flatMap((object) => leavesOf(expanded, object))
      .flatMap(({ path, value }) => (secrets.includes(String(value)) ? [path.join('.')] : []));
    return writeOnlyPaths(expanded).map((path) => [`${name}.${path}`, given.includes(path)]);
  });
  expect(paths).toContainEqual(['secret.value_wo', true]);
  expect(paths.filter(([, isGiven]) => !isGiven)).toEqual([]);
});

const secretive = (kinds: readonly Kind[]): string[] =>
  kinds
    .filter(({ attributes }) => Object.values(attributes).some(hasSensitive))
    .map(({ name }) => `netingress_${name}`);

/** The profile `ngrok` is first, and so that of a plain run: it has the resource types of the specification, too. */
const PROFILES = [
  {
    profile: 'ngrok',
    declared: (version: number) => merged(resources(version), publicResources(version)),
    types: [...secretive(SPEC_KINDS), ...secretive(NGROK_KINDS)],
  },
  { profile: 'spec', declared: resources, types: secretive(SPEC_KINDS) },
] as const;

testRows(PROFILES, { plain: 1 })(
  'profile $profile, row 13: a secret of the environment or of a write-only attribute, and a sealed token, whole or in pieces of 12 characters, are written nowhere; another generated token and the value of an ordinary sensitive attribute only into states, saved plans and what `show` prints of a plan',
  async ({ profile, declared, types }) => {
    await account?.close();
    account = await openAttachedAccount({ profile, apiKeys: [seeded.apiKey] });
    ({ emulator, workspace } = account);
    Object.assign(workspace.env, {
      NETINGRESS_API_KEY: seeded.apiKey,
      NETINGRESS_HEADERS: JSON.stringify({ 'X-Team-Token': seeded.header }),
      TF_VAR_access_key: seeded.accessKey,
      TF_VAR_private_key: privateKey,
      TF_VAR_vault_value: seeded.vaultValue,
      TF_VAR_ordinary: ordinary,
      TF_LOG: 'TRACE',
    });
    await workspace.useProcess();
    const written: Written = {};
    const sealed: string[] = [];
    const run = async (name: string, ...args: string[]): Promise<void> => {
      expect([name, await output(written, name, ...args)]).toEqual([name, 0]);
    };
    const creds = { cloud_access_key_id: 'AK', cloud_secret_access_key: expression('var.ordinary') };
    for (const version of [1, 2]) {
      const destination = { netingress_event_destination: { ordinary: logGroup(creds) } };
      const all = merged(declared(version), sealedCredentials(version), destination);
      expect(Object.keys(all)).toEqual(expect.arrayContaining(types));
      await workspace.configure(all, { variable: { ...variable, ordinary: { type: 'string', sensitive: true } } });
      if (version === 1 && !isFullCampaign) await run('apply 1', 'apply', '-no-color', '-auto-approve');
      else {
        await run(`plan ${version}`, 'plan', '-no-color', '-out=plan.bin');
        if (isFullCampaign) await run(`show ${version}`, 'show', '-json', 'plan.bin');
        await run(`apply ${version}`, 'apply', '-no-color', 'plan.bin');
      }
      await files(written, `after apply ${version}`);
      sealed.push(...(await readSealedTokens()));
    }
    written['request log of the service'] = JSON.stringify(emulator.requests());
    const state = await workspace.allAttributes();
    const tokenOf = (address: string): string => String(state.get(address)?.['token']);
    const stored = {
      token: tokenOf('netingress_api_key.key'),
      authtoken: tokenOf('netingress_tunnel_credential.agent'),
      ordinary,
    };
    if (isFullCampaign) {
      await run('show state', 'show', '-no-color');
      await run('destroy', 'destroy', '-auto-approve', '-no-color');
    }

    const plans = Object.keys(written).filter((where) => where.includes('plan.bin tfplan'));
    expect(plans).toHaveLength(isFullCampaign ? 2 : 1);
    // The search reads logs of the provider at TRACE, or it would find nothing for the wrong reason.
    expect(written['apply 1 stderr and log']).toContain('provider.terraform-provider-netingress');
    expect(findings(written, seeded)).toEqual([]);
    // A token is `id_secret`. Searched are each whole token and the complete pieces of 12 characters of its secret.
    const parts = sealed.flatMap((token) => [token, ...(token.split('_')[1]?.match(/.{12}/g) ?? [])]);
    expect([new Set(sealed).size, parts.length]).toEqual([4, 12]);
    expect(findings(written, Object.fromEntries(parts.map((part) => [part, part])))).toEqual([]);
    // A saved plan contains the state before it, and so does its JSON, which `show` prints.
    const found = findings(written, stored);
    const isAllowed = (each: string) => /terraform\.tfstate|plan\.bin (tfstate|tfplan)|show \d stdout/.test(each);
    expect(found.filter((each) => !isAllowed(each))).toEqual([]);
    const inState = Object.keys(stored).map((name) => `${name} in after apply 1 terraform.tfstate `);
    expect(found).toEqual(expect.arrayContaining(inState));
  },
);

/** In the folder and the account of the test above. */
test('a failed run shows no secret if the service returns an error with the key and the body, HTML with them, or nothing', async () => {
  await workspace.forget();
  await emulator.reset();
  // Logs of every level, as JSON. The test above has them as text.
  workspace.env['TF_LOG'] = 'JSON';
  const service = await createProxy(emulator.fetch);
  const running: Written = {};
  // One for each of the four resources, in the order of their first requests. Undefined breaks the connection.
  const statuses = [400, 403, 201, undefined];
  const seen: string[] = [];
  service.handle = ({ headers: { authorization }, body, drop, respond }) => {
    Object.assign(running, commandLines());
    if (!seen.includes(body)) seen.push(body);
    const status = statuses[seen.indexOf(body)];
    if (status === undefined) return drop();
    // Services that echo what they were sent exist.
    const msg = `Cannot use ${authorization} with ${body}`;
    const error = { error_code: 'ERR_215', status_code: status, msg, details: { operation_id: 'op_1' } };
    respond(status, 'application/json', status === 201 ? `<html>${msg}</html>` : JSON.stringify(error));
  };
  const { netingress_event_destination = {}, netingress_tls_certificate = {} } = resources(1);
  await workspace.configure(
    { netingress_event_destination, netingress_tls_certificate },
    { variable, provider: { netingress: { base_url: service.url, request_timeout: '2s' } } },
  );
  const written: Written = {};
  try {
    expect(await output(written, 'apply', 'apply', '-auto-approve', '-no-color')).toBe(1);
  } finally {
    await service.close();
  }
  await files(written, 'after apply');
  expect(written['apply stderr and log']?.match(/Error: Cannot create/g)).toHaveLength(statuses.length);
  // What `ps` shows to every user of the machine while requests are in flight.
  Object.assign(written, running);
  if (process.platform === 'linux') expect(Object.values(running).join()).toContain('terraform-provider-netingress');
  expect(findings(written, seeded)).toEqual([]);
});
