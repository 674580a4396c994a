/** Creates a `null_resource` with `@cdktf/provider-null`, an optional peer dependency that only `OnChange` needs. */
import type { TerraformProvider, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { NullResourceConfig } from './null-resource-config';

/** @throws Error if the package is not installed */
export function createNullResource(scope: Construct, id: string, config: NullResourceConfig): TerraformResource {
  return new (load().resource.Resource)(scope, id, config);
}

export function createNullProvider(scope: Construct, id: string): TerraformProvider {
  return new (load().provider.NullProvider)(scope, id);
}

function load(): typeof import('@cdktf/provider-null') {
  try {
    return require('@cdktf/provider-null') as typeof import('@cdktf/provider-null');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(
      'Cannot create OnChange: the package @cdktf/provider-null is not installed. Run `npm install @cdktf/provider-null@11`.',
      { cause: error },
    );
  }
}
