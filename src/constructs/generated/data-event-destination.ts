// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {
  /** Identifier of the tenant. */
  get tenantId(): string {
    return this.getStringAttribute('tenant_id');
  }

  /** Identifier of the application. */
  get clientId(): string {
    return this.getStringAttribute('client_id');
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

/** Delivers to Datadog. */
export class DataNetingressEventDestinationTargetDatadogOutputReference extends ComplexObject {
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

/** Delivers to a log service. */
export class DataNetingressEventDestinationTargetLogGroupOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the log group. */
  get logGroupRn(): string {
    return this.getStringAttribute('log_group_rn');
  }
}

/** Delivers to a data streaming service. */
export class DataNetingressEventDestinationTargetDataStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the data stream. */
  get streamRn(): string {
    return this.getStringAttribute('stream_rn');
  }
}

/** An access key of the cloud provider. */
export class DataNetingressEventDestinationTargetAuthCredsOutputReference extends ComplexObject {
  /** Identifier part of the access key. */
  get cloudAccessKeyId(): string {
    return this.getStringAttribute('cloud_access_key_id');
  }
}

/** A role that the service assumes. */
export class DataNetingressEventDestinationTargetAuthRoleOutputReference extends ComplexObject {
  /** Resource name of the role. */
  get roleRn(): string {
    return this.getStringAttribute('role_rn');
  }
}

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export class DataNetingressEventDestinationTargetAuthOutputReference extends ComplexObject {
  /** A role that the service assumes. */
  get role(): DataNetingressEventDestinationTargetAuthRoleOutputReference {
    return new DataNetingressEventDestinationTargetAuthRoleOutputReference(this, 'role', false);
  }

  /** An access key of the cloud provider. */
  get creds(): DataNetingressEventDestinationTargetAuthCredsOutputReference {
    return new DataNetingressEventDestinationTargetAuthCredsOutputReference(this, 'creds', false);
  }
}

/** Delivers to a stream-delivery service. */
export class DataNetingressEventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the delivery stream. */
  get deliveryStreamRn(): string {
    return this.getStringAttribute('delivery_stream_rn');
  }
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
export class DataNetingressEventDestinationTargetOutputReference extends ComplexObject {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): DataNetingressEventDestinationTargetDeliveryStreamOutputReference {
    return new DataNetingressEventDestinationTargetDeliveryStreamOutputReference(this, 'delivery_stream', false);
  }

  /** Delivers to a data streaming service. */
  get dataStream(): DataNetingressEventDestinationTargetDataStreamOutputReference {
    return new DataNetingressEventDestinationTargetDataStreamOutputReference(this, 'data_stream', false);
  }

  /** Delivers to a log service. */
  get logGroup(): DataNetingressEventDestinationTargetLogGroupOutputReference {
    return new DataNetingressEventDestinationTargetLogGroupOutputReference(this, 'log_group', false);
  }

  /** Delivers to Datadog. */
  get datadog(): DataNetingressEventDestinationTargetDatadogOutputReference {
    return new DataNetingressEventDestinationTargetDatadogOutputReference(this, 'datadog', false);
  }

  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference {
    return new DataNetingressEventDestinationTargetAzureLogsIngestionOutputReference(this, 'azure_logs_ingestion', false);
  }
}

/**
 * Reads one event destination by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_event_destination`.
 */
export class DataNetingressEventDestination extends NetingressDataSource<DataNetingressEventDestinationProps> {
  static readonly tfResourceType = 'netingress_event_destination';

  constructor(scope: Construct, id: string, props: DataNetingressEventDestinationProps = {}) {
    super(scope, id, findDataSource('event_destination'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventDestination(value: unknown): value is DataNetingressEventDestination {
    return isDataSourceOfType(value, DataNetingressEventDestination.tfResourceType);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  set id(value: string) {
    this.inputs.set('id', value);
  }

  /** The input value of `id`. */
  get idInput() {
    return this.inputs.get('id');
  }

  /** Unsets `id`. */
  resetId(): void {
    this.inputs.reset('id');
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

  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  get format(): string {
    return this.getStringAttribute('format');
  }

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): DataNetingressEventDestinationTargetOutputReference {
    return new DataNetingressEventDestinationTargetOutputReference(this, 'target', false);
  }
}
