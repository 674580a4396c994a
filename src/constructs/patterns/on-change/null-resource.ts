/** A `null_resource` of our own, because `@cdktf/provider-null` depends on `cdktf` and does not work with `cdktn`. */
import {
  TerraformProvider,
  type TerraformProviderGeneratorMetadata,
  TerraformResource,
  type TerraformResourceConfig,
} from 'cdktf';
import type { Construct } from 'constructs';

const metadata: TerraformProviderGeneratorMetadata = {
  providerName: 'null',
  // An exact version can be entered in the lock file without a registry (see lockProviders()).
  providerVersion: '3.2.4',
};

export class NullProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: 'null',
      terraformProviderSource: 'null',
      terraformGeneratorMetadata: metadata,
    });
  }
}

export interface NullResourceConfig extends Omit<TerraformResourceConfig, 'terraformResourceType'> {
  readonly triggers: Readonly<Record<string, string>>;
}

export class NullResource extends TerraformResource {
  readonly #triggers: NullResourceConfig['triggers'];

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
