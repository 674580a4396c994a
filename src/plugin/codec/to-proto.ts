import type { AttributePath, PathStep, ProviderDiagnostic } from '../../provider/protocol/diagnostic';
import { invalidServiceResponse } from '../../provider/protocol/messages';
import type { DeferredReason } from '../../provider/protocol/provider';
import { identityOf } from '../../provider/protocol/schema';
import type { CtyType } from '../../values/cty-type';
import { type CtyValue, isSameValue, type ObjectValue } from '../../values/cty-value';
import { encodeValue } from '../../values/encode';
import { ValueError } from '../../values/error';
import * as messages from '../generated/tfplugin6';
import type { SchemaTypes } from './schema-types';

/** Throws ValueError if the value does not have the type. */
export function dynamicValue(type: CtyType, value: CtyValue): messages.DynamicValue {
  return { msgpack: encodeValue(type, value) };
}

/** Undefined if the caller has to encode the response: comparing takes less time than encoding. */
export function receivedIfEqual(
  message: messages.DynamicValue | undefined,
  received: ObjectValue | null,
  response: ObjectValue | null,
): messages.DynamicValue | undefined {
  return message?.msgpack?.length && isSameValue(received, response) ? message : undefined;
}

/** False also if both are null, or not in msgpack. */
export function isSameMessage(a: messages.DynamicValue | undefined, b: messages.DynamicValue | undefined): boolean {
  if (!a?.msgpack || !b?.msgpack || a.msgpack.length <= NULL_BYTES) return false;
  return a.msgpack.length === b.msgpack.length && Buffer.compare(a.msgpack, b.msgpack) === 0;
}

/** Null is one byte in msgpack, 0xc0. */
const NULL_BYTES = 1;

/** A value of the service that does not match the schema is a problem, and the state is null. */
export function encodeState(
  typeName: string,
  type: CtyType,
  state: ObjectValue | null,
): { readonly state: messages.DynamicValue; readonly problems: readonly ProviderDiagnostic[] } {
  try {
    return { state: dynamicValue(type, state), problems: [] };
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    return { state: dynamicValue(type, null), problems: [invalidServiceResponse(typeName, error.message)] };
  }
}

/** Undefined without an identity of the type, and if the state is null or lacks a part of it, as before a create. */
export function identityData(
  types: SchemaTypes,
  typeName: string,
  state: ObjectValue | null,
): messages.ResourceIdentityData | undefined {
  const identity = types.identity(typeName);
  const value = identity && identityOf(identity.schema, state);
  return value && { identityData: dynamicValue(identity.type, value) };
}

/** Cuts paths to the part that Terraform can follow. `type`, that of the configuration, shows where sets are. */
export function diagnosticMessages(diagnostics: readonly ProviderDiagnostic[], type?: CtyType): messages.Diagnostic[] {
  return diagnostics.map(({ severity, summary, detail, path }) => {
    const attribute = path && attributePath(locatablePrefix(path), type);
    return {
      severity: severity === 'error' ? messages.DiagnosticSeverity.ERROR : messages.DiagnosticSeverity.WARNING,
      summary,
      detail,
      // If a diagnostic has no attribute, Terraform points at the block; an empty path would point nowhere.
      ...(attribute?.steps?.length && { attribute }),
    };
  });
}

/**
 * Cuts the path at the first element of a set, `cidrs[2]` -> `cidrs`, and at a negative index. Without `type` no set is
 * known.
 */
export function attributePath(path: AttributePath, type?: CtyType): messages.AttributePath {
  const steps: messages.AttributePathStep[] = [];
  let current = type;
  for (const step of path) {
    if (current && typeof current !== 'string' && current[0] === 'set') break;
    // Terraform does not check for a negative index, and crashes.
    if (typeof step !== 'string' && 'index' in step && step.index < 0) break;
    steps.push(pathStep(step));
    current = current && memberType(current, step);
  }
  return { steps };
}

const DEFERRED_REASONS: Readonly<Record<DeferredReason, number>> = {
  resource_config_unknown: messages.DeferredReason.RESOURCE_CONFIG_UNKNOWN,
  provider_config_unknown: messages.DeferredReason.PROVIDER_CONFIG_UNKNOWN,
};

export function deferredMessage(reason: DeferredReason | undefined): messages.Deferred | undefined {
  return reason && { reason: DEFERRED_REASONS[reason] };
}

/**
 * Terraform finds the source line of `attribute` and `attribute[key]`, but not of `attribute.member` or a longer path.
 */
function locatablePrefix(path: AttributePath): AttributePath {
  return typeof path[1] === 'object' ? path.slice(0, 2) : path.slice(0, 1);
}

function pathStep(step: PathStep): messages.AttributePathStep {
  if (typeof step === 'string') return { attributeName: step };
  return 'key' in step ? { elementKeyString: step.key } : { elementKeyInt: step.index };
}

function memberType(type: CtyType, step: PathStep): CtyType | undefined {
  if (typeof type === 'string') return undefined;
  if (type[0] === 'object') return typeof step === 'string' ? type[1][step] : undefined;
  return type[0] === 'tuple' ? undefined : type[1];
}
