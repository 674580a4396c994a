import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { SOCKET_FOLDER_PREFIX } from './listen';

/** Younger folders stay: a provider that starts has a folder before it listens. Chosen: it starts within a second. */
const MIN_AGE_MS = 60_000;

/**
 * Chosen: each may cost a connection. Those that stay, because they are young, in use or of another user, count too.
 */
const MAX_TRIED = 100;

/**
 * Removes folders beside that of `ownSocket` that killed providers of this user have left: they are older than
 * {@link MIN_AGE_MS}, and their socket refuses a connection or is missing. Tries at most {@link MAX_TRIED}.
 * The id of a process would not show that it was killed, because another one may have the same id now.
 */
export async function removeDeadSockets(ownSocket: string): Promise<void> {
  const own = dirname(ownSocket);
  const parent = dirname(own);
  const { uid } = await lstat(own);
  const names = (await readdir(parent)).filter((name) => name.startsWith(SOCKET_FOLDER_PREFIX));
  for (const name of names.filter((each) => each !== basename(own)).slice(0, MAX_TRIED)) {
    // A folder that cannot be removed stays: another start may be removing it.
    await removeIfDead(join(parent, name), join(parent, name, basename(ownSocket)), uid).catch(() => undefined);
  }
}

async function removeIfDead(folder: string, socket: string, uid: number): Promise<void> {
  const stats = await lstat(folder);
  if (!stats.isDirectory() || stats.uid !== uid || Date.now() - stats.mtimeMs < MIN_AGE_MS) return;
  const result = await tryConnect(socket);
  if (result === 'refused') await unlink(socket);
  if (result !== 'other') await rmdir(folder);
}

function tryConnect(path: string): Promise<'refused' | 'missing' | 'other'> {
  return new Promise((resolve) => {
    const connection = connect({ path });
    connection.once('connect', () => {
      connection.destroy();
      resolve('other');
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ECONNREFUSED' ? 'refused' : code === 'ENOENT' ? 'missing' : 'other'),
    );
  });
}
