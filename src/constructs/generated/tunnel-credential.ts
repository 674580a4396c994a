// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link TunnelCredential}. */
export interface TunnelCredentialProps extends TerraformMetaArguments {
  /**
   * Who or what uses the credential. At most 255 bytes.
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
   * What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];
}

/**
 * A credential that agents connect with. Its token is answered once, at creation.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class TunnelCredential extends NetingressResource<TunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: TunnelCredentialProps = {}) {
    super(scope, id, getKind('tunnel_credential'), props);
  }

  /** Whether the value is such a construct. */
  static isTunnelCredential(value: unknown): value is TunnelCredential {
    return isResourceOfType(value, TunnelCredential.tfResourceType);
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
    return importedResource(scope, importToId, TunnelCredential.tfResourceType, importFromId, provider);
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

  /** Who or what uses the credential. At most 255 bytes. */
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

  /** The authtoken that an agent authenticates with. The service answers it once, at creation; after an import it is null. */
  get token(): string {
    return this.getStringAttribute('token');
  }

  /** What may be bound with it: rules `bind:<domain or address>`, where a leading wildcard may stand, or `bind:<label>=<value>`, with `*` for any. Without any rule, or with `*`, there are no restrictions. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }

  set acl(value: readonly string[]) {
    this.inputs.put('acl', value);
  }

  /** What was given for `acl`. */
  get aclInput() {
    return this.inputs.get('acl');
  }

  /** Takes `acl` back, as if it had never been given. */
  resetAcl(): void {
    this.inputs.reset('acl');
  }
}
