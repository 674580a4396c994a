import { type JsonObject, toJsonObject } from '../values/json';
import { listBlocks, mergeBlocks, readLabeled, stripTemplate } from './configuration/configuration';
import { BUILT_IN_PROVIDER, fullAddress } from './lock-file';
import type { RequiredProvider } from './lock-stack';
import { isNetingressSource } from './provider-source';

/** With their local names. `configuration` is in Terraform's JSON syntax. */
export function listRequiredProviders(configuration: JsonObject): (RequiredProvider & { readonly name: string })[] {
  const blocks = listBlocks(configuration['terraform']).flatMap((block) => listBlocks(block['required_providers']));
  return Object.entries(mergeBlocks(blocks)).map(([name, requirement]) => {
    const { source, version } = toJsonObject(requirement);
    return { name, address: fullAddress(typeof source === 'string' ? source : name), version: String(version ?? '') };
  });
}

/**
 * From `required_providers`, `provider` blocks, resources, data sources, ephemeral resources and actions, sorted. Those
 * that only modules need are missing.
 */
export function listOtherProviders(configuration: JsonObject): string[] {
  const required = listRequiredProviders(configuration);
  const read = (block: string) => readLabeled(listBlocks(configuration[block]));
  const used = ['resource', 'data', 'ephemeral', 'action'].flatMap((block) =>
    read(block).flatMap(([type, named]) =>
      readLabeled([named]).map(([, { provider }]) =>
        typeof provider === 'string' ? localName(stripTemplate(provider), '.') : localName(type, '_'),
      ),
    ),
  );
  const implied = [...read('provider').map(([name]) => name), ...used].filter(
    (name) => name !== 'terraform' && !required.some((each) => each.name === name),
  );
  const addresses = [...required.map(({ address }) => address), ...implied.map(fullAddress)];
  return omitOwn([...new Set(addresses)]).sort();
}

/** `google-beta` of `google-beta.second`, `google` of the type `google_project`. */
function localName(text: string, end: '.' | '_'): string {
  return text.split(end)[0] as string;
}

/**
 * In the text of a state file, where JSON escapes quotation marks: `provider[\"registry.terraform.io/hashicorp/aws\"]`.
 */
export function listStateProviders(state: string): string[] {
  const found = [...state.matchAll(/provider\[\\"([^"\\]+)\\"\]/g)].map(([, address = '']) => address);
  return omitOwn([...new Set(found)]).sort();
}

export function listLockedProviders(lockFile: string): string[] {
  const found = [...lockFile.matchAll(/^provider\s+"([^"]+)"/gm)].map(([, address = '']) => address);
  return omitOwn(found).sort();
}

/** Hosts that Terraform and OpenTofu add to a source without host. */
const DEFAULT_HOSTS: readonly string[] = ['registry.terraform.io', 'registry.opentofu.org'];

/**
 * The addresses under which texts of configurations, lock files and states may name netingress. A source without host
 * has one for Terraform and one for OpenTofu, and a provider without source is one of the namespace `hashicorp`.
 */
export function listNetingressAddresses(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(NETINGRESS_SOURCE)].map(([source]) => source.toLowerCase()));
  const complete = [...new Set(['netingress', ...found])].flatMap((source) => {
    const parts = source.split('/');
    if (parts.length === 3) return [source];
    return DEFAULT_HOSTS.map((host) => [host, ...(parts.length === 1 ? ['hashicorp'] : []), source].join('/'));
  });
  return complete.filter(isNetingressSource).sort();
}

/** `netingress` with a namespace, and perhaps a host. */
const NETINGRESS_SOURCE = /(?:[\w.-]+(?::\d+)?\/)?[\w-]+\/netingress(?![\w/-]|\.\w)/gi;

/** Without netingress and the provider that Terraform contains. */
export function omitOwn(addresses: readonly string[]): string[] {
  return addresses.filter((address) => !isNetingressSource(address) && address !== BUILT_IN_PROVIDER);
}
