// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `EventDestination` has. */
interface EventDestinationAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Receiver of the events. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  get format(): string;
}

/** What each class of a `EventDestinationTargetAzureLogsIngestion` has. */
interface EventDestinationTargetAzureLogsIngestionAttributes {
  /** Identifier of the tenant. */
  get tenantId(): string;
  /** Identifier of the application. */
  get clientId(): string;
  /** URI of the data collection endpoint. */
  get logsIngestionUri(): string;
  /** Immutable identifier of the data collection rule. */
  get dataCollectionRuleId(): string;
  /** Name of the stream, which begins with `Custom-`. */
  get dataCollectionStreamName(): string;
}

/** What each class of a `EventDestinationTargetDatadog` has. */
interface EventDestinationTargetDatadogAttributes {
  /** Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`. */
  get ddsite(): string;
  /** Value of `service` of each event. */
  get service(): string;
  /** Tags of each event, separated by commas. */
  get ddtags(): string;
}

/** What each class of a `EventDestinationTargetLogGroup` has. */
interface EventDestinationTargetLogGroupAttributes {
  /** Resource name of the log group, as the cloud provider shows it. */
  get logGroupRn(): string;
}

/** What each class of a `EventDestinationTargetDataStream` has. */
interface EventDestinationTargetDataStreamAttributes {
  /** Resource name of the data stream, as the cloud provider shows it. */
  get streamRn(): string;
}

/** What each class of a `EventDestinationTargetAuthCreds` has. */
interface EventDestinationTargetAuthCredsAttributes {
  /** Identifier part of the access key. */
  get cloudAccessKeyId(): string;
}

/** What each class of a `EventDestinationTargetAuthRole` has. */
interface EventDestinationTargetAuthRoleAttributes {
  /** Resource name of the role, as the cloud provider shows it: in AWS the ARN. */
  get roleRn(): string;
}

/** What each class of a `EventDestinationTargetDeliveryStream` has. */
interface EventDestinationTargetDeliveryStreamAttributes {
  /** Resource name of the delivery stream, as the cloud provider shows it. */
  get deliveryStreamRn(): string;
}

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
  /** Resource name of the log group, as the cloud provider shows it. */
  readonly logGroupRn: string;
}

/** Delivers to a data streaming service. */
export interface EventDestinationTargetDataStream {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  readonly auth: EventDestinationTargetAuth | IResolvable;
  /** Resource name of the data stream, as the cloud provider shows it. */
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
  /** Resource name of the role, as the cloud provider shows it: in AWS the ARN. */
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
  /** Resource name of the delivery stream, as the cloud provider shows it. */
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
export class EventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {}
export interface EventDestinationTargetAzureLogsIngestionOutputReference extends EventDestinationTargetAzureLogsIngestionAttributes {
  /** Secret of the application. No response contains it. */
  get clientSecret(): string;
  /** Version of `clientSecretWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get clientSecretWoVersion(): number;
}

/** References to the attributes of {@link EventDestinationTargetDatadog}. */
export class EventDestinationTargetDatadogOutputReference extends ComplexObject {}
export interface EventDestinationTargetDatadogOutputReference extends EventDestinationTargetDatadogAttributes {
  /** API key of Datadog. No response contains it. */
  get apiKey(): string;
  /** Version of `apiKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get apiKeyWoVersion(): number;
}

/** References to the attributes of {@link EventDestinationTargetLogGroup}. */
export class EventDestinationTargetLogGroupOutputReference extends ComplexObject {}
export interface EventDestinationTargetLogGroupOutputReference extends EventDestinationTargetLogGroupAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference;
}

/** References to the attributes of {@link EventDestinationTargetDataStream}. */
export class EventDestinationTargetDataStreamOutputReference extends ComplexObject {}
export interface EventDestinationTargetDataStreamOutputReference extends EventDestinationTargetDataStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference;
}

/** References to the attributes of {@link EventDestinationTargetAuthCreds}. */
export class EventDestinationTargetAuthCredsOutputReference extends ComplexObject {}
export interface EventDestinationTargetAuthCredsOutputReference extends EventDestinationTargetAuthCredsAttributes {
  /** Secret part of the access key. No response contains it. */
  get cloudSecretAccessKey(): string;
  /** Version of `cloudSecretAccessKeyWo`. Terraform cannot detect a change of a write-only value; changing this number sends the value again. Omit it if the value never changes. */
  get cloudSecretAccessKeyWoVersion(): number;
}

/** References to the attributes of {@link EventDestinationTargetAuthRole}. */
export class EventDestinationTargetAuthRoleOutputReference extends ComplexObject {}
export interface EventDestinationTargetAuthRoleOutputReference extends EventDestinationTargetAuthRoleAttributes {}

/** References to the attributes of {@link EventDestinationTargetAuth}. */
export class EventDestinationTargetAuthOutputReference extends ComplexObject {}
export interface EventDestinationTargetAuthOutputReference {
  /** A role that the service assumes. */
  get role(): EventDestinationTargetAuthRoleOutputReference;
  /** An access key of the cloud provider. */
  get creds(): EventDestinationTargetAuthCredsOutputReference;
}

/** References to the attributes of {@link EventDestinationTargetDeliveryStream}. */
export class EventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {}
export interface EventDestinationTargetDeliveryStreamOutputReference extends EventDestinationTargetDeliveryStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): EventDestinationTargetAuthOutputReference;
}

