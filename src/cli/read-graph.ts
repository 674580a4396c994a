/** The graph of what is declared, of what states hold, or of the live account, as a command was told. */
import { resolve } from 'node:path';
import { readAccount } from '../account/read-account';
import { graphOfDeclared } from '../graph/build/from-configuration';
import { type BoundEndpoints, graphOfAccount, graphOfStates } from '../graph/build/from-objects';
import type { Graph } from '../graph/graph';
import { displayName } from '../model/display-name';
import type { AccountInventory, KindListing } from '../model/inventory';
import { BOUND_ENDPOINTS } from '../model/sub-collections';
import { StateError } from '../terraform/state';
import { readConfiguration } from '../terraform/synthesized-config';
import { CliError } from './cli-error';
import { type Connection, connect } from './connect';
import type { CliContext } from './context';
import { appFolder, expectConfiguration, NothingDeclaredError, readEstate } from './load-inputs';

/** Where to look. */
export interface GraphSource {
  /** Reads the live account. */
  readonly live: boolean;
  /** Folder that `cdktf synth` wrote, or a folder or file of Terraform's JSON: one that is named must exist. */
  readonly app?: string;
  /** States; if any are given these are drawn. */
  readonly state: readonly string[];
}

/** What was read. */
export interface ReadGraph {
  readonly graph: Graph;
  /** What it is a picture of: `The account at https://...`, `stack access as declared`. */
  readonly name: string;
  /** What could not be read, a sentence each. */
  readonly unread: readonly string[];
}

/** Reads what is to be drawn. Throws a {@link CliError} where there is nothing to read, or nothing can be read. */
export function readGraph(context: CliContext, source: GraphSource): Promise<ReadGraph> {
  return source.live ? readLive(context) : readOffline(context, source);
}

async function readOffline(context: CliContext, source: GraphSource): Promise<ReadGraph> {
  try {
    const drawsStates = source.state.length > 0;
    const isRead = !drawsStates || source.app !== undefined;
    const stacks = isRead ? await readConfiguration(resolve(context.cwd, appFolder(source))) : undefined;
    expectConfiguration(source, stacks);
    if (stacks && !drawsStates) {
      const names = stacks.map(({ name }) => name).join(', ');
      return { graph: graphOfDeclared(stacks), name: `${names} as declared`, unread: [] };
    }
    const { stated, states } = await readEstate(context, { state: source.state }).catch(nothingToDraw(source));
    return { graph: graphOfStates(stated), name: `${states.join(', ')} as deployed`, unread: [] };
  } catch (error) {
    if (error instanceof StateError) throw new CliError(error.message);
    throw error;
  }
}

/** Whoever wants a picture compares nothing, so the message is another one. */
function nothingToDraw(source: GraphSource): (error: unknown) => never {
  return (error) => {
    if (error instanceof NothingDeclaredError)
      throw new CliError(
        `There is nothing to draw: no synthesized configuration in ${appFolder(source)}, and no state. ` +
          'Run `cdktf synth`, give --app or --state, or draw the account itself with --live.',
      );
    throw error;
  };
}

async function readLive(context: CliContext): Promise<ReadGraph> {
  const connection = connect(context);
  try {
    const account = await readAccount(connection.client, { call: { signal: context.signal } });
    const failed = account.kinds.flatMap(({ kind, failure, pages }) => (failure ? [{ kind, failure, pages }] : []));
    if (failed.length === account.kinds.length && failed.every(({ pages }) => pages === 0))
      throw new CliError(`Nothing of the account could be read. ${failed[0]?.failure.message ?? ''}`);
    const { bound, unread } = await readBoundEndpoints(context, connection, account);
    return {
      graph: graphOfAccount(account, bound),
      name: `The account at ${connection.client.baseUrl}`,
      unread: [...failed.map(({ kind, failure }) => `${displayName(kind, 0)}: ${failure.message}`), ...unread],
    };
  } finally {
    await connection.client.close();
  }
}

/** Endpoints are listed below each operator; one without a binding has none. */
async function readBoundEndpoints(
  { signal }: CliContext,
  { client }: Connection,
  { kinds }: AccountInventory,
): Promise<{ readonly bound: readonly BoundEndpoints[]; readonly unread: readonly string[] }> {
  const operators: KindListing['objects'] = kinds.find(({ kind }) => kind === BOUND_ENDPOINTS.parent)?.objects ?? [];
  const unread: string[] = [];
  const bound = await Promise.all(
    operators
      .filter(({ values }) => values['binding'] !== null)
      .map(async ({ id }): Promise<BoundEndpoints> => {
        const endpoints: BoundEndpoints['endpoints'][number][] = [];
        try {
          for await (const endpoint of client.boundEndpoints(id, {}, { signal })) endpoints.push({ ...endpoint });
        } catch (caught) {
          const error = client.errorOf(caught);
          if (error.kind === 'aborted') throw error;
          unread.push(`${displayName(BOUND_ENDPOINTS.title, 0)} of ${id}: ${error.message}`);
        }
        return { operator: id, endpoints };
      }),
  );
  return { bound, unread };
}
