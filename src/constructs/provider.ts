import { TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { Attributes } from '../model/kind';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import type { ValidatedSchema } from '../model/validation/validate';
import { PROVIDER_ADDRESS } from '../terraform';
import { generatorMetadata } from './generator-metadata';
import { Inputs } from './inputs';
import { placeAtSynth, requiredVersion } from './install-provider';
import { hclAttributes, isProps, renderAttributes } from './render';
import { configuredAttributes, validateAtSynth } from './validate-props';

const attributes: Attributes = PROVIDER_ATTRIBUTES;
const checked: ValidatedSchema = { attributes, errorCodes: {} };

/** What every configuration of a provider may say besides its own attributes. */
export interface ProviderMetaArguments {
  /**
   * Name of this configuration, where a stack has several: give it to resources as their `provider`.
   *
   * @default - this is the configuration of all resources that name none
   */
  readonly alias?: string;
}

/**
 * The provider of a stack. While the stack is synthesised by `cdktf synth`, `diff` or `deploy` it places its own
 * executable and lock entry beside the stack, so that nothing has to be installed. `Testing.synth` writes nothing.
 */
export abstract class NetingressProviderBase<P extends ProviderMetaArguments> extends TerraformProvider {
  /** The properties as given and changed since. */
  protected readonly inputs: Inputs<P>;
  #alias: string | undefined;

  protected constructor(scope: Construct, id: string, config: P) {
    super(scope, id, {
      terraformResourceType: 'netingress',
      terraformProviderSource: PROVIDER_ADDRESS,
      terraformGeneratorMetadata: generatorMetadata(),
    });
    const { alias, ...inputs } = config;
    this.#alias = alias;
    this.inputs = new Inputs(inputs as P);
    validateAtSynth(this, checked, () => this.inputs.all());
    placeAtSynth(this);
  }

  /** Name of this configuration among several, or undefined. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(value: string | undefined) {
    this.#alias = value;
  }

  override toTerraform(): unknown {
    return this.requireBuild(super.toTerraform());
  }

  override toHclTerraform(): unknown {
    return this.requireBuild(super.toHclTerraform());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const rendered = Object.entries(configuredAttributes(this, checked, this.inputs.all()));
    // The core turns the keys of a provider's maps into snake case; header names must stay as they are.
    return Object.fromEntries(rendered.map(([name, value]) => [name, isProps(value) ? Token.asAny(value) : value]));
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const rendered = hclAttributes(renderAttributes(attributes, this.inputs.all()));
    return Object.fromEntries(Object.entries(rendered).map(([name, value]) => [name, Token.asAny(value)]));
  }

  private requireBuild(rendered: Rendered): Rendered {
    for (const requirement of Object.values(rendered.terraform.required_providers)) {
      requirement.version = requiredVersion(this.cdktfStack);
    }
    return rendered;
  }
}

/** What the core renders of a provider: the requirement of this one alone, beside its configuration. */
interface Rendered {
  readonly terraform: { readonly required_providers: Readonly<Record<string, { version: string }>> };
}
