// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventDestinations}. */
export interface DataNetingressEventDestinationsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** Delivers to a log service. */
export class DataNetingressEventDestinationsEventDestinationTargetLogGroupOutputReference extends ComplexObject {
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
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
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
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

/** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
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
  /** How the service signs in to the cloud provider: exactly one of `role` and `creds`. */
  get auth(): DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetAuthOutputReference(this, 'auth', false);
  }

  /** Resource name of the delivery stream. */
  get deliveryStreamRn(): string {
    return this.getStringAttribute('delivery_stream_rn');
  }
}

/** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`. */
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
}

/** One element of `eventDestinations`. */
export class DataNetingressEventDestinationsEventDestinationOutputReference extends ComplexObject {
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

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** How events are serialised. The only format is `JSON`; case does not matter. */
  get format(): string {
    return this.getStringAttribute('format');
  }

  /** The receiver: exactly one of `deliveryStream`, `dataStream` and `logGroup`. */
  get target(): DataNetingressEventDestinationsEventDestinationTargetOutputReference {
    return new DataNetingressEventDestinationsEventDestinationTargetOutputReference(this, 'target', false);
  }
}

/**
 * Reads all objects of the kind event destination, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_event_destinations`.
 */
export class DataNetingressEventDestinations extends NetingressDataSource<DataNetingressEventDestinationsProps> {
  static readonly tfResourceType = 'netingress_event_destinations';

  constructor(scope: Construct, id: string, props: DataNetingressEventDestinationsProps = {}) {
    super(scope, id, findDataSource('event_destinations'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressEventDestinations(value: unknown): value is DataNetingressEventDestinations {
    return isDataSourceOfType(value, DataNetingressEventDestinations.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get eventDestinations(): OutputList<DataNetingressEventDestinationsEventDestinationOutputReference> {
    return new OutputList(this, 'event_destinations', false, DataNetingressEventDestinationsEventDestinationOutputReference);
  }
}
