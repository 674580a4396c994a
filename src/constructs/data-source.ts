import { TerraformDataSource, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import type { DataSource } from '../model/data-sources';
import { resourceType } from '../model/naming';
import type { ValidationRules } from '../model/validation/validate';
import { createGeneratorMetadata } from './install-provider';
import { ConstructInputs, hclAttributes, renderAttributes } from './render';
import { validateProfile } from './validation/validate-profile';
import { configuredAttributes, validateAtSynth } from './validation/validate-props';

/** The base class of the generated data sources, the counterpart of `NetingressResource`. */
export abstract class NetingressDataSource<P extends TerraformMetaArguments> extends TerraformDataSource {
  /** The properties, with later assignments. */
  protected readonly inputs: ConstructInputs<P>;
  readonly #rules: ValidationRules;

  protected constructor(scope: Construct, id: string, source: DataSource, props: P) {
    super(scope, id, {
      ...props,
      terraformResourceType: resourceType(source),
      terraformGeneratorMetadata: createGeneratorMetadata(),
    });
    this.inputs = new ConstructInputs(props);
    this.#rules = source;
    validateAtSynth(this, this.#rules, () => this.inputs.all());
    validateProfile(this, source, () => this.inputs.all());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return configuredAttributes(this, this.#rules, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(renderAttributes(this.#rules.attributes, this.inputs.all()));
  }
}

export function isDataSourceOfType(value: unknown, type: string): boolean {
  return TerraformDataSource.isTerraformDataSource(value) && value.terraformResourceType === type;
}
