/**
 * Migration from ngrok's own provider: states in the shape of its releases 0.7.0 and 0.8.0, rewritten from states of this
 * provider, for every type of theirs that the profile `ngrok` names, with alternatives of nested values, are moved by the
 * real terraform binary. The first plan has the moves and nothing else. A stand-in replaces ngrok's provider.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Attribute, Attributes, Kind } from '../../src/model/kind';
import { kindsIn } from '../../src/model/kinds';
import { PROFILES } from '../../src/model/profiles';
import { ngrok } from '../../src/model/profiles/ngrok';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { isFullCampaign } from '../fuzz';
import { type AllKinds, labelOf, merged } from '../support/acceptance/all-kinds';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { capacity, dependencies, fullConfig, fullVariants, minimalConfig } from '../support/acceptance/samples';
import { installStandIn } from '../support/acceptance/stand-in-mirror';
import { writesOf } from '../support/emulator/requests-of';
import { testRows } from '../support/requirements';

let account: AttachedAccount;
afterEach(() => account?.close());

const source = ngrok.terraformProvider?.addresses[0] ?? '';
const KINDS = kindsIn(PROFILES.ngrok);

/**
 * A release of ngrok's provider. In a state, as the published schemas say, 0.7.0 has nested objects as lists of one
 * block, and unset values as empty ones; 0.8.0 has objects, and null.
 */
interface OfficialRelease {
  readonly version: '0.7.0' | '0.8.0';
  /** The kind's name by its resource type. */
  readonly types: Readonly<Record<string, string>>;
}

const NAMES = ngrok.terraformProvider?.types ?? {};
/** Types that 0.8.0 dropped or replaced by those of {@link ONLY_IN_080}. */
const ONLY_IN_070 = [
  'ngrok_bot_user',
  'ngrok_reserved_addr',
  'ngrok_reserved_domain',
  'ngrok_ssh_host_certificate',
  'ngrok_ssh_user_certificate',
];
const ONLY_IN_080 = ['ngrok_cloud_endpoint', 'ngrok_domain', 'ngrok_service_user', 'ngrok_tcp_address'];

const OFFICIAL_RELEASES: readonly OfficialRelease[] = [
  { version: '0.7.0', types: typesWithout(ONLY_IN_080) },
  { version: '0.8.0', types: typesWithout(ONLY_IN_070) },
];

function typesWithout(excluded: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(NAMES).filter(([type]) => !excluded.includes(type)));
}

interface StateFile {
  serial: number;
  readonly resources: {
    mode: string;
    type: string;
    name: string;
    provider: string;
    instances: [{ attributes: JsonObject; sensitive_attributes?: unknown; private?: string }];
  }[];
}

const kindOf = (name: string): Kind => KINDS.find((kind) => kind.name === name) as Kind;

/** A minimal object of the kind, and one for every alternative of its full configuration, if the service admits so many. */
function samplesOf(kind: Kind): AllKinds {
  const variants = Math.min(fullVariants(kind), capacity(kind) - 1);
  const all: Record<string, JsonObject> = { minimal: minimalConfig(kind, { object: 0 }) };
  for (let n = 0; n < variants; n++) {
    all[`full${n}`] = { ...fullConfig(kind, n, { object: n + 1 }), [labelOf(kind)]: `sample ${n} of ${kind.name}` };
  }
  // The other provider enforces a restriction unless it is configured not to.
  if (kind.name === 'ip_restriction') all['minimal'] = { ...all['minimal'], enforced: true };
  return { [`netingress_${kind.name}`]: all };
}

/** A domain whose certificate policy the service set. Both releases store that policy as if it were configured. */
const wildcard: AllKinds = { netingress_domain: { wildcard: { domain: '*.wild.example.com' } } };
const servicePolicy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };

testRows(OFFICIAL_RELEASES, { plain: 1 })(
  'states of release $version are moved, nothing else is planned, and nothing is written to the service; in CI the next plan is empty',
  async (release) => {
    const kinds = KINDS.filter(({ name }) => Object.values(release.types).includes(name));
    const theirType = new Map(Object.entries(release.types).map(([type, kind]) => [`netingress_${kind}`, type]));
    const samples = merged(...kinds.map(samplesOf), wildcard);
    const addresses = Object.entries(samples).flatMap(([type, all]) =>
      Object.keys(all).map((name) => [type, name] as const),
    );
    account = await openAttachedAccount({ profile: 'ngrok', certificates: { seconds: 3_600 } });
    const { emulator, workspace } = account;
    const resources = merged(...kinds.map((kind) => dependencies(kind, kindOf)), samples);
    await workspace.configure(resources);
    await workspace.apply();

    // Gives every sample the type and the attributes that the other provider would have stored for it.
    const file = join(workspace.folder, 'terraform.tfstate');
    const state = JSON.parse(await readFile(file, 'utf8')) as StateFile;
    for (const resource of state.resources) {
      const kind = kinds.find(({ name }) => `netingress_${name}` === resource.type);
      if (!kind || !samples[resource.type]?.[resource.name]) continue;
      const [{ attributes, sensitive_attributes: _, private: __, ...instance }] = resource.instances;
      const own = resource.name === 'wildcard' ? { certificate_management_policy: servicePolicy } : {};
      const stored = members(release.version, kind.attributes, { ...attributes, ...own });
      resource.type = theirType.get(resource.type) as string;
      resource.provider = `provider["${source}"]`;
      resource.instances = [{ ...instance, attributes: stored }];
    }
    await writeFile(file, JSON.stringify({ ...state, serial: state.serial + 1 }));
    await installStandIn(join(dirname(workspace.folder), 'mirror'), source);
    const netingress = { source: 'terraform.local/netingress/netingress' };
    await workspace.configure(resources, {
      terraform: { required_providers: { netingress, ngrok: { source } } },
      moved: addresses.map(([type, name]) => ({ from: `${theirType.get(type)}.${name}`, to: `${type}.${name}` })),
    });
    await workspace.ok('init', '-no-color', '-upgrade');
    const writes = await writesOf(emulator, async () => {
      const planned = await workspace.apply();
      expect(planned).toEqual(Object.fromEntries(addresses.map(([type, name]) => [`${type}.${name}`, 'move'])));
    });
    expect(writes).toEqual([]);
    if (isFullCampaign) expect(await workspace.changes()).toEqual({});
  },
);

/** What the release stores for an object, from the attributes that this provider stores for it. */
function members(version: OfficialRelease['version'], attributes: Attributes, stored: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => name !== 'owner_id' || version === '0.8.0')
      .map(([name, each]) => [ngrok.memberNames[name] ?? name, stateValue(version, each, stored[name] ?? null)]),
  );
}

function stateValue(version: OfficialRelease['version'], attribute: Attribute, value: Json): Json {
  if (attribute.type === 'object') {
    const object = isJsonObject(value) ? members(version, attribute.attributes, value) : null;
    if (version === '0.8.0') return object;
    return object === null ? [] : [object];
  }
  if (Array.isArray(value) && 'elements' in attribute && attribute.elements !== 'string') {
    const { elements } = attribute;
    return (value as JsonObject[]).map((item) => members(version, elements, item));
  }
  return value ?? (version === '0.8.0' ? null : unsetInOldSdk(attribute));
}

function unsetInOldSdk({ type }: Attribute): Json {
  if (type === 'bool') return false;
  if (type === 'number') return 0;
  if (type === 'map') return {};
  return type === 'string' ? '' : [];
}
