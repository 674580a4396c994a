/** Attaches the providers of one stack: netingress with the copies as its service, every other one frozen. */
import type { JsonObject } from '../model/json';
import {
  type AttachedProviders,
  attachProviders,
  connectInProcess,
  createNetingressProvider,
  type HostProcess,
  type ProviderFactory,
} from '../sandbox/attach-provider';
import { createFrozenProvider } from '../sandbox/frozen-provider';
import { parseProviderSchema } from '../sandbox/frozen-schema';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import { BUILT_IN_PROVIDER, isNetingress } from '../terraform/required-providers';
import type { AccountCopies } from './account-copies';
import type { PreviewStack } from './prepare-stack';
import { listDataSources } from './stack-state';

/** Schemas of the other providers, as `terraform providers schema -json` prints them. */
export interface OtherProviders {
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Folder with the installed plugins of the providers that run for real. */
  readonly pluginFolder: string | undefined;
}

/** `variables` attach netingress. Rejects if the schemas cannot be read. */
export type ReadProviders = (
  stack: PreviewStack,
  state: string,
  variables: Readonly<Record<string, string>>,
) => Promise<OtherProviders>;

export interface AttachOptions {
  readonly copies: AccountCopies;
  readonly stack: PreviewStack;
  /** The state, from which frozen providers read. */
  readonly state: string;
  readonly host: HostProcess;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readProviders: ReadProviders;
}

export interface AttachedStack extends AttachedProviders {
  /** Arguments of `terraform init`. */
  readonly initArguments: readonly string[];
}

/** Providers of pure computations, which run from the installed plugins. */
const REAL = /\/hashicorp\/(random|time|tls|null)$/;

export async function attachStack(options: AttachOptions): Promise<AttachedStack> {
  const { copies, host, environment, stack, state } = options;
  const netingress = () =>
    createNetingressProvider(environment, (settings) =>
      connectInProcess(settings, (request) => copies.fetch(settings, request)),
    );
  const own = await attachProviders({ [PROVIDER_ADDRESS]: netingress }, host);
  try {
    const { schemas, pluginFolder } = await options.readProviders(stack, state, own.variables);
    const addresses = Object.keys(schemas).filter((address) => address !== BUILT_IN_PROVIDER);
    const isReal = (address: string) => REAL.test(address) && pluginFolder !== undefined;
    const stored = listDataSources(state);
    const providers = addresses
      .filter((address) => !isReal(address))
      .map((address): [string, ProviderFactory] => {
        if (isNetingress(address)) return [address, netingress];
        const schema = parseProviderSchema(schemas[address] as JsonObject);
        return [address, () => createFrozenProvider(schema, stored)];
      });
    const attached = await attachProviders({ ...Object.fromEntries(providers), [PROVIDER_ADDRESS]: netingress }, host);
    await own.close();
    const needsPlugins = addresses.some(isReal) && pluginFolder !== undefined;
    return { ...attached, initArguments: needsPlugins ? [`-plugin-dir=${pluginFolder}`] : [] };
  } catch (error) {
    await own.close();
    throw error;
  }
}
