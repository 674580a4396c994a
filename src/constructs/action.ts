import { Lazy, TerraformElement, type TerraformProvider, type TerraformResource, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { ACTIONS_SINCE, type ActionType, actionType, findActionProblem } from '../model/actions';
import { camelCase } from '../model/naming';
import { getOverrides, mergeOverrides } from './overrides';
import { ConstructInputs } from './render';
import { findTargetProblem } from './target-version';
import { isToken } from './tokens';
import { configuredAttributes, validateAtSynth } from './validation/validate-props';

/** Meta-arguments of actions. */
export interface ActionMetaArguments {
  /**
   * The provider that runs the action.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;

  /**
   * The versions of Terraform that deploy the stack, such as `>=1.14`. Actions need Terraform 1.14 or newer, and
   * OpenTofu has none.
   *
   * @default - the `targetVersions` of the app; synthesis fails without both
   */
  readonly terraformVersion?: string;
}

/** A change of a resource that can trigger an action; a deletion cannot. */
export type TriggerEvent = 'create' | 'update';

const EVENTS: readonly TriggerEvent[] = ['create', 'update'];

/** Options of a trigger. */
export interface TriggerOptions {
  /**
   * A Terraform expression of type bool; the action runs only if it is true.
   *
   * @default - the action runs with each event
   */
  readonly condition?: string;
}

interface ActionTrigger {
  readonly events: readonly string[];
  readonly actions: readonly string[];
  readonly condition?: string;
}

/**
 * The base class of the generated actions. Terraform runs an action before or after a change of a resource, or by
 * `terraform apply -invoke=ADDRESS`; nothing of it is stored in the state.
 */
export abstract class NetingressAction<P extends ActionMetaArguments> extends TerraformElement {
  /** Terraform type of the block. */
  readonly actionType: string;
  /** The properties, with later assignments. */
  protected readonly inputs: ConstructInputs<P>;
  readonly #provider: TerraformProvider | undefined;
  readonly #model: ActionType;

  protected constructor(scope: Construct, id: string, model: ActionType, props: P) {
    const { provider, terraformVersion, ...inputs } = props;
    super(scope, id, `action.${actionType(model)}`);
    this.actionType = actionType(model);
    this.inputs = new ConstructInputs(inputs as P);
    this.#provider = provider;
    this.#model = model;
    addRequiredVersion(TerraformStack.of(this));
    validateAtSynth(this, model, () => this.inputs.all());
    this.node.addValidation({
      validate: () =>
        [
          findActionProblem(model, (name) => isGiven(this.inputs.all()[camelCase(name)]), camelCase),
          findTargetProblem(this, model, terraformVersion),
        ].filter((problem) => problem !== undefined),
    });
  }

  /** Address of the action, for `terraform apply -invoke=ADDRESS`. */
  get address(): string {
    return `action.${this.actionType}.${this.friendlyUniqueId}`;
  }

  /**
   * Runs the action after the change of a resource. If the action fails, the apply fails, and the change is kept.
   *
   * @param resource a resource of the same stack
   * @param events the changes; by default both
   * @throws Error if the resource is in another stack, or if `events` is empty, or has duplicates or other values
   */
  triggerAfter(
    resource: TerraformResource,
    events: readonly TriggerEvent[] = EVENTS,
    options: TriggerOptions = {},
  ): this {
    return this.#trigger('after', resource, events, options);
  }

  /**
   * Runs the action before the change of a resource. If the action fails, the change is not made. Before a create, the
   * properties of the action cannot contain attributes of the resource.
   *
   * @param resource a resource of the same stack
   * @param events the changes; by default both
   * @throws Error if the resource is in another stack, or if `events` is empty, or has duplicates or other values
   */
  triggerBefore(
    resource: TerraformResource,
    events: readonly TriggerEvent[] = EVENTS,
    options: TriggerOptions = {},
  ): this {
    return this.#trigger('before', resource, events, options);
  }

  override toTerraform(): unknown {
    const block = {
      ...(this.#provider && { provider: this.#provider.fqn }),
      config: configuredAttributes(this, this.#model, this.inputs.all()),
    };
    const rendered = {
      ...mergeOverrides(block, getOverrides(this)),
      '//': this.constructNodeMetadata,
    };
    return { action: { [this.actionType]: { [this.friendlyUniqueId]: rendered } } };
  }

  override toHclTerraform(): unknown {
    throw new Error(
      `${this.node.path}: cannot be rendered as HCL, because CDKTF omits action blocks from HCL; expected JSON output. ` +
        'Create the App without hclOutput.',
    );
  }

  #trigger(
    when: 'before' | 'after',
    resource: TerraformResource,
    events: readonly TriggerEvent[],
    { condition }: TriggerOptions,
  ): this {
    const name = when === 'before' ? 'triggerBefore' : 'triggerAfter';
    if (TerraformStack.of(resource) !== TerraformStack.of(this))
      throw new Error(
        `${this.node.path}: ${name}: ${resource.node.path} is in another stack; expected a resource of the same stack. Create the action in its stack.`,
      );
    const isKnown = events.every((event) => EVENTS.includes(event));
    if (events.length === 0 || new Set(events).size < events.length || !isKnown)
      throw new Error(
        `${this.node.path}: ${name}: events are [${events.join(', ')}]; expected 'create', 'update' or both, each once.`,
      );
    const trigger: ActionTrigger = {
      events: events.map((event) => `${when}_${event}`),
      // The name of the block can change until synthesis.
      actions: [Lazy.stringValue({ produce: () => this.address })],
      ...(condition !== undefined && { condition }),
    };
    resource.addOverride('lifecycle.action_trigger', [...findTriggers(resource), trigger]);
    return this;
  }
}

/**
 * Sets `required_version` of the stack, unless the app has set one by an override: without it, an older Terraform
 * reports the block as an "extraneous JSON object property".
 */
function addRequiredVersion(stack: TerraformStack): void {
  const { terraform } = getOverrides(stack) as { readonly terraform?: { readonly required_version?: unknown } };
  if (terraform?.required_version === undefined) stack.addOverride('terraform.required_version', `>= ${ACTIONS_SINCE}`);
}

/** The triggers that actions and the app have added so far. An override of the list replaces all of them. */
function findTriggers(resource: TerraformResource): readonly unknown[] {
  const { lifecycle } = getOverrides(resource) as { readonly lifecycle?: { readonly action_trigger?: unknown } };
  const triggers = lifecycle?.action_trigger;
  return Array.isArray(triggers) ? triggers : [];
}

/** An empty list is not given; a token is, because it may contain elements. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && (isToken(value) || !Array.isArray(value) || value.length > 0);
}

export function isActionOfType(value: unknown, type: string): boolean {
  return (
    Construct.isConstruct(value) &&
    TerraformElement.isTerraformElement(value) &&
    (value as IConstruct & { actionType?: string }).actionType === type
  );
}
