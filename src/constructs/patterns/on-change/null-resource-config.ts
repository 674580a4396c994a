import type { ITerraformDependable, LocalExecProvisioner, TerraformProvider } from 'cdktf';

/** What a `null_resource` is made of. */
export interface NullResourceConfig {
  /** Values that it is replaced for when any of them changes. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly provisioners: readonly LocalExecProvisioner[];
  readonly dependsOn?: readonly ITerraformDependable[];
  readonly provider?: TerraformProvider;
}

/** Version of Terraform's null provider; exact, so that it can be locked without asking a registry (see placement.ts). */
export const NULL_PROVIDER_VERSION = '3.2.4';
