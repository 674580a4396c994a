/** Whether something is a snapshot that this emulator can load: each problem is named before anything is changed. */
import { isJsonObject, type JsonObject } from '../../../model/json';
import { idProblem } from '../../crypto/ids';
import { ALL_KINDS } from '../../kinds/all-kinds';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, type Snapshot } from './snapshot';

/** Why a snapshot cannot be loaded; the message is a clause that follows the name of the thing. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** The snapshot that a JSON value is; throws a {@link SnapshotError} for anything else. */
export function checkSnapshot(value: unknown): Snapshot {
  if (!isJsonObject(value) || value['format'] !== SNAPSHOT_FORMAT) {
    throw new SnapshotError(`it is no state of this emulator: its 'format' is not '${SNAPSHOT_FORMAT}'`);
  }
  if (value['version'] !== SNAPSHOT_VERSION) {
    throw new SnapshotError(
      `its version is ${JSON.stringify(value['version'])}, and this emulator reads version ${SNAPSHOT_VERSION}`,
    );
  }
  want(typeof value['secrets'] === 'boolean', 'secrets', 'true or false');
  want(value['profile'] === 'spec' || value['profile'] === 'ngrok', 'profile', 'spec or ngrok');
  want(value['seed'] === undefined || typeof value['seed'] === 'string', 'seed', 'a text');
  wantTime(value['time'], 'time');
  const clock = wantObject(value['clock'], 'clock');
  if (clock['frozen_at'] !== null) wantTime(clock['frozen_at'], 'clock.frozen_at');
  want(Number.isFinite(clock['offset_ms']), 'clock.offset_ms', 'a number');
  const ids = wantObject(value['ids'], 'ids');
  for (const name of ['seconds', 'counter']) want(isCount(ids[name]), `ids.${name}`, 'a whole number from 0');
  // An identifier has 48 bits for the counter, which has to go on from there.
  want(Number(ids['counter']) < 2 ** 47, 'ids.counter', 'below 2^47');
  checkSettings(wantObject(value['settings'], 'settings'));
  for (const [name, account] of Object.entries(wantObject(value['accounts'], 'accounts'))) {
    checkAccount(wantObject(account, `accounts.${name}`), `accounts.${name}`);
  }
  return value as unknown as Snapshot;
}

function checkSettings(settings: JsonObject): void {
  const certificates = wantObject(settings['certificates'], 'settings.certificates');
  want(Number.isFinite(certificates['seconds']), 'settings.certificates.seconds', 'a number');
  wantObject(certificates['outcomes'], 'settings.certificates.outcomes');
  want(isTexts(settings['regions']), 'settings.regions', 'a list of texts');
}

function checkAccount(account: JsonObject, path: string): void {
  want(isId('ac', account['id']), `${path}.id`, 'an identifier ac_ and 27 characters');
  for (const [name, objects] of Object.entries(wantObject(account['objects'], `${path}.objects`))) {
    const kind = ALL_KINDS.find((one) => one.name === name);
    if (!kind) throw new SnapshotError(`its ${path}.objects names the kind '${name}', which there is not`);
    want(Array.isArray(objects), `${path}.objects.${name}`, 'a list');
    (objects as readonly unknown[]).forEach((object, index) => {
      const here = `${path}.objects.${name}[${index}]`;
      const { id, created_at, updated_at, values, service } = wantObject(object, here);
      want(isId(kind.idPrefix, id), `${here}.id`, `an identifier ${kind.idPrefix}_ and 27 characters`);
      wantTime(created_at, `${here}.created_at`);
      wantTime(updated_at, `${here}.updated_at`);
      wantObject(service, `${here}.service`);
      for (const member of Object.keys(wantObject(values, `${here}.values`))) {
        if (!Object.hasOwn(kind.attributes, member)) {
          throw new SnapshotError(`its ${here}.values.${member} is no attribute of ${kind.title}`);
        }
      }
    });
  }
}

function want(holds: boolean, path: string, expected: string): void {
  if (!holds) throw new SnapshotError(`its member ${path} is not ${expected}`);
}

function wantObject(value: unknown, path: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new SnapshotError(`its member ${path} is not an object`);
}

function wantTime(value: unknown, path: string): void {
  want(typeof value === 'string' && Number.isFinite(Date.parse(value)), path, 'a time in RFC 3339');
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isId(prefix: string, value: unknown): boolean {
  return typeof value === 'string' && idProblem(prefix, value) === undefined;
}
