import type { ITerraformDependable, LocalExecProvisioner, TerraformProvider } from 'cdktf';

/** The arguments of a `null_resource`, for both implementations of `null-resource.ts`. */
export interface NullResourceConfig {
  readonly triggers: Record<string, string>;
  readonly provisioners: LocalExecProvisioner[];
  readonly dependsOn?: ITerraformDependable[];
  readonly provider?: TerraformProvider;
}

/** An exact version can be entered in the lock file without a registry (see install-provider.ts). */
export const NULL_PROVIDER_VERSION = '3.2.4';
