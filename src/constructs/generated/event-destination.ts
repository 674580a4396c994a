// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Delivers to a log service. */
export interface EventDestinationTargetLogGroup {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the log group. */
  readonly logGroupRn: string;
}

/** Delivers to a data streaming service. */
export interface EventDestinationTargetDataStream {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the data stream. */
  readonly streamRn: string;
}

/** An access key of the cloud provider. */
export interface EventDestinationTargetAuthCreds {
  /** Identifier part of the access key. */
  readonly cloudAccessKeyId: string;

  /**
   * Secret part of the access key. The service never answers it. Never shown in plans and logs.
   *
   * @default - not set
   */
  readonly cloudSecretAccessKey?: string;

  /**
   * Like `cloudSecretAccessKey`, but never stored: the value is in no plan and no state, and may come from an ephemeral resource. Not together with `cloudSecretAccessKey`. Needs Terraform 1.11 or OpenTofu 1.11. Never shown in plans and logs.
   *
   * @default - not set
   */
  readonly cloudSecretAccessKeyWo?: string;

  /**
   * Version of `cloudSecretAccessKeyWo`: as that is not stored, a change of it cannot be seen, and another version has the value sent again. Leave it out if the value never changes.
   *
   * @default - not set
   */
  readonly cloudSecretAccessKeyWoVersion?: number;
}

/** A role that the service assumes. */
export interface EventDestinationTargetAuthRole {
  /** Resource name of the role. */
  readonly roleRn: string;
}

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
export interface EventDestinationTargetAuth {
  /**
   * A role that the service assumes.
   *
   * @default - not set
   */
  readonly role?: EventDestinationTargetAuthRole | IResolvable;

  /**
   * An access key of the cloud provider.
   *
   * @default - not set
   */
  readonly creds?: EventDestinationTargetAuthCreds | IResolvable;
}

/** Delivers to a stream-delivery service. */
export interface EventDestinationTargetDeliveryStream {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the delivery stream. */
  readonly deliveryStreamRn: string;
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`. Another type of receiver needs a new destination. */
export interface EventDestinationTarget {
  /**
   * Delivers to a stream-delivery service.
   *
   * @default - not set
   */
  readonly deliveryStream?: EventDestinationTargetDeliveryStream | IResolvable;

  /**
   * Delivers to a data streaming service.
   *
   * @default - not set
   */
  readonly dataStream?: EventDestinationTargetDataStream | IResolvable;

  /**
   * Delivers to a log service.
   *
   * @default - not set
   */
  readonly logGroup?: EventDestinationTargetLogGroup | IResolvable;
}

/** Properties of {@link EventDestination}. */
export interface EventDestinationProps extends TerraformMetaArguments {
  /**
   * What receives the events. At most 255 bytes.
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

  /** How events are serialised. The only format is `JSON`; case does not matter. */
  readonly format: 'JSON' | (string & {});

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`. Another type of receiver needs a new destination. */
  readonly target: EventDestinationTarget | IResolvable;
}

/** What Terraform knows of {@link EventDestinationTargetLogGroup}. */
export class EventDestinationTargetLogGroupOutputReference extends ComplexObject {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the log group. */
  get logGroupRn(): string {
    return this.getStringAttribute('log_group_rn');
  }
}

/** What Terraform knows of {@link EventDestinationTargetDataStream}. */
export class EventDestinationTargetDataStreamOutputReference extends ComplexObject {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the data stream. */
  get streamRn(): string {
    return this.getStringAttribute('stream_rn');
  }
}

/** What Terraform knows of {@link EventDestinationTargetAuthCreds}. */
export class EventDestinationTargetAuthCredsOutputReference extends ComplexObject {
  /** Identifier part of the access key. */
  get cloudAccessKeyId(): string {
    return this.getStringAttribute('cloud_access_key_id');
  }

  /** Secret part of the access key. The service never answers it. */
  get cloudSecretAccessKey(): string {
    return this.getStringAttribute('cloud_secret_access_key');
  }

  /** Version of `cloudSecretAccessKeyWo`: as that is not stored, a change of it cannot be seen, and another version has the value sent again. Leave it out if the value never changes. */
  get cloudSecretAccessKeyWoVersion(): number {
    return this.getNumberAttribute('cloud_secret_access_key_wo_version');
  }
}

/** What Terraform knows of {@link EventDestinationTargetAuthRole}. */
export class EventDestinationTargetAuthRoleOutputReference extends ComplexObject {
  /** Resource name of the role. */
  get roleRn(): string {
    return this.getStringAttribute('role_rn');
  }
}

/** What Terraform knows of {@link EventDestinationTargetAuth}. */
export class EventDestinationTargetAuthOutputReference extends ComplexObject {
  /** A role that the service assumes. */
  get role(): EventDestinationTargetAuthRoleOutputReference {
    return new EventDestinationTargetAuthRoleOutputReference(this, 'role', false);
  }

  /** An access key of the cloud provider. */
  get creds(): EventDestinationTargetAuthCredsOutputReference {
    return new EventDestinationTargetAuthCredsOutputReference(this, 'creds', false);
  }
}

/** What Terraform knows of {@link EventDestinationTargetDeliveryStream}. */
export class EventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the delivery stream. */
  get deliveryStreamRn(): string {
    return this.getStringAttribute('delivery_stream_rn');
  }
}

/** What Terraform knows of {@link EventDestinationTarget}. */
export class EventDestinationTargetOutputReference extends ComplexObject {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): EventDestinationTargetDeliveryStreamOutputReference {
    return new EventDestinationTargetDeliveryStreamOutputReference(this, 'delivery_stream', false);
  }

  /** Delivers to a data streaming service. */
  get dataStream(): EventDestinationTargetDataStreamOutputReference {
    return new EventDestinationTargetDataStreamOutputReference(this, 'data_stream', false);
  }

  /** Delivers to a log service. */
  get logGroup(): EventDestinationTargetLogGroupOutputReference {
    return new EventDestinationTargetLogGroupOutputReference(this, 'log_group', false);
  }
}

/**
 * Where events are delivered: a delivery stream, a data stream or a log group of a cloud provider.
 *
 * Terraform type: `netingress_event_destination`.
 */
export class EventDestination extends NetingressResource<EventDestinationProps> {
  static readonly tfResourceType = 'netingress_event_destination';

  constructor(scope: Construct, id: string, props: EventDestinationProps) {
    super(scope, id, getKind('event_destination'), props);
  }

  /** Whether the value is such a construct. */
  static isEventDestination(value: unknown): value is EventDestination {
    return isResourceOfType(value, EventDestination.tfResourceType);
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
    return importedResource(scope, importToId, EventDestination.tfResourceType, importFromId, provider);
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

  /** What receives the events. At most 255 bytes. */
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

  /** How events are serialised. The only format is `JSON`; case does not matter. */
  get format(): string {
    return this.getStringAttribute('format');
  }

  set format(value: 'JSON' | (string & {})) {
    this.inputs.put('format', value);
  }

  /** What was given for `format`. */
  get formatInput() {
    return this.inputs.get('format');
  }

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`. Another type of receiver needs a new destination. */
  get target(): EventDestinationTargetOutputReference {
    return new EventDestinationTargetOutputReference(this, 'target', false);
  }

  set target(value: EventDestinationTarget | IResolvable) {
    this.inputs.put('target', value);
  }

  /** What was given for `target`. */
  get targetInput() {
    return this.inputs.get('target');
  }
}
