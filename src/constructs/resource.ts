import {
  ImportableResource,
  type IResolvable,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformResource,
  TerraformStack,
} from 'cdktf';
import type { Construct } from 'constructs';
import type { Composite } from '../model/composites';
import type { Kind } from '../model/kind';
import { resourceType } from '../model/naming';
import { describeType } from '../model/problem';
import { isCreatedFirst } from '../model/replacement-order';
import { expandAttributes } from '../model/variants/expand-attributes';
import { libraryValidatesFeatures, registerFeature } from './cdktf-features';
import { dependOnDomain } from './endpoint-domains';
import { createGeneratorMetadata } from './install-provider';
import { registerReference, validateSingleOwner } from './object-reference';
import { getOverrides } from './overrides';
import { ConstructInputs, hasWriteOnlyValue, hclAttributes, renderAttributes } from './render';
import { addOrder, registerOrder } from './replacement-order';
import { UnvisitedValue } from './tokens';
import { deduplicateImportValidation } from './validation/deduplicate-validation';
import { warnOfCertificateNames } from './validation/validate-certificate-names';
import { validatePolicies } from './validation/validate-policies';
import { validateProfile } from './validation/validate-profile';
import { configuredAttributes, validateAtSynth, warnOfProps } from './validation/validate-props';
import { validateUniqueKeys } from './validation/validate-unique-keys';

export type ResourceModel = Kind | Composite;

/**
 * The base class of the generated resources, which only name and document properties. It renders the properties and
 * validates them at synth, both by the model.
 */
export abstract class NetingressResource<P extends TerraformMetaArguments> extends TerraformResource {
  /** The properties, with later assignments. */
  protected readonly inputs: ConstructInputs<P>;
  readonly #model: ResourceModel;
  readonly #references = new Map<string, IResolvable>();

  protected constructor(scope: Construct, id: string, model: ResourceModel, props: P) {
    super(scope, id, {
      ...props,
      terraformResourceType: resourceType(model),
      terraformGeneratorMetadata: createGeneratorMetadata(),
    });
    this.inputs = new ConstructInputs(props);
    this.#model = { ...model, attributes: expandAttributes(model.attributes) };
    validateAtSynth(this, this.#model, () => this.inputs.all());
    validateProfile(this, this.#model, () => this.inputs.all());
    validatePolicies(this, this.#model.attributes, () => this.inputs.all());
    warnOfProps(this, this.#model.attributes, () => this.inputs.all());
    warnOfCertificateNames(this, this.#model.attributes);
    if (isCreatedFirst(model.name)) registerOrder(this, () => this.inputs.all());
    if ('naturalKey' in model && model.naturalKey?.unique) validateUniqueKeys(TerraformStack.of(this));
    if ('exclusive' in model && model.exclusive) validateSingleOwner(this, model.exclusive);
  }

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    // biome-ignore lint/complexity/noThisInStatic: the class of the resource, which has the type.
    const { tfResourceType } = this as unknown as { readonly tfResourceType: string };
    return new ImportableResource(scope, importToId, {
      terraformResourceType: tfResourceType,
      importId: importFromId,
      ...(provider && { provider }),
    });
  }

  /** Creates each reference once: CDKTF records a stack trace for each, which is slow for thousands of rules. */
  override interpolationForAttribute(terraformAttribute: string): IResolvable {
    // The key has all parts of the reference that can change until synthesis.
    const key = `${this.friendlyUniqueId} ${this.forEach ? 'each' : ''} ${terraformAttribute}`;
    const known = this.#references.get(key);
    if (known) return known;
    const reference = super.interpolationForAttribute(terraformAttribute);
    this.#references.set(key, reference);
    registerReference(reference, { resource: this, attribute: terraformAttribute });
    return reference;
  }

  /**
   * Imports a pre-existing object with the next deployment, instead of creating one.
   *
   * @param id id of the object at the service, or its natural key if its type has one
   * @param provider the provider that reads the object; by default that of the stack
   */
  override importFrom(id: string, provider?: TerraformProvider): void {
    deduplicateImportValidation(this, () => super.importFrom(id, provider));
    if (typeof id === 'string' && id.trim() !== '') return;
    const found = typeof id === 'string' ? 'empty' : describeType(id);
    const problem = `importFrom: id is ${found}; expected the id of the object, or its natural key`;
    this.node.addValidation({ validate: () => [problem] });
  }

  override get terraformMetaArguments() {
    // CDKTF would also convert the names of the undefined ones, which is slow for thousands of rules.
    const set = Object.entries(super.terraformMetaArguments as object).filter(([, value]) => value !== undefined);
    return Object.fromEntries(set) as Record<string, unknown>;
  }

  override toTerraform(): unknown {
    dependOnDomain(this);
    const rendered = super.toTerraform();
    for (const body of bodiesIn(this, rendered)) {
      addOrder(this, body);
      hideMetadata(this, body);
    }
    return rendered;
  }

  override toHclTerraform(): unknown {
    dependOnDomain(this);
    const rendered = super.toHclTerraform();
    for (const body of bodiesIn(this, rendered)) addOrder(this, body);
    return rendered;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    this.#registerWriteOnly();
    return configuredAttributes(this, this.#model, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    this.#registerWriteOnly();
    return hclAttributes(renderAttributes(this.#model.attributes, this.inputs.all()));
  }

  #registerWriteOnly(): void {
    if (libraryValidatesFeatures(this) && hasWriteOnlyValue(this.#model.attributes, this.inputs.all()))
      registerFeature(this, 'writeOnlyAttributes');
  }
}

export function isResourceOfType(value: unknown, type: string): boolean {
  return TerraformResource.isTerraformResource(value) && value.terraformResourceType === type;
}

/** The body of the resource in what CDKTF rendered, alone in a list; none for a resource that `moveTo()` has moved. */
function bodiesIn(resource: TerraformResource, rendered: unknown): readonly Record<string, unknown>[] {
  const { resource: types } = rendered as {
    readonly resource?: Record<string, Record<string, Record<string, unknown>>>;
  };
  // Not by its name, which CDKTF hashes.
  return Object.values(types?.[resource.terraformResourceType] ?? {});
}

/** Has CDKTF not visit `{"metadata": {"path": ..., "uniqueId": ...}}`, unless overrides may change it. */
function hideMetadata(resource: TerraformResource, body: Record<string, unknown>): void {
  const ofStack = getOverrides(TerraformStack.of(resource));
  if (!('//' in getOverrides(resource)) && !('resource' in ofStack))
    body['//'] = new UnvisitedValue(body['//'], 'first');
}
