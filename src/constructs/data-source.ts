import { TerraformDataSource, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import type { DataSource } from '../model/data-sources';
import type { ValidatedSchema } from '../model/validation/validate';
import { generatorMetadata } from './generator-metadata';
import { Inputs } from './inputs';
import { hclAttributes, renderAttributes } from './render';
import { configuredAttributes, validateAtSynth } from './validate-props';

/** A data source of the service; the counterpart of `NetingressResource`. */
export abstract class NetingressDataSource<P extends TerraformMetaArguments> extends TerraformDataSource {
  /** The properties as given and changed since. */
  protected readonly inputs: Inputs<P>;
  readonly #checked: ValidatedSchema;

  protected constructor(scope: Construct, id: string, source: DataSource, props: P) {
    super(scope, id, {
      ...props,
      terraformResourceType: `netingress_${source.name}`,
      terraformGeneratorMetadata: generatorMetadata(),
    });
    this.inputs = new Inputs(props);
    this.#checked = { ...source, errorCodes: {} };
    validateAtSynth(this, this.#checked, () => this.inputs.all());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return configuredAttributes(this, this.#checked, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(renderAttributes(this.#checked.attributes, this.inputs.all()));
  }
}

/** Whether the value is a data source construct of that Terraform type, also one of another copy of this library. */
export function isDataSourceOfType(value: unknown, type: string): boolean {
  return TerraformDataSource.isTerraformDataSource(value) && value.terraformResourceType === type;
}
