// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Delivers to the logs ingestion API of Azure Monitor. */
export interface EventDestinationTargetAzureLogsIngestion {
  /** Identifier of the tenant. */
  readonly tenantId: string;

  /** Identifier of the application. */
  readonly clientId: string;

  /**
   * Secret of the application. No response contains it. Sensitive.
   *
   * @default - not set
   */
  readonly clientSecret?: string;

  /**
   * Write-only variant of `clientSecret`: never stored in plan or state; accepts ephemeral values. Conflicts with `clientSecret`. Requires Terraform 1.11 or OpenTofu 1.11. Sensitive.
   *
   * @default - not set
   */
  readonly clientSecretWo?: string;

  /**
   * Version of `clientSecretWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes.
   *
   * @default - not set
   */
  readonly clientSecretWoVersion?: number;

  /** URI of the data collection endpoint. */
  readonly logsIngestionUri: string;

  /** Immutable identifier of the data collection rule. */
  readonly dataCollectionRuleId: string;

  /** Name of the stream, which begins with `Custom-`. */
  readonly dataCollectionStreamName: string;
}

/** Delivers to Datadog. */
export interface EventDestinationTargetDatadog {
  /**
   * API key of Datadog. No response contains it. Sensitive.
   *
   * @default - not set
   */
  readonly apiKey?: string;

  /**
   * Write-only variant of `apiKey`: never stored in plan or state; accepts ephemeral values. Conflicts with `apiKey`. Requires Terraform 1.11 or OpenTofu 1.11. Sensitive.
   *
   * @default - not set
   */
  readonly apiKeyWo?: string;

  /**
   * Version of `apiKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes.
   *
   * @default - not set
   */
  readonly apiKeyWoVersion?: number;

  /**
   * Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`.
   *
   * @default - not set
   */
  readonly ddsite?: string;

  /**
   * Value of `service` of each event.
   *
   * @default - not set
   */
  readonly service?: string;

  /**
   * Tags of each event, separated by commas.
   *
   * @default - not set
   */
  readonly ddtags?: string;
}

/** Delivers to a log service. */
export interface EventDestinationTargetLogGroup {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the log group. */
  readonly logGroupRn: string;
}

/** Delivers to a data streaming service. */
export interface EventDestinationTargetDataStream {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the data stream. */
  readonly streamRn: string;
}

/** An access key of the cloud provider. */
export interface EventDestinationTargetAuthCreds {
  /** Identifier part of the access key. */
  readonly cloudAccessKeyId: string;

  /**
   * Secret part of the access key. No response contains it. Sensitive.
   *
   * @default - not set
   */
  readonly cloudSecretAccessKey?: string;

  /**
   * Write-only variant of `cloudSecretAccessKey`: never stored in plan or state; accepts ephemeral values. Conflicts with `cloudSecretAccessKey`. Requires Terraform 1.11 or OpenTofu 1.11. Sensitive.
   *
   * @default - not set
   */
  readonly cloudSecretAccessKeyWo?: string;

  /**
   * Version of `cloudSecretAccessKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes.
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

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
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
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;

  /** Resource name of the delivery stream. */
  readonly deliveryStreamRn: string;
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
export interface EventDestinationTarget {
  /**
   * Delivers to a stream-delivery service. Adding or removing it replaces the object.
   *
   * @default - not set
   */
  readonly deliveryStream?: EventDestinationTargetDeliveryStream | IResolvable;

  /**
   * Delivers to a data streaming service. Adding or removing it replaces the object.
   *
   * @default - not set
   */
  readonly dataStream?: EventDestinationTargetDataStream | IResolvable;

  /**
   * Delivers to a log service. Adding or removing it replaces the object.
   *
   * @default - not set
   */
  readonly logGroup?: EventDestinationTargetLogGroup | IResolvable;

  /**
   * Delivers to Datadog. Adding or removing it replaces the object. Profile `ngrok` only.
   *
   * @default - not set
   */
  readonly datadog?: EventDestinationTargetDatadog | IResolvable;

  /**
   * Delivers to the logs ingestion API of Azure Monitor. Adding or removing it replaces the object. Profile `ngrok` only.
   *
   * @default - not set
   */
  readonly azureLogsIngestion?: EventDestinationTargetAzureLogsIngestion | IResolvable;
}

/** Properties of {@link EventDestination}. */
export interface EventDestinationProps extends TerraformMetaArguments {
  /**
   * Receiver of the events. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  readonly format: 'JSON' | (string & {});

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. Another type of receiver replaces the destination. */
  readonly target: EventDestinationTarget | IResolvable;
}

/** References to the attributes of {@link EventDestinationTargetAzureLogsIngestion}. */
export class EventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {
  /** Identifier of the tenant. */
  get tenantId(): string {
    return this.getStringAttribute('tenant_id');
  }

  /** Identifier of the application. */
  get clientId(): string {
    return this.getStringAttribute('client_id');
  }

