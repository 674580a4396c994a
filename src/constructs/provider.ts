import { TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import type { Attributes } from '../model/kind';
import { camelCase } from '../model/naming';
import type { RawValues } from '../model/problem';
import { PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { resolveProviderSettings } from '../model/provider-settings';
import type { ValidationRules } from '../model/validation/validate';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import type { Platform } from '../terraform/platforms';
import { isNetingressSource, SOURCE_FORM } from '../terraform/provider-source';
import { isPlainObject } from '../values/json';
import { createGeneratorMetadata, installAtSynth, requiredVersion } from './install-provider';
import { ConstructInputs, hclAttributes, renderAttributes } from './render';
import { resolveKnown } from './tokens';
import { configuredAttributes, findProblems, validateAtSynth } from './validation/validate-props';

const attributes: Attributes = PROVIDER_ATTRIBUTES;
const schema: ValidationRules = { attributes };

/** Meta-arguments of the provider. */
export interface ProviderMetaArguments {
  /**
   * Alias of this configuration, if a stack has several. Resources select it with their prop `provider`.
   *
   * @default - the default configuration, for resources without the prop `provider`
   */
  readonly alias?: string;

  /**
   * Platforms on which Terraform runs without Node, such as `linux_amd64`. For each of them the stack's folder gets the
   * provider with its own runtime, from the npm package `@netingress/provider-linux-amd64` or from the folder in the
   * environment variable `NETINGRESS_BUNDLES`. All other platforms except Windows get the provider as a Node script. A
   * machine with Windows that synthesizes needs the package of its own platform, and adds it.
   *
   * @default - the platforms in the environment variable `NETINGRESS_PLATFORMS`, such as `linux_amd64,darwin_arm64`
   */
  readonly platforms?: readonly Platform[];

  /**
   * Source address of the provider in the registry or mirror of a team, `registry.example.com/platform/netingress`.
   * Terraform then installs it from there, and synth places no provider in the stack's folder. docs/guides/publish.md
   * has the commands that publish to such a registry.
   *
   * @default - the provider that synth places in the stack's folder
   */
  readonly source?: string;
}

/**
 * The base class of the provider. Unless `source` is set, `cdktf synth`, `diff` and `deploy` copy the provider and its
 * lock entry into the stack's folder, so that it does not have to be installed. `Testing.synth` writes nothing.
 */
export abstract class NetingressProviderBase<P extends ProviderMetaArguments> extends TerraformProvider {
  /** The properties, with later assignments. */
  protected readonly inputs: ConstructInputs<P>;
  #alias: string | undefined;

  protected constructor(scope: Construct, id: string, config: P) {
    super(scope, id, {
      terraformResourceType: 'netingress',
      terraformProviderSource: config.source ?? PROVIDER_ADDRESS,
      terraformGeneratorMetadata: createGeneratorMetadata(),
    });
    const { alias, platforms, source, ...inputs } = config;
    this.#alias = alias;
    this.inputs = new ConstructInputs(inputs as P);
    validateAtSynth(this, schema, () => this.inputs.all());
    this.node.addValidation({ validate: () => this.#findInvalidSettings() });
    this.node.addValidation({ validate: () => this.#findInvalidSource() });
    if (source === undefined) installAtSynth(this, platforms);
  }

  /** The alias, or undefined for the default configuration. */
  override get alias(): string | undefined {
    return this.#alias;
  }

  override set alias(value: string | undefined) {
    this.#alias = value;
  }

  override toTerraform(): unknown {
    return this.setRequiredVersion(super.toTerraform());
  }

  override toHclTerraform(): unknown {
    return this.setRequiredVersion(super.toHclTerraform());
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const rendered = Object.entries(configuredAttributes(this, schema, this.inputs.all()));
    // CDKTF would convert the keys of maps to snake case, also the names of HTTP headers.
    return Object.fromEntries(
      rendered.map(([name, value]) => [name, isPlainObject(value) ? Token.asAny(value) : value]),
    );
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    const rendered = hclAttributes(renderAttributes(attributes, this.inputs.all()));
    return Object.fromEntries(Object.entries(rendered).map(([name, value]) => [name, Token.asAny(value)]));
  }

  #findInvalidSource(): string[] {
    const source = this.terraformProviderSource ?? PROVIDER_ADDRESS;
    if (typeof source !== 'string' || !isNetingressSource(source))
      return [`source: ${JSON.stringify(source)} is not a source address of this provider; expected ${SOURCE_FORM}`];
    const other = this.cdktfStack.node
      .findAll()
      .find(
        (each): each is NetingressProviderBase<never> =>
          each instanceof NetingressProviderBase &&
          each.cdktfStack === this.cdktfStack &&
          each.terraformProviderSource !== source,
      );
    return other ? [`source: ${source} differs from that of ${other.node.path}; expected one source in a stack`] : [];
  }

  #findInvalidSettings(): string[] {
    const props = this.inputs.all();
    // Another validation reports wrong types, which the parsers of the settings do not expect.
    if (findProblems(schema, props).length > 0) return [];
    const values = resolveKnown(renderAttributes(attributes, props)) as RawValues;
    // The environment is not used: its variables during synth may differ from those of the deployment.
    return resolveProviderSettings(values, {}).problems.map(
      ({ name, problem, expected }) => `${camelCase(name)}: ${problem}; expected ${expected}`,
    );
  }

  /**
   * CDKTF renders the constraint of the metadata; during synthesis the exact version of the installed build replaces
   * it.
   */
  private setRequiredVersion(rendered: Rendered): Rendered {
    for (const requirement of Object.values(rendered.terraform.required_providers)) {
      requirement.version = requiredVersion(this.cdktfStack);
    }
    return rendered;
  }
}

interface Rendered {
  readonly terraform: { readonly required_providers: Readonly<Record<string, { version: string }>> };
}
