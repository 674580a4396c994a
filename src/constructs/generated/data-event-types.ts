// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventTypes}. */
export interface DataNetingressEventTypesProps extends TerraformMetaArguments {
}

/** One element of `fields`. */
export class DataNetingressEventTypesEventTypeFieldOutputReference extends ComplexObject {
  /** Dotted path in the event’s object: `conn.client_ip`. */
  get name(): string {
    return this.getStringAttribute('name');
  }

  /** Type of its values: `string`, `int32`, `int64`, `bool`, `timestamp`, or a list or map such as `List<string>`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** Whether the `filter` of a source may use it, as `ev.<name>`. */
  get filterable(): IResolvable {
    return this.getBooleanAttribute('filterable');
  }
}

/** One element of `eventTypes`. */
export class DataNetingressEventTypesEventTypeOutputReference extends ComplexObject {
  /** The type with its version, as `sources` of an event subscription take it: `ip_policy_created.v0`. */
  get type(): string {
    return this.getStringAttribute('type');
  }

  /** `traffic`: emitted by traffic through endpoints; a source may choose fields and filter. `audit`: by changes of the account. */
  get class(): string {
    return this.getStringAttribute('class');
  }

  /** The fields that its events carry; of a traffic event those that a source can choose from. */
  get fields(): OutputList<DataNetingressEventTypesEventTypeFieldOutputReference> {
    return new OutputList(this, 'fields', false, DataNetingressEventTypesEventTypeFieldOutputReference);
  }
}

/**
 * The event types that a subscription can capture, with their fields. Known to the provider itself: the service is not asked.
 *
 * Terraform type: `netingress_event_types`.
 */
export class DataNetingressEventTypes extends NetingressDataSource<DataNetingressEventTypesProps> {
  static readonly tfResourceType = 'netingress_event_types';

  constructor(scope: Construct, id: string, props: DataNetingressEventTypesProps = {}) {
    super(scope, id, findDataSource('event_types'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressEventTypes(value: unknown): value is DataNetingressEventTypes {
    return isDataSourceOfType(value, DataNetingressEventTypes.tfResourceType);
  }

  /** All event types: traffic events first, then audit events. */
  get eventTypes(): OutputList<DataNetingressEventTypesEventTypeOutputReference> {
    return new OutputList(this, 'event_types', false, DataNetingressEventTypesEventTypeOutputReference);
  }
}
