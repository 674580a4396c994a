// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link IpRestriction}. */
export interface IpRestrictionProps extends TerraformMetaArguments {
  /**
   * Why access is restricted. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings.
   *
   * @default false
   */
  readonly enforced?: boolean | IResolvable;

  /** What is restricted: `dashboard`, `api`, `agent` or `endpoints`. Another type needs a new restriction. */
  readonly type: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {});

  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  readonly ipPolicyIds: readonly string[];
}

/**
 * Restricts from where one part of the account can be reached. There is at most one restriction of each type. An enforced restriction whose policies hold no allow rule shuts everybody out.
 *
 * Terraform type: `netingress_ip_restriction`.
 */
export class IpRestriction extends NetingressResource<IpRestrictionProps> {
  static readonly tfResourceType = 'netingress_ip_restriction';

  constructor(scope: Construct, id: string, props: IpRestrictionProps) {
    super(scope, id, getKind('ip_restriction'), props);
  }

  /** Whether the value is such a construct. */
  static isIpRestriction(value: unknown): value is IpRestriction {
    return isResourceOfType(value, IpRestriction.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, IpRestriction.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Why access is restricted. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Whether traffic is refused. The default is `false`, the service’s own: violations only cause warnings. */
  get enforced(): IResolvable {
    return this.getBooleanAttribute('enforced');
  }

  set enforced(value: boolean | IResolvable) {
    this.inputs.put('enforced', value);
  }

  /** What was given for `enforced`. */
  get enforcedInput() {
    return this.inputs.get('enforced');
  }

  /** Takes `enforced` back, as if it had never been given. */
  resetEnforced(): void {
    this.inputs.reset('enforced');
  }

  /** What is restricted: `dashboard`, `api`, `agent` or `endpoints`. Another type needs a new restriction. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  set type(value: 'dashboard' | 'api' | 'agent' | 'endpoints' | (string & {})) {
    this.inputs.put('type', value);
  }

  /** What was given for `type`. */
  get typeInput() {
    return this.inputs.get('type');
  }

  /** Identifiers of the IP policies that decide who is admitted, at least one; their rules are taken together. */
  get ipPolicyIds(): string[] {
    return Fn.tolist(this.getListAttribute('ip_policy_ids'));
  }

  set ipPolicyIds(value: readonly string[]) {
    this.inputs.put('ipPolicyIds', value);
  }

  /** What was given for `ipPolicyIds`. */
  get ipPolicyIdsInput() {
    return this.inputs.get('ipPolicyIds');
  }
}
