// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

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
export class DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference extends ComplexObject {
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
export class DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference extends ComplexObject {
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
export class DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the log group. */
  get logGroupRn(): string {
    return this.getStringAttribute('log_group_rn');
  }
}

/** Delivers to a data streaming service. */
export class DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the data stream. */
  get streamRn(): string {
    return this.getStringAttribute('stream_rn');
  }
}

/** An access key of the cloud provider. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference extends ComplexObject {
  /** Identifier part of the access key. */
  get cloudAccessKeyId(): string {
    return this.getStringAttribute('cloud_access_key_id');
  }
}

/** A role that the service assumes. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference extends ComplexObject {
  /** Resource name of the role. */
  get roleRn(): string {
    return this.getStringAttribute('role_rn');
  }
}

/** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
export class DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference extends ComplexObject {
  /** A role that the service assumes. */
  get role(): DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthRoleOutputReference(this, 'role', false);
  }

  /** An access key of the cloud provider. */
  get creds(): DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthCredsOutputReference(this, 'creds', false);
  }
}

/** Delivers to a stream-delivery service. */
export class DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference extends ComplexObject {
  /** Credentials of the service at the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the delivery stream. */
  get deliveryStreamRn(): string {
    return this.getStringAttribute('delivery_stream_rn');
  }
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
export class DataNetingressEventDestinationsEventDestinationTargetOutputReference extends ComplexObject {
  /** Delivers to a stream-delivery service. */
  get deliveryStream(): DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetDeliveryStreamOutputReference(this, 'delivery_stream', false);
  }

  /** Delivers to a data streaming service. */
  get dataStream(): DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetDataStreamOutputReference(this, 'data_stream', false);
  }

  /** Delivers to a log service. */
  get logGroup(): DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference(this, 'log_group', false);
  }

  /** Delivers to Datadog. */
  get datadog(): DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetDatadogOutputReference(this, 'datadog', false);
  }

  /** Delivers to the logs ingestion API of Azure Monitor. */
  get azureLogsIngestion(): DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAzureLogsIngestionOutputReference(this, 'azure_logs_ingestion', false);
  }
}

/** One element of `eventDestinations`. */
export class DataNetingressEventDestinationsEventDestinationOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Serialization format of events. Only `JSON` is supported; case is ignored. */
  get format(): string {
    return this.getStringAttribute('format');
  }

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`, and in the profile `ngrok` also `datadog` and `azureLogsIngestion`. */
  get target(): DataNetingressEventDestinationsEventDestinationTargetOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetOutputReference(this, 'target', false);
  }
}

/**
 * Reads all objects of the type event destination, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_event_destinations`.
 */
export class DataNetingressEventDestinations extends NetingressDataSource<DataNetingressEventDestinationsProps> {
  static readonly tfResourceType = 'netingress_event_destinations';

  constructor(scope: Construct, id: string, props: DataNetingressEventDestinationsProps = {}) {
    super(scope, id, findDataSource('event_destinations'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventDestinations(value: unknown): value is DataNetingressEventDestinations {
    return isDataSourceOfType(value, DataNetingressEventDestinations.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get eventDestinations(): OutputList<DataNetingressEventDestinationsEventDestinationOutputReference> {
    return new OutputList(this, 'event_destinations', false, DataNetingressEventDestinationsEventDestinationOutputReference);
  }
}
