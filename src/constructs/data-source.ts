import { TerraformDataSource, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import type { DataSource } from '../model/data-sources';
import { generatorMetadata } from './generator-metadata';
import { Inputs } from './inputs';
import { validateAtSynth } from './problems';
import { hclAttributes, renderAttributes } from './render';

/** A data source of the service; the counterpart of `NetingressResource`. */
export abstract class NetingressDataSource<P extends TerraformMetaArguments> extends TerraformDataSource {
  /** The properties as given and changed since. */
  protected readonly inputs: Inputs<P>;
  readonly #source: DataSource;

  protected constructor(scope: Construct, id: string, source: DataSource, props: P) {
    super(scope, id, {
      ...props,
      terraformResourceType: `netingress_${source.name}`,
      terraformGeneratorMetadata: generatorMetadata(),
    });
    this.inputs = new Inputs(props);
    this.#source = source;
    validateAtSynth(this, { ...source, codes: {} }, () => this.inputs.all());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return renderAttributes(this.#source.attributes, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(this.synthesizeAttributes());
  }
}

/** Whether the value is a data source construct of that Terraform type, also one of another copy of this library. */
export function isDataSourceOfType(value: unknown, type: string): boolean {
  return TerraformDataSource.isTerraformDataSource(value) && value.terraformResourceType === type;
}
