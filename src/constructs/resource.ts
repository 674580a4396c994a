import {
  ImportableResource,
  type IResolvable,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformResource,
} from 'cdktf';
import type { Construct } from 'constructs';
import type { Composite } from '../model/composites';
import type { Kind } from '../model/kind';
import { typeName } from '../model/validation/validate';
import { expandWriteOnly } from '../model/write-only-attributes';
import { deduplicateImportValidation } from './deduplicate-validation';
import { refuseSharing } from './exclusive-ownership';
import { generatorMetadata } from './generator-metadata';
import { Inputs } from './inputs';
import { hclAttributes, renderAttributes } from './render';
import { configuredAttributes, validateAtSynth } from './validate-props';

/** What a resource declares: an object of a kind, or a resource of our own making. */
export type Declared = Kind | Composite;

/**
 * A resource of the service. What the classes in `generated/` do beyond naming and documenting their
 * properties is done here, from the model of it: rendering, and checking at synth what is known at synth.
 */
export abstract class NetingressResource<P extends TerraformMetaArguments> extends TerraformResource {
  /** The properties as given and changed since. */
  protected readonly inputs: Inputs<P>;
  readonly #declared: Declared;
  readonly #references = new Map<string, IResolvable>();

  protected constructor(scope: Construct, id: string, declared: Declared, props: P) {
    super(scope, id, {
      ...props,
      terraformResourceType: `netingress_${declared.name}`,
      terraformGeneratorMetadata: generatorMetadata(),
    });
    this.inputs = new Inputs(props);
    this.#declared = { ...declared, attributes: expandWriteOnly(declared.attributes) };
    validateAtSynth(this, this.#declared, () => this.inputs.all());
    if ('exclusive' in declared && declared.exclusive) refuseSharing(this, declared.exclusive);
  }

  /** A reference is made once: the core records a stack trace with each, which for thousands of them takes seconds. */
  override interpolationForAttribute(terraformAttribute: string): IResolvable {
    // What the reference is made of can change until synthesis.
    const key = `${this.friendlyUniqueId} ${this.forEach ? 'each' : ''} ${terraformAttribute}`;
    const known = this.#references.get(key) ?? super.interpolationForAttribute(terraformAttribute);
    this.#references.set(key, known);
    return known;
  }

  /**
   * Has the next deployment take over an object that exists, in place of making it.
   *
   * @param id identifier of the object at the service, or its natural key
   * @param provider the provider to read it with; by default the stack's own
   */
  override importFrom(id: string, provider?: TerraformProvider): void {
    deduplicateImportValidation(this, () => super.importFrom(id, provider));
    if (typeof id === 'string' && id.trim() !== '') return;
    const found = typeof id === 'string' ? 'empty' : typeName(id);
    const problem = `importFrom: id is ${found}, expected the identifier of the object, or its natural key`;
    this.node.addValidation({ validate: () => [`${this.node.path}: ${problem}`] });
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return configuredAttributes(this, this.#declared, this.inputs.all());
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return hclAttributes(renderAttributes(this.#declared.attributes, this.inputs.all()));
  }
}

/** Whether the value is a resource construct of that Terraform type, also one of another copy of this library. */
export function isResourceOfType(value: unknown, type: string): boolean {
  return TerraformResource.isTerraformResource(value) && value.terraformResourceType === type;
}

/** What `generateConfigForImport` of each class makes: Terraform writes the configuration of an object that exists. */
export function importedResource(
  scope: Construct,
  id: string,
  type: string,
  importId: string,
  provider: TerraformProvider | undefined,
): ImportableResource {
  return new ImportableResource(scope, id, {
    terraformResourceType: type,
    importId,
    ...(provider && { provider }),
  });
}
