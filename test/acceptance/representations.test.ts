/** Semantically equal values plan no change, for every attribute of every kind with more than one representation. */
import { stringify } from 'yaml';
import { createEmulator } from '../../src/emulator';
import { isJsonObject, type Json, type JsonObject } from '../../src/model/json';
import type { Attribute, Attributes, EqualityName } from '../../src/model/kind';
import { type AllKinds, allDependencies, merged, OBJECT } from '../support/acceptance/all-kinds';
import { type ProviderInProcess, providerInProcess } from '../support/acceptance/provider-in-process';
import { fullConfig } from '../support/acceptance/samples';
import { createWorkspace, type Workspace } from '../support/acceptance/workspace';
import { SPEC_KINDS as KINDS } from '../support/kinds';

jest.setTimeout(180_000);

let emulator: ReturnType<typeof createEmulator>;
let workspace: Workspace;
let inProcess: ProviderInProcess;

beforeAll(async () => {
  emulator = createEmulator({ certificates: { seconds: 3_600 } });
  workspace = await createWorkspace((await emulator.listen()).url);
  inProcess = await providerInProcess(workspace);
  inProcess.use();
});
afterAll(async () => {
  await inProcess?.close();
  await workspace?.remove();
  await emulator?.close();
});

const METADATA = '{"owner":"edge","ports":[443,9007199254740993],"note":"a b"}';
const RESPELLED = '{\n  "ports": [ 443, 9007199254740993 ],\n  "note": "a b",\n  "owner": "\\u0065dge"\n}\n';

/** Another representation of a string; the same string if it has only one. */
const respell: Readonly<Record<EqualityName, (text: string) => string>> = {
  ignore_case: (text) => text.toUpperCase(),
  cidr: (text) => text,
  endpoint_url: (text) => `${text.toUpperCase()}:443`,
  hostname: (text) => text.toUpperCase(),
  json: () => RESPELLED,
  pem: (text) => `# Of the edge\r\n${text.trim().replaceAll('\n', '\r\n')}\r\n\r\n`,
  public_key: (text) => `\n${text}\n`,
  slot_value: (text) => text,
  ssh_key: (text) => `${text} of the edge`,
  timestamp: (text) => text.replace('Z', '.000+00:00'),
  traffic_policy: (text) => stringify(JSON.parse(text)),
};

/** Paths of what was written otherwise than before. */
const respelled = new Set<string>();

function respellMembers(attributes: Attributes, values: JsonObject, above: string): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const attribute = attributes[name];
      return [name, attribute && value !== undefined ? respellValue(attribute, value, `${above}.${name}`) : value];
    }),
  );
}

function respellValue(attribute: Attribute, value: Json, path: string): Json {
  if (attribute.type === 'object' && isJsonObject(value)) return respellMembers(attribute.attributes, value, path);
  if (attribute.type === 'set' && Array.isArray(value)) {
    const { elements } = attribute;
    const items = (value as Json[]).map((item) =>
      elements === 'string' ? respellText(attribute, item, path) : respellMembers(elements, item as JsonObject, path),
    );
    return items.reverse();
  }
  return respellText(attribute, value, path);
}

function respellText(attribute: Attribute, value: Json, path: string): Json {
  const equality = 'equality' in attribute ? attribute.equality : undefined;
  if (equality === undefined || typeof value !== 'string' || value.includes('${')) return value;
  const other = respell[equality](value);
  if (other !== value) respelled.add(path);
  return other;
}

test('of keys, certificates, JSON, names, times and sets, in the real terraform', async () => {
  const samples: AllKinds = Object.fromEntries(
    KINDS.map((kind) => [
      `netingress_${kind.name}`,
      { [OBJECT]: { ...fullConfig(kind, 0, { object: 0 }), metadata: METADATA } },
    ]),
  );
  await workspace.configure(merged(allDependencies(), samples));
  await workspace.apply();
  const others: AllKinds = Object.fromEntries(
    KINDS.map((kind) => {
      const type = `netingress_${kind.name}`;
      return [type, { [OBJECT]: respellMembers(kind.attributes, samples[type]?.[OBJECT] ?? {}, kind.name) }];
    }),
  );
  await workspace.configure(merged(allDependencies(), others));
  expect(await workspace.changes()).toEqual({});

  // Every equality but the one of CIDRs, which has tests of its own, was put to the test.
  for (const kind of KINDS) expect(respelled).toContain(`${kind.name}.metadata`);
  for (const path of [
    'tls_certificate.certificate_pem',
    'tls_certificate.private_key_pem',
    'certificate_authority.ca_pem',
    'kubernetes_operator.binding.csr',
    'kubernetes_operator.enabled_features',
    'domain.domain',
    'ssh_public_key.public_key',
    'ssh_user_certificate.valid_until',
  ])
    expect(respelled).toContain(path);

  // The first representation was sent, and the state keeps it.
  const shown = await workspace.allAttributes();
  for (const kind of KINDS) expect(shown.get(`netingress_${kind.name}.${OBJECT}`)?.['metadata']).toBe(METADATA);
  expect(emulator.objects('ip_policy').map(({ metadata }) => metadata)).toContain(METADATA);
});
