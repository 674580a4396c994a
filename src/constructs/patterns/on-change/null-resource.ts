/** `null_resource` by the classes of `@cdktf/provider-null`, an optional peer that nothing but {@link OnChange} needs. */
import type { TerraformProvider, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { NullResourceConfig } from './null-resource-config';

/** Makes a `null_resource`. Throws, with what to install, where the package is not there. */
export function createNullResource(scope: Construct, id: string, config: NullResourceConfig): TerraformResource {
  return new (load().resource.Resource)(scope, id, {
    triggers: { ...config.triggers },
    provisioners: [...config.provisioners],
    ...(config.dependsOn && { dependsOn: [...config.dependsOn] }),
    ...(config.provider && { provider: config.provider }),
  });
}

/** Makes the provider of it, for a stack that has none. */
export function createNullProvider(scope: Construct, id: string): TerraformProvider {
  return new (load().provider.NullProvider)(scope, id);
}

function load(): typeof import('@cdktf/provider-null') {
  try {
    return require('@cdktf/provider-null') as typeof import('@cdktf/provider-null');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      'Cannot make OnChange: the package @cdktf/provider-null is not installed. Run `npm install @cdktf/provider-null@11`.',
      { cause: error },
    );
  }
}
