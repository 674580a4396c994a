import type { DataSource } from '../../model/data-sources';
import { resourceType } from '../../model/naming';
import type { ObjectValue } from '../../values/cty-value';
import type { ProviderDiagnostic } from '../protocol/diagnostic';
import type { StateResponse } from '../protocol/provider';
import type { Schema } from '../protocol/schema';
import { schemaAttributes } from '../protocol/schema-from-model';
import { validateAttributes } from '../protocol/validation';
import type { Session } from '../service/session';

export interface ProviderDataSource {
  readonly type: string;
  readonly schema: Schema;
  /** Unknown values are valid. */
  validate(config: ObjectValue): ProviderDiagnostic[];
  /** The configuration is wholly known. */
  read(session: Session, config: ObjectValue): Promise<StateResponse>;
}

export function dataSourceFromModel(source: DataSource): Omit<ProviderDataSource, 'read'> {
  const { name, doc, attributes } = source;
  return {
    type: resourceType({ name }),
    schema: { version: 0, description: doc, attributes: schemaAttributes(attributes) },
    validate: (config) => validateAttributes(source, config),
  };
}
