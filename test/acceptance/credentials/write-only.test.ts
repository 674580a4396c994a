/** Every write-only argument that can hold a token gets that of a rotating credential, and each rotation sends the new one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventDestination, RotatingCredential, Secret, Vault } from '../../../src/constructs';
import type { Emulator } from '../../../src/emulator';
import type { Attributes } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import type { Workspace } from '../../support/acceptance/workspace';
import { newStack, removeFolders, render } from '../../support/constructs/synth';
import { testInCi } from '../../support/requirements';

let account: AttachedAccount;
let emulator: Emulator;
let workspace: Workspace;

afterAll(async () => {
  await account?.close();
  removeFolders();
});

/** The arguments of targets by the path of their write-only argument. */
const TARGETS = {
  'delivery_stream.auth.creds.cloud_secret_access_key_wo': (value: string, version: number) => ({
    deliveryStream: {
      auth: awsAuth(value, version),
      deliveryStreamRn: 'arn:aws:firehose:us-east-1:1:deliverystream/x',
    },
  }),
  'data_stream.auth.creds.cloud_secret_access_key_wo': (value: string, version: number) => ({
    dataStream: { auth: awsAuth(value, version), streamRn: 'arn:aws:kinesis:us-east-1:1:stream/x' },
  }),
  'log_group.auth.creds.cloud_secret_access_key_wo': (value: string, version: number) => ({
    logGroup: { auth: awsAuth(value, version), logGroupRn: 'arn:aws:logs:us-east-1:1:log-group:x' },
  }),
  'datadog.api_key_wo': (apiKeyWo: string, apiKeyWoVersion: number) => ({
    datadog: { apiKeyWo, apiKeyWoVersion, ddsite: 'datadoghq.com' },
  }),
  'azure_logs_ingestion.client_secret_wo': (clientSecretWo: string, clientSecretWoVersion: number) => ({
    azureLogsIngestion: {
      clientSecretWo,
      clientSecretWoVersion,
      tenantId: 'tenant',
      clientId: 'client',
      logsIngestionUri: 'https://logs.example.com',
      dataCollectionRuleId: 'dcr',
      dataCollectionStreamName: 'Custom-events',
    },
  }),
};

function awsAuth(cloudSecretAccessKeyWo: string, cloudSecretAccessKeyWoVersion: number) {
  return { creds: { cloudAccessKeyId: 'key', cloudSecretAccessKeyWo, cloudSecretAccessKeyWoVersion } };
}

function writeOnlyPaths(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (attribute.type === 'object') return writeOnlyPaths(attribute.attributes).map((path) => `${name}.${path}`);
    return attribute.writeOnly ? [name] : [];
  });
}

test('every write-only argument of the model is one of these targets, the value of a secret, or the private key of a certificate', () => {
  const paths = KINDS.flatMap(({ name, attributes }) =>
    writeOnlyPaths(expandAttributes(attributes)).map((path) => `${name}.${path}`),
  );
  // A token is not a private key.
  const destinations = Object.keys(TARGETS).map((path) => `event_destination.target.${path}`);
  expect(paths.sort()).toEqual([...destinations, 'secret.value_wo', 'tls_certificate.private_key_pem_wo'].sort());
});

/** Deploys a receiver for each write-only argument that can hold a token. Returns the current token. */
async function deploy(rotation: string): Promise<string> {
  const stack = newStack();
  const key = new RotatingCredential(stack, 'key', { rotation, description: 'handed over' });
  const vault = new Vault(stack, 'vault', { name: 'vault' });
  new Secret(stack, 'secret', { vaultId: vault.id, name: 'secret', valueWo: key.token, valueWoVersion: key.version });
  for (const [path, target] of Object.entries(TARGETS))
    new EventDestination(stack, path, { format: 'JSON', description: path, target: target(key.token, key.version) });
  await workspace.configure(render(stack).resource);
  await workspace.apply();
  const resources = [...(await workspace.allAttributes())];
  const find = (type: string, part = ''): Record<string, unknown> =>
    resources.find(([address]) => address.startsWith(`netingress_${type}.`) && address.includes(part))?.[1] ?? {};
  // The current slot, `a` or `b`, is the id of the construct of its credential: `key_a_1A2B3C4D`.
  return String(find('api_key', `_${find('rotation')['current']}_`)['token']);
}

testInCi('every receiver gets the token of each rotation, which the state contains once', async () => {
  account = await openAttachedAccount({ profile: 'ngrok' });
  ({ emulator, workspace } = account);
  const tokens: string[] = [];
  for (const rotation of ['first', 'second', 'third']) {
    const token = await deploy(rotation);
    tokens.push(token);
    const state = readFileSync(join(workspace.folder, 'terraform.tfstate'), 'utf8');
    expect(state.split(token)).toHaveLength(2);
    const snapshot = await emulator.snapshot({ secrets: true });
    const receivers = Object.values(snapshot.accounts).flatMap(({ objects }) =>
      ['event_destination', 'secret'].flatMap((kind) => objects[kind] ?? []),
    );
    expect(receivers).toHaveLength(Object.keys(TARGETS).length + 1);
    expect(receivers.filter((object) => !JSON.stringify(object).includes(token))).toEqual([]);
  }
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(await workspace.changes()).toEqual({});
});
