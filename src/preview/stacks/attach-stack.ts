/**
 * Attaches the providers of one stack: netingress with the copies as its service, and each other provider frozen, so
 * that it reads from the state. Terraform itself starts the providers of {@link REAL_PROVIDER}, such as `random`, if
 * plugins are installed.
 */

import {
  type AttachedProviders,
  attachProviders,
  connectInProcess,
  createNetingressProvider,
  type HostProcess,
  mergeAttached,
  type ProviderFactory,
} from '../../sandbox/attach-provider';
import { createDiagnosticTokens, type DiagnosticTokens } from '../../sandbox/diagnostic-tokens';
import { createFrozenProvider } from '../../sandbox/frozen-provider';
import { parseProviderSchema } from '../../sandbox/frozen-schema';
import { BUILT_IN_PROVIDER } from '../../terraform/lock-file';
import { PROVIDER_ADDRESS } from '../../terraform/mirror';
import { isNetingressSource } from '../../terraform/provider-source';
import { listNetingressAddresses } from '../../terraform/required-providers';
import type { JsonObject } from '../../values/json';
import type { AccountCopies } from '../account-copies';
import { REAL_PROVIDER } from './created-values';
import type { PreviewStack } from './prepare-stack';
import { listDataSources } from './stack-state';

export interface OtherProviders {
  /**
   * By address, as `terraform providers schema -json` prints them; perhaps also of netingress and of the built-in
   * provider. Empty if the stack certainly has no provider besides these.
   */
  readonly schemas: Readonly<Record<string, unknown>>;
  readonly pluginFolder: string | undefined;
}

/**
 * `variables` are those of the environment that attach netingress to Terraform. Rejects if the schemas cannot be read.
 */
export type ReadProviders = (
  stack: PreviewStack,
  state: string,
  variables: Readonly<Record<string, string>>,
) => Promise<OtherProviders>;

export interface AttachOptions {
  readonly copies: AccountCopies;
  readonly stack: PreviewStack;
  /** Texts of the configuration. They name the addresses of netingress, which may be those of a registry. */
  readonly texts: readonly string[];
  readonly state: string;
  readonly host: HostProcess;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly readProviders: ReadProviders;
}

export interface RealProviders {
  readonly addresses: readonly string[];
  /** Folder with their installed plugins; undefined only if there are no addresses. */
  readonly pluginFolder: string | undefined;
}

export interface AttachedStack extends AttachedProviders {
  readonly real: RealProviders;
  readonly tokens: DiagnosticTokens;
}

export async function attachStack(options: AttachOptions): Promise<AttachedStack> {
  const { copies, host, environment, stack, state, texts } = options;
  const tokens = createDiagnosticTokens();
  const netingress = () =>
    tokens.add(
      createNetingressProvider(environment, (settings) =>
        connectInProcess(settings, (request) => copies.fetch(settings, request)),
      ),
    );
  const addresses = [...new Set([PROVIDER_ADDRESS, ...listNetingressAddresses([...texts, state])])];
  const own = await attachProviders(Object.fromEntries(addresses.map((address) => [address, netingress])), host);
  try {
    const { schemas, pluginFolder } = await options.readProviders(stack, state, own.variables);
    const others = Object.keys(schemas).filter(
      (address) => address !== BUILT_IN_PROVIDER && !isNetingressSource(address),
    );
    const isReal = (address: string) => REAL_PROVIDER.test(address) && pluginFolder !== undefined;
    const stored = listDataSources(state);
    const frozen = others
      .filter((address) => !isReal(address))
      .map((address): [string, ProviderFactory] => {
        const schema = parseProviderSchema(schemas[address] as JsonObject);
        return [address, () => tokens.add(createFrozenProvider(schema, stored))];
      });
    const attached = await attachProviders(Object.fromEntries(frozen), host);
    return {
      variables: mergeAttached(own.variables, attached.variables),
      tokens,
      real: { addresses: others.filter(isReal), pluginFolder },
      close: async () => void (await Promise.all([own.close(), attached.close()])),
    };
  } catch (error) {
    await own.close();
    throw error;
  }
}
