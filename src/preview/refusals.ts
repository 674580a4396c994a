/** Errors of the plan and the apply: what the service would refuse, and what Terraform or a provider rejects. Pure. */

import { compareTexts } from '../model/arrays';
import type { AdviceNames } from '../values/diagnostic-cause';
import type { Words } from '../values/words';
import { findConstruct } from './objects';
import type { CausedDiagnostic, PreviewOutcome, RefusedRequest, StackOutcome } from './outcome';

export interface PreviewRefusal {
  readonly stack: string;
  /** Null if the error is not that of one resource. */
  readonly address: string | null;
  /** Path of the construct; null if there is none, as in HCL. */
  readonly path: string | null;
  /**
   * `service`: the copy refused a request. `terraform`: any other error, such as an invalid configuration, a condition,
   * or a refusal by a provider, which may be `must_admit`.
   */
  readonly by: 'service' | 'terraform';
  /** Error code of the service; null if the error has none. */
  readonly code: string | null;
  readonly status: number | null;
  readonly message: Words;
  /** Lines of advice, those of the most likely remedy first. Empty if there is no advice. */
  readonly remedies: readonly Words[];
  /** Identifier of the refused request; null for an error of Terraform. */
  readonly request: string | null;
}

export function findRefusals({ stacks, refused }: PreviewOutcome): PreviewRefusal[] {
  const byOperation = new Map(refused.map((request) => [request.operation, request]));
  const addressElsewhere = (id: string): string | undefined =>
    stacks.flatMap(({ addresses }) => addresses.get(id) ?? [])[0];
  return stacks
    .filter(({ status }) => status === 'refused' || status === 'not_previewed')
    .flatMap((stack) => {
      const errors = stack.errors
        .filter((error) => isPredicted(stack, error, byOperation))
        .map((error) => toRefusal(stack, error, byOperation, addressElsewhere));
      // Terraform applies resources in parallel, so its errors have no fixed order.
      return errors.sort((a, b) => compareTexts(a.address ?? '', b.address ?? ''));
    });
}

/** A stack that was not previewed completely lacks something, so an error of Terraform in it proves nothing. */
function isPredicted({ status }: StackOutcome, error: CausedDiagnostic, byOperation: Operations): boolean {
  return status === 'refused' || findRefused(error, byOperation) !== undefined;
}

function findRefused({ cause }: CausedDiagnostic, byOperation: Operations): RefusedRequest | undefined {
  return byOperation.get(cause?.failure?.operationId ?? '');
}

type Operations = ReadonlyMap<string, RefusedRequest>;

function toRefusal(
  { name: stack, constructs, addresses, displayFolder }: StackOutcome,
  error: CausedDiagnostic,
  byOperation: Operations,
  addressElsewhere: AdviceNames['addressOf'],
): PreviewRefusal {
  const { summary, detail, address, cause } = error;
  const request = findRefused(error, byOperation);
  // Terraform does not name the resource if its configuration was removed; the path of the request ends with the id.
  const found = address ?? addresses.get(request?.path.split('/').at(-1) ?? '');
  const location = {
    stack,
    address: found ?? null,
    path: found === undefined ? null : findConstruct(constructs, found),
  };
  const names: AdviceNames = {
    address: found,
    addressOf: (id) => addresses.get(id),
    addressElsewhere,
    folder: displayFolder === '.' ? undefined : displayFolder,
  };
  const advice = cause?.adviceWith?.(names) ?? cause?.advice;
  if (!request) {
    const message = [summary, cause?.problem ?? detail].filter((text) => text !== '').join(': ');
    return { ...location, by: 'terraform', code: null, status: null, message, remedies: advice ?? [], request: null };
  }
  return {
    ...location,
    by: 'service',
    code: request.code,
    status: request.status,
    message: request.message,
    remedies: advice ?? adviseOn(request),
    request: request.operation,
  };
}

function adviseOn({ status, method }: RefusedRequest): Words[] {
  if (status === 409 && method === 'POST')
    return [
      'If the message names an object that exists, import it, or remove it from the account or the configuration. If it ' +
        'names a limit, delete an object that is not needed, or have the limit of the account raised.',
    ];
  if (status === 404) return ['Check the id, and whether the object was deleted outside of Terraform.'];
  return [];
}
