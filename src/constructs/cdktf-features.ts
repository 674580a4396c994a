/**
 * Features of newer CDKTF libraries. `cdktf` 0.21 has none of them. `cdktn` 0.24 has a class for ephemeral resources,
 * and validates at synth that the `targetVersions` of the app support the features that it uses.
 */
import * as cdktf from 'cdktf';
import { dependable, ref, TerraformElement, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { getOverrides, mergeOverrides } from './overrides';

type ProviderFeature = 'providerFunctions' | 'writeOnlyAttributes';

interface FeatureRegistry {
  /** Has this synthesis validate that the target versions have the feature. The next synthesis needs another call. */
  _registerResolveDiscoveredProviderFeatureUsage?(feature: ProviderFeature): void;
}

/** Only with such a library is it worth searching an element for the features that it uses. */
export function libraryValidatesFeatures(element: TerraformElement): boolean {
  return (element as FeatureRegistry)._registerResolveDiscoveredProviderFeatureUsage !== undefined;
}

/** Does nothing with a library that does not validate features. */
export function registerFeature(element: TerraformElement, feature: ProviderFeature): void {
  (element as FeatureRegistry)._registerResolveDiscoveredProviderFeatureUsage?.(feature);
}

interface EphemeralConfig {
  readonly terraformResourceType: string;
  readonly provider?: TerraformProvider;
  readonly dependsOn?: readonly TerraformElement[];
}

/** Renders an `ephemeral` block as the class of newer CDKTF libraries does, for a library without that class. */
class BasicEphemeralResource extends TerraformElement {
  readonly terraformResourceType: string;
  readonly #config: EphemeralConfig;

  constructor(scope: Construct, id: string, config: EphemeralConfig) {
    super(scope, id, `ephemeral.${config.terraformResourceType}`);
    this.terraformResourceType = config.terraformResourceType;
    this.#config = config;
  }

  override toTerraform(): unknown {
    const { provider, dependsOn } = this.#config;
    const block = {
      ...this.synthesizeAttributes(),
      ...(provider && { provider: provider.fqn }),
      ...(dependsOn && { depends_on: dependsOn.map(dependable) }),
    };
    const rendered = {
      ...mergeOverrides(block, getOverrides(this)),
      '//': this.constructNodeMetadata,
    };
    return { ephemeral: { [this.terraformResourceType]: { [this.friendlyUniqueId]: rendered } } };
  }

  override toHclTerraform(): unknown {
    throw new Error(
      `${this.node.path}: cannot be rendered as HCL, because CDKTF omits ephemeral blocks from HCL; expected JSON ` +
        'output. Create the App without hclOutput.',
    );
  }

  getStringAttribute(name: string): string {
    return Token.asString(this.#reference(name));
  }

  getListAttribute(name: string): string[] {
    return Token.asList(this.#reference(name));
  }

  protected synthesizeAttributes(): Record<string, unknown> {
    return {};
  }

  protected synthesizeHclAttributes(): Record<string, unknown> {
    return {};
  }

  #reference(name: string) {
    return ref(`ephemeral.${this.terraformResourceType}.${this.friendlyUniqueId}.${name}`, this.cdktfStack);
  }
}

export const TerraformEphemeralResource =
  (cdktf as unknown as { readonly TerraformEphemeralResource?: typeof BasicEphemeralResource })
    .TerraformEphemeralResource ?? BasicEphemeralResource;
