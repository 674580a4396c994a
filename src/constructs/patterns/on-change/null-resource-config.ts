import type { ITerraformDependable, LocalExecProvisioner, TerraformProvider } from 'cdktf';

/** The arguments of a `null_resource`, for both implementations of `null-resource.ts`. */
export interface NullResourceConfig {
  /** Terraform replaces the resource when one of these values changes. */
  readonly triggers: Readonly<Record<string, string>>;
  readonly provisioners: readonly LocalExecProvisioner[];
  readonly dependsOn?: readonly ITerraformDependable[];
  readonly provider?: TerraformProvider;
}

/** An exact version can be entered in the lock file without a registry (see install-provider.ts). */
export const NULL_PROVIDER_VERSION = '3.2.4';
