import { checkValues } from '../../model/check';
import type { DataSource } from '../../model/data-sources';
import { UNKNOWN } from '../../values/value';
import { problemDiagnostics } from '../problem-diagnostics';
import type { ReadableData } from '../resource';
import { schemaAttributes } from '../schema-of';

/** What every data source has from its model: type, schema and validation. */
export function dataFromModel(source: DataSource): Pick<ReadableData, 'type' | 'schema' | 'validate'> {
  const { name, doc, attributes } = source;
  return {
    type: `netingress_${name}`,
    schema: { version: 0, description: doc, attributes: schemaAttributes(attributes) },
    validate: (config) =>
      problemDiagnostics(
        attributes,
        checkValues({ ...source, codes: {} }, config, { isKnown: (value) => value !== UNKNOWN, declaration: true }),
      ),
  };
}
