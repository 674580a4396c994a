import { promises } from 'node:fs';
import { credentialRotate, type RotatedKind } from '../../model/actions';
import { encryptJwe } from '../../model/formats/jwe';
import { parseSealingKey, type SealingKey } from '../../model/formats/sealing-key';
import { getKind } from '../../model/kinds';
import { type RotationClient, rotateCredential } from '../../model/rotation/rotate-credential';
import { formatCount } from '../../model/text';
import type { CtyValue, ObjectValue } from '../../values/cty-value';
import { createError, type Diagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { defineAction, toStrings } from './action';

export const credentialRotateAction = defineAction(credentialRotate, async (session, config, report) => {
  const kind = String(config['type'] ?? 'api_key') as RotatedKind;
  const options = {
    kind,
    name: String(config['name']),
    description: toOptional(config['description']),
    acl: config['acl'] === null ? undefined : toStrings(config['acl']),
  };
  const handOver = (token: string): Promise<void> => writeToken(config, token);
  try {
    const { failed, kept } = await rotateCredential(rotationClient(session), options, { handOver, report });
    report(`Rotated; ${formatCount(kept.length, 'earlier credential')} valid until the next rotation.`);
    return failed.map(({ id, caught }) => notDeleted(kind, id, caught));
  } catch (failure) {
    if (failure instanceof WriteError) return [createError('Cannot write the token', failure.message, ['file'])];
    if (!isServiceError(failure)) throw failure;
    const hint = 'The credential of the previous rotation is still valid. Invoke the action again.';
    return [requestFailed(getKind(kind), 'rotate', failure, hint)];
  }
});

class WriteError extends Error {}

/** Replaces the file as a whole, so a consumer never reads a partial token. Only the owner can read it. */
async function writeToken(config: ObjectValue, token: string): Promise<void> {
  const file = String(config['file']);
  const sealedFor = toOptional(config['sealed_for']);
  const temporary = `${file}.tmp`;
  try {
    const text = sealedFor === undefined ? token : await encryptJwe(token, requireSealingKey(sealedFor));
    // A file that a killed process left may be readable by others.
    await promises.rm(temporary, { force: true });
    await promises.writeFile(temporary, `${text}\n`, { mode: 0o600, flag: 'wx' });
    await promises.rename(temporary, file);
  } catch (caught) {
    await promises.rm(temporary, { force: true }).catch(() => undefined);
    const why = caught instanceof Error ? caught.message : String(caught);
    throw new WriteError(
      `${file} cannot be written: ${why}; expected a path in a folder that exists. The credential of the previous rotation is still valid.`,
    );
  }
}

function requireSealingKey(text: string): SealingKey {
  const parsed = parseSealingKey(text);
  if ('problem' in parsed) throw new Error(`sealed_for ${parsed.problem}`);
  return parsed;
}

/** Stops between requests, never within one that has an effect. */
function rotationClient({ client, stopSignal }: Session): RotationClient {
  const call = { stop: stopSignal() };
  return {
    list: (kind) => client.list(kind, {}, call),
    create: (kind, body) => client.create(kind, body, call),
    update: (kind, id, body) => client.update(kind, id, body, call),
    delete: (kind, id) => client.delete(kind, id, call),
  };
}

function toOptional(value: CtyValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function notDeleted(kind: RotatedKind, id: string, caught: unknown): Diagnostic {
  if (!isServiceError(caught)) throw caught;
  const hint = `The new token is in use. The next rotation deletes '${id}', or delete it yourself.`;
  return requestFailed(getKind(kind), `delete the earlier`, caught, hint);
}