/** References to the attributes of {@link EventDestinationTarget}. */
export class EventDestinationTargetOutputReference extends ComplexObject {}
export interface EventDestinationTargetOutputReference {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): EventDestinationTargetDeliveryStreamOutputReference;
  /** Delivers to a data streaming service. */
  get dataStream(): EventDestinationTargetDataStreamOutputReference;
  /** Delivers to a log service. */
  get logGroup(): EventDestinationTargetLogGroupOutputReference;
  /** Delivers to Datadog. */
  get datadog(): EventDestinationTargetDatadogOutputReference;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): EventDestinationTargetAzureLogsIngestionOutputReference;
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
}
export interface EventDestination extends EventDestinationAttributes, DescriptionInput, MetadataInput {
  /** Receiver of the events. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  get format(): string;
  set format(value: 'JSON' | (string & {}));
  /** The input value of `format`. */
  get formatInput(): 'JSON' | (string & {}) | undefined;
  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): EventDestinationTargetOutputReference;
  set target(value: EventDestinationTarget | IResolvable);
  /** The input value of `target`. */
  get targetInput(): EventDestinationTarget | IResolvable | undefined;
}

defineAttributes(EventDestination, expandAttributes(getKind('event_destination').attributes), {
  'target.azure_logs_ingestion': EventDestinationTargetAzureLogsIngestionOutputReference,
  'target.datadog': EventDestinationTargetDatadogOutputReference,
  'target.log_group': EventDestinationTargetLogGroupOutputReference,
  'target.data_stream': EventDestinationTargetDataStreamOutputReference,
  'target.delivery_stream.auth.creds': EventDestinationTargetAuthCredsOutputReference,
  'target.delivery_stream.auth.role': EventDestinationTargetAuthRoleOutputReference,
  'target.delivery_stream.auth': EventDestinationTargetAuthOutputReference,
  'target.delivery_stream': EventDestinationTargetDeliveryStreamOutputReference,
  'target': EventDestinationTargetOutputReference,
});

/** Properties of {@link DataNetingressEventDestination}. */
export interface DataNetingressEventDestinationProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Receiver of the events. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/** Delivers to the logs ingestion API of Azure Monitor. */
export class DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference extends EventDestinationTargetAzureLogsIngestionAttributes {}

/** Delivers to Datadog. */
export class DataNetingressEventDestinationTargetDatadogOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetDatadogOutputReference extends EventDestinationTargetDatadogAttributes {}

/** Delivers to a log service. */
export class DataNetingressEventDestinationTargetLogGroupOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetLogGroupOutputReference extends EventDestinationTargetLogGroupAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference;
}

/** Delivers to a data streaming service. */
export class DataNetingressEventDestinationTargetDataStreamOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetDataStreamOutputReference extends EventDestinationTargetDataStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference;
}

/** An access key of the cloud provider. */
export class DataNetingressEventDestinationTargetAuthCredsOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetAuthCredsOutputReference extends EventDestinationTargetAuthCredsAttributes {}

/** A role that the service assumes. */
export class DataNetingressEventDestinationTargetAuthRoleOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetAuthRoleOutputReference extends EventDestinationTargetAuthRoleAttributes {}

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export class DataNetingressEventDestinationTargetAuthOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetAuthOutputReference {
  /** A role that the service assumes. */
  get role(): DataNetingressEventDestinationTargetAuthRoleOutputReference;
  /** An access key of the cloud provider. */
  get creds(): DataNetingressEventDestinationTargetAuthCredsOutputReference;
}

/** Delivers to a stream-delivery service. */
export class DataNetingressEventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetDeliveryStreamOutputReference extends EventDestinationTargetDeliveryStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference;
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
export class DataNetingressEventDestinationTargetOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationTargetOutputReference {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): DataNetingressEventDestinationTargetDeliveryStreamOutputReference;
  /** Delivers to a data streaming service. */
  get dataStream(): DataNetingressEventDestinationTargetDataStreamOutputReference;
  /** Delivers to a log service. */
  get logGroup(): DataNetingressEventDestinationTargetLogGroupOutputReference;
  /** Delivers to Datadog. */
  get datadog(): DataNetingressEventDestinationTargetDatadogOutputReference;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference;
}