  /** Secret of the application. No response contains it. */
  get clientSecret(): string {
    return this.getStringAttribute('client_secret');
  }

  /** Version of `clientSecretWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get clientSecretWoVersion(): number {
    return this.getNumberAttribute('client_secret_wo_version');
  }

  /** URI of the data collection endpoint. */
  get logsIngestionUri(): string {
    return this.getStringAttribute('logs_ingestion_uri');
  }

  /** Immutable identifier of the data collection rule. */
  get dataCollectionRuleId(): string {
    return this.getStringAttribute('data_collection_rule_id');
  }

  /** Name of the stream, which begins with `Custom-`. */
  get dataCollectionStreamName(): string {
    return this.getStringAttribute('data_collection_stream_name');
  }
}

/** References to the attributes of {@link EventDestinationTargetDatadog}. */
export class EventDestinationTargetDatadogOutputReference extends ComplexObject {
  /** API key of Datadog. No response contains it. */
  get apiKey(): string {
    return this.getStringAttribute('api_key');
  }

  /** Version of `apiKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get apiKeyWoVersion(): number {
    return this.getNumberAttribute('api_key_wo_version');
  }

  /** Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`. */
  get ddsite(): string {
    return this.getStringAttribute('ddsite');
  }

  /** Value of `service` of each event. */
  get service(): string {
    return this.getStringAttribute('service');
  }

  /** Tags of each event, separated by commas. */
  get ddtags(): string {
    return this.getStringAttribute('ddtags');
  }
}

/** References to the attributes of {@link EventDestinationTargetLogGroup}. */
export class EventDestinationTargetLogGroupOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the log group. */
  get logGroupRn(): string {
    return this.getStringAttribute('log_group_rn');
  }
}

/** References to the attributes of {@link EventDestinationTargetDataStream}. */
export class EventDestinationTargetDataStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the data stream. */
  get streamRn(): string {
    return this.getStringAttribute('stream_rn');
  }
}

/** References to the attributes of {@link EventDestinationTargetAuthCreds}. */
export class EventDestinationTargetAuthCredsOutputReference extends ComplexObject {
  /** Identifier part of the access key. */
  get cloudAccessKeyId(): string {
    return this.getStringAttribute('cloud_access_key_id');
  }

  /** Secret part of the access key. No response contains it. */
  get cloudSecretAccessKey(): string {
    return this.getStringAttribute('cloud_secret_access_key');
  }

  /** Version of `cloudSecretAccessKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get cloudSecretAccessKeyWoVersion(): number {
    return this.getNumberAttribute('cloud_secret_access_key_wo_version');
  }
}

/** References to the attributes of {@link EventDestinationTargetAuthRole}. */
export class EventDestinationTargetAuthRoleOutputReference extends ComplexObject {
  /** Resource name of the role. */
  get roleRn(): string {
    return this.getStringAttribute('role_rn');
  }
}

/** References to the attributes of {@link EventDestinationTargetAuth}. */
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

/** References to the attributes of {@link EventDestinationTargetDeliveryStream}. */
export class EventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference {
    return new EventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the delivery stream. */
  get deliveryStreamRn(): string {
    return this.getStringAttribute('delivery_stream_rn');
  }
}

/** References to the attributes of {@link EventDestinationTarget}. */
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

  /** Delivers to Datadog. */
  get datadog(): EventDestinationTargetDatadogOutputReference {
    return new EventDestinationTargetDatadogOutputReference(this, 'datadog', false);
  }

  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): EventDestinationTargetAzureLogsIngestionOutputReference {
    return new EventDestinationTargetAzureLogsIngestionOutputReference(this, 'azure_logs_ingestion', false);
  }
}

/**
 * A receiver of events: a delivery stream, a data stream or a log group of a cloud provider, or a log service.
 *
 * Terraform type: `netingress_event_destination`.
 */
export class EventDestination extends NetingressResource<EventDestinationProps> {
  static readonly tfResourceType = 'netingress_event_destination';

  constructor(scope: Construct, id: string, props: EventDestinationProps) {
    super(scope, id, getKind('event_destination'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isEventDestination(value: unknown): value is EventDestination {
    return isResourceOfType(value, EventDestination.tfResourceType);
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
    return createImportableResource(scope, importToId, EventDestination.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Receiver of the events. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  get format(): string {
    return this.getStringAttribute('format');
  }

  set format(value: 'JSON' | (string & {})) {
    this.inputs.set('format', value);
  }

  /** The input value of `format`. */
  get formatInput() {
    return this.inputs.get('format');
  }

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): EventDestinationTargetOutputReference {
    return new EventDestinationTargetOutputReference(this, 'target', false);
  }

  set target(value: EventDestinationTarget | IResolvable) {
    this.inputs.set('target', value);
  }

  /** The input value of `target`. */
  get targetInput() {
    return this.inputs.get('target');
  }
}
