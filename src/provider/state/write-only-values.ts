/**
 * Write-only values on their way to the service: what a request holds comes from the configuration, what the state holds
 * never does. The lifecycle functions work with the kind's own attributes and know nothing of twins.
 */
import type { Attributes } from '../../model/kind';
import { writeOnlyNames } from '../../model/write-only-attributes';
import { type CtyValue, isObjectValue, type ObjectValue, objectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import type { SchemaAttribute } from '../protocol/schema';

/** A plan as it is sent: the kind's own attributes, those with a twin filled from the configuration. */
export function planWithWriteOnlyValues(
  attributes: Attributes,
  planned: ObjectValue,
  config: ObjectValue,
): ObjectValue {
  return mapAttributes(attributes, (name, twin) => {
    const [value, given]: [CtyValue, CtyValue] = [planned[name] ?? null, config[name] ?? null];
    if (twin) return value ?? config[writeOnlyNames(name).value] ?? null;
    const within = objectAttributes(attributes, name);
    return within && isObjectValue(value) && isObjectValue(given)
      ? planWithWriteOnlyValues(within, value, given)
      : value;
  });
}

/**
 * The state before an update, against which the {@link planWithWriteOnlyValues} is compared: a write-only value of the same version
 * counts as unchanged, so that it is not sent for its own sake, and one of another version as changed.
 */
export function priorWithWriteOnlyValues(
  attributes: Attributes,
  prior: ObjectValue,
  planned: ObjectValue,
  filled: ObjectValue,
): ObjectValue {
  return mapAttributes(attributes, (name, twin) => {
    if (twin) return priorWriteOnlyValue(name, prior, planned, filled);
    const within = objectAttributes(attributes, name);
    const value: CtyValue = prior[name] ?? null;
    if (!within || !isObjectValue(value)) return value;
    const [now, sent]: [CtyValue, CtyValue] = [planned[name] ?? null, filled[name] ?? null];
    return isObjectValue(now) && isObjectValue(sent) ? priorWithWriteOnlyValues(within, value, now, sent) : value;
  });
}

function priorWriteOnlyValue(name: string, prior: ObjectValue, planned: ObjectValue, filled: ObjectValue): CtyValue {
  const value: CtyValue = prior[name] ?? null;
  if ((planned[name] ?? null) !== null) return value;
  const { version } = writeOnlyNames(name);
  if ((prior[version] ?? null) !== (planned[version] ?? null)) return null;
  return value ?? filled[name] ?? null;
}

/**
 * A state of the kind's own attributes as one of the declared ones: attributes with a twin, and the twin's version, are
 * as in `source`, the plan or the state before; a write-only value is null.
 */
export function stateWithoutWriteOnlyValues(
  attributes: Attributes,
  state: ObjectValue,
  source: ObjectValue | null,
): ObjectValue {
  return objectValue(
    Object.entries(attributes).flatMap(([name, attribute]): [string, CtyValue][] => {
      const [value, before]: [CtyValue, CtyValue] = [state[name] ?? null, source?.[name] ?? null];
      if (attribute.hasWriteOnlyVariant) {
        const names = writeOnlyNames(name);
        return [
          [name, before],
          [names.value, null],
          [names.version, source?.[names.version] ?? null],
        ];
      }
      if (attribute.type !== 'object' || !isObjectValue(value)) return [[name, value]];
      return [[name, stateWithoutWriteOnlyValues(attribute.attributes, value, isObjectValue(before) ? before : null)]];
    }),
  );
}

function mapAttributes(attributes: Attributes, member: (name: string, hasTwin: boolean) => CtyValue): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { hasWriteOnlyVariant }]) => [
      name,
      member(name, hasWriteOnlyVariant === true),
    ]),
  );
}

function objectAttributes(attributes: Attributes, name: string): Attributes | undefined {
  const attribute = attributes[name];
  return attribute?.type === 'object' ? attribute.attributes : undefined;
}

/**
 * Write-only values that a client without the means for them would store: an error each (terraform/rules 2.5). Terraform
 * before 1.11 is such a client.
 */
export function unsupportedWriteOnly(schema: readonly SchemaAttribute[], config: ObjectValue): Diagnostic[] {
  return schema.flatMap((attribute): Diagnostic[] => {
    const value: CtyValue = config[attribute.name] ?? null;
    if (attribute.writeOnly && value !== null) return [refusal(attribute.name)];
    if (attribute.nested?.nesting !== 'single' || !isObjectValue(value)) return [];
    return unsupportedWriteOnly(attribute.nested.attributes, value).map(({ path = [], ...rest }) => ({
      ...rest,
      path: [attribute.name, ...path],
    }));
  });
}

function refusal(name: string): Diagnostic {
  return {
    severity: 'error',
    summary: 'Write-only attribute not supported',
    detail:
      `${name} is set, but this version of Terraform would store it; expected Terraform 1.11 or OpenTofu 1.11 or ` +
      `later. Update it, or give ${name.replace(/_wo$/, '')}, which stands in the state.`,
    path: [name],
  };
}
