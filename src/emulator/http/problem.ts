import type { Profile } from '../../model/profiles';
import type { JsonObject } from '../../values/json';
import type { Words } from '../../values/words';
import { Refusal } from '../service/state/refusal';
import { type HttpResponse, jsonResponse } from './http';

export class RefusalWithHeaders extends Refusal {
  constructor(
    status: number,
    code: number,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(status, code, message);
  }
}

export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(500, undefined, `The emulator failed: ${error instanceof Error ? error.stack : String(error)}`);
}

export function renderRefusal(refusal: Refusal, profile: Profile, operationId: string): JsonObject {
  return {
    ...(refusal.code !== undefined && { error_code: `${profile.errorPrefix}${refusal.code}` }),
    status_code: refusal.status,
    msg: refusal.message,
    details: { operation_id: operationId },
  };
}

/** `details.path` distinguishes the response from that of a missing object. */
export function routeProblem(status: number, msg: Words, path: string): HttpResponse {
  return jsonResponse(status, { status_code: status, msg, details: { path } });
}