/**
 * Reads one event destination by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_event_destination`.
 */
export class DataNetingressEventDestination extends NetingressDataSource<DataNetingressEventDestinationProps> {
  static readonly tfResourceType = 'netingress_event_destination';

  constructor(scope: Construct, id: string, props: DataNetingressEventDestinationProps = {}) {
    super(scope, id, getDataSource('event_destination'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventDestination(value: unknown): value is DataNetingressEventDestination {
    return isDataSourceOfType(value, DataNetingressEventDestination.tfResourceType);
  }
}
export interface DataNetingressEventDestination extends EventDestinationAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Receiver of the events. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): DataNetingressEventDestinationTargetOutputReference;
}

defineAttributes(DataNetingressEventDestination, getDataSource('event_destination').attributes, {
  'target.azure_logs_ingestion': DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference,
  'target.datadog': DataNetingressEventDestinationTargetDatadogOutputReference,
  'target.log_group': DataNetingressEventDestinationTargetLogGroupOutputReference,
  'target.data_stream': DataNetingressEventDestinationTargetDataStreamOutputReference,
  'target.delivery_stream.auth.creds': DataNetingressEventDestinationTargetAuthCredsOutputReference,
  'target.delivery_stream.auth.role': DataNetingressEventDestinationTargetAuthRoleOutputReference,
  'target.delivery_stream.auth': DataNetingressEventDestinationTargetAuthOutputReference,
  'target.delivery_stream': DataNetingressEventDestinationTargetDeliveryStreamOutputReference,
  'target': DataNetingressEventDestinationTargetOutputReference,
});

/** Properties of {@link DataNetingressEventDestinations}. */
export interface DataNetingressEventDestinationsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Delivers to the logs ingestion API of Azure Monitor. */
export class DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference extends EventDestinationTargetAzureLogsIngestionAttributes {}

/** Delivers to Datadog. */
export class DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference extends EventDestinationTargetDatadogAttributes {}

/** Delivers to a log service. */
export class DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference extends EventDestinationTargetLogGroupAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference;
}

/** Delivers to a data streaming service. */
export class DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference extends EventDestinationTargetDataStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference;
}

/** An access key of the cloud provider. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference extends EventDestinationTargetAuthCredsAttributes {}

/** A role that the service assumes. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference extends EventDestinationTargetAuthRoleAttributes {}

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference {
  /** A role that the service assumes. */
  get role(): DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference;
  /** An access key of the cloud provider. */
  get creds(): DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference;
}

/** Delivers to a stream-delivery service. */
export class DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference extends EventDestinationTargetDeliveryStreamAttributes {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference;
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
export class DataNetingressEventDestinationsEventDestinationTargetOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationTargetOutputReference {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference;
  /** Delivers to a data streaming service. */
  get dataStream(): DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference;
  /** Delivers to a log service. */
  get logGroup(): DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference;
  /** Delivers to Datadog. */
  get datadog(): DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference;
  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference;
}

/** One element of `eventDestinations`. */
export class DataNetingressEventDestinationsEventDestinationOutputReference extends ComplexObject {}
export interface DataNetingressEventDestinationsEventDestinationOutputReference extends EventDestinationAttributes {
  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): DataNetingressEventDestinationsEventDestinationTargetOutputReference;
}

/**
 * Reads all objects of the type event destination, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_event_destinations`.
 */
export class DataNetingressEventDestinations extends NetingressDataSource<DataNetingressEventDestinationsProps> {
  static readonly tfResourceType = 'netingress_event_destinations';

  constructor(scope: Construct, id: string, props: DataNetingressEventDestinationsProps = {}) {
    super(scope, id, getDataSource('event_destinations'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventDestinations(value: unknown): value is DataNetingressEventDestinations {
    return isDataSourceOfType(value, DataNetingressEventDestinations.tfResourceType);
  }
}
export interface DataNetingressEventDestinations extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get eventDestinations(): OutputList<DataNetingressEventDestinationsEventDestinationOutputReference>;
}

defineAttributes(DataNetingressEventDestinations, getDataSource('event_destinations').attributes, {
  'event_destinations.target.azure_logs_ingestion': DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference,
  'event_destinations.target.datadog': DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference,
  'event_destinations.target.log_group': DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference,
  'event_destinations.target.data_stream': DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference,
  'event_destinations.target.delivery_stream.auth.creds': DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference,
  'event_destinations.target.delivery_stream.auth.role': DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference,
  'event_destinations.target.delivery_stream.auth': DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference,
  'event_destinations.target.delivery_stream': DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference,
  'event_destinations.target': DataNetingressEventDestinationsEventDestinationTargetOutputReference,
  'event_destinations': DataNetingressEventDestinationsEventDestinationOutputReference,
});
