// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getDataSource } from '../../model/data-sources';
import { defineAttributes, type OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressEventTypes}. */
export interface DataNetingressEventTypesProps extends TerraformMetaArguments {
}

/** One element of `fields`. */
export class DataNetingressEventTypesEventTypeFieldOutputReference extends ComplexObject {}
export interface DataNetingressEventTypesEventTypeFieldOutputReference {
  /** Dotted path in the event’s object: `conn.client_ip`. */
  get name(): string;
  /** Type of the values: `string`, `int32`, `int64`, `bool` or `boolean` (the same), `timestamp`, or a list or map such as `List<string>`. */
  get type(): string;
  /** Whether a source may use the field in its `filter`, as `ev.<name>`. */
  get filterable(): IResolvable;
}

/** One element of `eventTypes`. */
export class DataNetingressEventTypesEventTypeOutputReference extends ComplexObject {}
export interface DataNetingressEventTypesEventTypeOutputReference {
  /** Event type with its version, for example `ip_policy_created.v0`: the `type` of a source of an event subscription. */
  get type(): string;
  /** `traffic`: emitted for traffic through endpoints; a source may select fields and filter. `audit`: emitted when an object of certain types is created, updated or deleted, and when an agent session starts or stops. */
  get class(): string;
  /** Fields of the events. A source of traffic events selects from them. */
  get fields(): OutputList<DataNetingressEventTypesEventTypeFieldOutputReference>;
}

/**
 * Lists the event types that a subscription can capture, with their fields. The list is part of the provider, so no request reads it; with `account_object`, that object is read first.
 *
 * Terraform type: `netingress_event_types`.
 */
export class DataNetingressEventTypes extends NetingressDataSource<DataNetingressEventTypesProps> {
  static readonly tfResourceType = 'netingress_event_types';

  constructor(scope: Construct, id: string, props: DataNetingressEventTypesProps = {}) {
    super(scope, id, getDataSource('event_types'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressEventTypes(value: unknown): value is DataNetingressEventTypes {
    return isDataSourceOfType(value, DataNetingressEventTypes.tfResourceType);
  }
}
export interface DataNetingressEventTypes {
  /** All event types of the profile: traffic events first, then audit events. */
  get eventTypes(): OutputList<DataNetingressEventTypesEventTypeOutputReference>;
}

defineAttributes(DataNetingressEventTypes, getDataSource('event_types').attributes, {
  'event_types.fields': DataNetingressEventTypesEventTypeFieldOutputReference,
  'event_types': DataNetingressEventTypesEventTypeOutputReference,
});
