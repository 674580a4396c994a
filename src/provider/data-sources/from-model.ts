import type { DataSource } from '../../model/data-sources';
import { checkValues } from '../../model/validation/validate';
import { UNKNOWN } from '../../values/cty-value';
import { problemDiagnostics } from '../protocol/problem-diagnostics';
import { schemaAttributes } from '../protocol/schema-from-model';
import type { ReadableData } from '../resources/managed-resource';

/** What every data source has from its model: type, schema and validation. */
export function dataFromModel(source: DataSource): Pick<ReadableData, 'type' | 'schema' | 'validate'> {
  const { name, doc, attributes } = source;
  return {
    type: `netingress_${name}`,
    schema: { version: 0, description: doc, attributes: schemaAttributes(attributes) },
    validate: (config) =>
      problemDiagnostics(
        attributes,
        checkValues({ ...source, errorCodes: {} }, config, {
          isKnown: (value) => value !== UNKNOWN,
          isConfiguration: true,
        }),
      ),
  };
}
