/** From our own types to messages of the plugin protocol; pure. */
import type { AttributePath, Diagnostic, PathStep } from '../../provider/protocol/diagnostic';
import { identityOf } from '../../provider/protocol/schema';
import { invalidResponse } from '../../provider/protocol/messages';
import type { DeferredReason } from '../../provider/protocol/provider';

import type { CtyType } from '../../values/cty-type';
import type { CtyValue, ObjectValue } from '../../values/cty-value';
import { ValueError } from '../../values/error';
import {
  type AttributePath as AttributePathMessage,
  type AttributePathStep,
  type Deferred,
  type Diagnostic as DiagnosticMessage,
  DiagnosticSeverity,
  type DynamicValue,
  DeferredReason as Reasons,
  type ResourceIdentityData,
} from '../generated/tfplugin6';
import type { SchemaTypes } from './schema-types';
import { encodeValue } from '../../values/encode';

/** A value as msgpack. Throws ValueError if it does not have the type. */
export function dynamicValue(type: CtyType, value: CtyValue): DynamicValue {
  return { msgpack: encodeValue(type, value) };
}

/**
 * A state with values of the service as msgpack. If they do not have the types of the schema the state is null, and the
 * diagnostics say so.
 */
export function readState(
  typeName: string,
  type: CtyType,
  state: ObjectValue | null,
): { readonly state: DynamicValue; readonly problems: readonly Diagnostic[] } {
  try {
    return { state: dynamicValue(type, state), problems: [] };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { state: dynamicValue(type, null), problems: [invalidResponse(typeName, error.message)] };
  }
}

/** The identity of an object in that state; undefined where it has none, or none that is known yet. */
export function identityData(
  types: SchemaTypes,
  typeName: string,
  state: ObjectValue | null,
): ResourceIdentityData | undefined {
  const known = types.identity(typeName);
  const identity = known && identityOf(known.schema, state);
  return identity && { identityData: dynamicValue(known.type, identity) };
}

/** Diagnostics about a configuration of the type, which tells how far Terraform can follow their paths. */
export function diagnosticMessages(diagnostics: readonly Diagnostic[], type?: CtyType): DiagnosticMessage[] {
  return diagnostics.map(({ severity, summary, detail, path }) => {
    const attribute = path && attributePath(locatablePrefix(path), type);
    return {
      severity: severity === 'error' ? DiagnosticSeverity.ERROR : DiagnosticSeverity.WARNING,
      summary,
      detail,
      // A path without steps would point nowhere; none at all points at the block.
      ...(attribute?.steps?.length && { attribute }),
    };
  });
}

/** The path as far as it names one place in any value of the type: elements of sets have no index. */
export function attributePath(path: AttributePath, type?: CtyType): AttributePathMessage {
  const steps: AttributePathStep[] = [];
  let here = type;
  for (const step of path) {
    if (here && typeof here !== 'string' && here[0] === 'set') break;
    // Terraform indexes with it without a look (terraform/rules 5.1).
    if (typeof step !== 'string' && 'index' in step && step.index < 0) break;
    steps.push(pathStep(step));
    here = here && memberType(here, step);
  }
  return { steps };
}

/** Why an operation was put off, if it was. */
export function deferredMessage(reason: DeferredReason | undefined): Deferred | undefined {
  switch (reason) {
    case undefined:
      return undefined;
    case 'resource_config_unknown':
      return { reason: Reasons.RESOURCE_CONFIG_UNKNOWN };
    case 'provider_config_unknown':
      return { reason: Reasons.PROVIDER_CONFIG_UNKNOWN };
    case 'absent_prereq':
      return { reason: Reasons.ABSENT_PREREQ };
  }
}

/** Inside nested attributes Terraform finds the line of `attribute[key]`, but of nothing deeper (terraform/rules 5.1). */
function locatablePrefix(path: AttributePath): AttributePath {
  return typeof path[1] === 'object' ? path.slice(0, 2) : path.slice(0, 1);
}

function pathStep(step: PathStep): AttributePathStep {
  if (typeof step === 'string') return { attributeName: step };
  return 'key' in step ? { elementKeyString: step.key } : { elementKeyInt: step.index };
}

function memberType(type: CtyType, step: PathStep): CtyType | undefined {
  if (typeof type === 'string') return undefined;
  if (type[0] === 'object') return typeof step === 'string' ? type[1][step] : undefined;
  return type[0] === 'tuple' ? undefined : type[1];
}
