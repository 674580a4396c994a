import type { ServiceClient, ServiceObject } from '../../client/api';
import { nameObject } from '../../model/in-use-remedies';
import { getKind } from '../../model/kinds';
import type { AdviceNames } from '../../values/diagnostic-cause';
import { toJsonObject } from '../../values/json';
import type { Words } from '../../values/words';

export interface LoggedWrite {
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly kind: string;
  readonly id: string;
  /** The policy of a created or updated rule. The rules of a set have no address of their own. */
  readonly policy?: string;
}

export interface WriteLog {
  /**
   * Writes that succeeded, oldest first. Not among them: a write whose effect is unknown, and a delete that was sent
   * again after a lost response and found the object gone.
   */
  readonly done: readonly LoggedWrite[];
  /** Adds an object that a create whose response was lost has created. */
  addRecovered(kind: string, object: ServiceObject): void;
  /** Number of writes of the kind whose response is outstanding. */
  countRunning(kind: string): number;
  /** Another number after each beginning and each end of a write of the kind, and each recovered create. */
  getVersion(kind: string): number;
}

/** Chosen: how many of the last writes a message names. */
const MAX_LISTED = 10;

export function describeProgress(done: readonly LoggedWrite[], names: AdviceNames): Words {
  if (done.length === 0) return 'Before it, this process of the provider has completed no change.';
  const counts = new Map<string, number>();
  for (const write of done.slice(-MAX_LISTED)) {
    const text = `${write.verb} ${nameWritten(write, names)}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  // Rules of one set have one text.
  const newest = [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
  return `Before it, this process of the provider has ${done.length > MAX_LISTED ? '..., ' : ''}${newest.join(', ')}.`;
}

/** Names a rule without an address by its policy: in a preview, only the copy has the id of the rule. */
function nameWritten(write: LoggedWrite, names: AdviceNames): Words {
  const { addressOf, addressElsewhere } = names;
  const find = (id: string) => addressOf(id) ?? addressElsewhere?.(id);
  const policy = write.policy === undefined ? undefined : find(write.policy);
  if (find(write.id) !== undefined || policy === undefined) return nameObject(write, names);
  return `one ${getKind(write.kind).title} of ${policy}`;
}

/** The log lacks detaches, which are parts of updates. */
export function logWrites(client: ServiceClient): { readonly client: ServiceClient; readonly log: WriteLog } {
  const done: LoggedWrite[] = [];
  const running = new Map<string, number>();
  const versions = new Map<string, number>();
  const increase = (counts: Map<string, number>, kind: string, by: number): void => {
    counts.set(kind, (counts.get(kind) ?? 0) + by);
  };
  const track = async <T>(kind: string, write: () => Promise<T>, describe: (result: T) => LoggedWrite): Promise<T> => {
    increase(running, kind, 1);
    increase(versions, kind, 1);
    try {
      const result = await write();
      done.push(describe(result));
      return result;
    } finally {
      increase(running, kind, -1);
      increase(versions, kind, 1);
    }
  };
  const toWrite = (verb: LoggedWrite['verb'], kind: string) => (object: ServiceObject) => {
    const { id: policy } = toJsonObject(object['ip_policy']);
    return { verb, kind, id: object.id, ...(typeof policy === 'string' && { policy }) };
  };
  const log: WriteLog = {
    done,
    addRecovered(kind, object) {
      increase(versions, kind, 1);
      done.push(toWrite('created', kind)(object));
    },
    countRunning: (kind) => running.get(kind) ?? 0,
    getVersion: (kind) => versions.get(kind) ?? 0,
  };
  return {
    log,
    client: {
      ...client,
      create: (kind, body, call) => track(kind, () => client.create(kind, body, call), toWrite('created', kind)),
      update: (kind, id, body, call) =>
        track(kind, () => client.update(kind, id, body, call), toWrite('updated', kind)),
      delete: (kind, id, call) =>
        track(
          kind,
          () => client.delete(kind, id, call),
          () => ({ verb: 'deleted', kind, id }),
        ),
    },
  };
}
