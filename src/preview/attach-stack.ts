/** Attaches the providers of one stack: netingress with the copies as its service, every other one frozen. */
import {
  type AttachedProviders,
  attachProviders,
  connectInProcess,
  createNetingressProvider,
  type HostProcess,
} from '../sandbox/attach-provider';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import type { AccountCopies } from './account-copies';
import type { PreviewStack } from './prepare-stack';

/** Schemas of the other providers, as `terraform providers schema -json` prints them. */
export interface OtherProviders {
  readonly schemas: Readonly<Record<string, unknown>>;
  /** Folder with the installed plugins of the providers that run for real. */
  readonly pluginFolder: string | undefined;
}

export interface AttachOptions {
  readonly copies: AccountCopies;
  readonly stack: PreviewStack;
  /** The state, from which frozen providers read. */
  readonly state: string;
  readonly host: HostProcess;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variables that Terraform receives. */
  readonly selected: Readonly<Record<string, string>>;
  readonly readProviders: (stack: PreviewStack, variables: Readonly<Record<string, string>>) => Promise<OtherProviders>;
}

export interface AttachedStack extends AttachedProviders {
  /** Arguments of `terraform init`. */
  readonly initArguments: readonly string[];
}

export async function attachStack({ copies, host, environment }: AttachOptions): Promise<AttachedStack> {
  const netingress = () =>
    createNetingressProvider(environment, (settings) =>
      connectInProcess(settings, (request) => copies.fetch(settings, request)),
    );
  const attached = await attachProviders({ [PROVIDER_ADDRESS]: netingress }, host);
  return { ...attached, initArguments: [] };
}
