/**
 * Replaces `null-resource.ts` in the cdktn build, which rewrites `cdktf` imports to `cdktn`. `@cdktf/provider-null` cannot
 * be used there, because it depends on `cdktf`.
 */
import { TerraformProvider, type TerraformProviderConfig, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { NULL_PROVIDER_VERSION, type NullResourceConfig } from './null-resource-config';

const metadata = {
  providerName: 'null',
  providerVersion: NULL_PROVIDER_VERSION,
  providerVersionConstraint: '~> 3.0',
};

export function createNullResource(scope: Construct, id: string, config: NullResourceConfig): TerraformResource {
  return new NullResource(scope, id, config);
}

export function createNullProvider(scope: Construct, id: string): TerraformProvider {
  const config: TerraformProviderConfig = {
    terraformResourceType: 'null',
    terraformProviderSource: 'null',
    terraformGeneratorMetadata: metadata,
  };
  return new NullProvider(scope, id, config);
}

class NullProvider extends TerraformProvider {}

class NullResource extends TerraformResource {
  readonly #triggers: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { triggers, ...metaArguments }: NullResourceConfig) {
    super(scope, id, {
      terraformResourceType: 'null_resource',
      terraformGeneratorMetadata: metadata,
      ...metaArguments,
    });
    this.#triggers = triggers;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { triggers: this.#triggers };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return { triggers: { value: this.#triggers, isBlock: false, type: 'map', storageClassType: 'stringMap' } };
  }
}
