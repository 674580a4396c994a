import { resolve } from 'node:path';
import { readAccount } from '../account/read-account';
import { type CommandClient, withCommandClient } from '../command/command-client';
import type { CliContext } from '../command/context';
import { expectConfiguration, expectReadable, type InputOptions, loadInputs } from '../command/inputs/load-inputs';
import { warnOfNewerSource } from '../command/inputs/newer-sources';
import { DEFAULT_SYNTH_FOLDER } from '../command/options';
import { displayName } from '../model/composites';
import type { AccountInventory, KindListing } from '../model/inventory';
import { BOUND_ENDPOINTS } from '../model/sub-collections';
import { fromStates } from '../objects/from-states';
import { readConfiguration } from '../terraform/read-configuration';
import { graphFromConfiguration } from './build/from-configuration';
import { type BoundEndpoints, graphFromAccount, graphFromStates } from './build/from-objects';
import type { Graph } from './graph';

/**
 * What the graph shows:
 * - with `live` the account,
 * - otherwise the states, if some are named; an `app` beside them has to exist and tells the accounts of the objects,
 * - otherwise the configuration of `app`, which may also be a folder or file in Terraform's JSON syntax, or without
 *   `app` that of the default folder,
 * - if the default folder has none, the state of the current folder.
 */
export interface GraphSource extends Pick<InputOptions, 'app' | 'state'> {
  readonly live: boolean;
}

export interface ReadGraph {
  readonly graph: Graph;
  /** The title of the graph: `The account at https://...`, `Stack access as declared`. */
  readonly name: string;
  /** For each part that could not be read its name and the reason: `IP policies: ...`. */
  readonly unread: readonly string[];
}

export function readGraph(context: CliContext, source: GraphSource): Promise<ReadGraph> {
  if (!source.live) return readOffline(context, source);
  return withCommandClient(context, (commandClient) => readLive(context, commandClient));
}

async function readOffline(context: CliContext, source: GraphSource): Promise<ReadGraph> {
  const showsStates = source.state.length > 0;
  const needsConfiguration = !showsStates || source.app !== undefined;
  const stacks = needsConfiguration
    ? await readConfiguration(resolve(context.cwd, source.app ?? DEFAULT_SYNTH_FOLDER), context.env)
    : undefined;
  expectConfiguration(context, source, stacks);
  if (needsConfiguration) await warnOfNewerSource(context, source.app);
  if (stacks && !showsStates) {
    const names = stacks.map(({ name }) => name);
    const title = `${names.length === 1 ? 'Stack' : 'Stacks'} ${names.join(', ')} as declared`;
    return { graph: graphFromConfiguration(stacks), name: title, unread: [] };
  }
  const inputs = await loadInputs(
    context,
    { state: source.state, app: source.app, acceptsFolder: true },
    '--app, --state or --live',
  );
  return {
    graph: graphFromStates(fromStates(inputs.stateResources, inputs.stacks)),
    name: `${inputs.stateNames.join(', ')} as deployed`,
    unread: [],
  };
}

async function readLive(context: CliContext, commandClient: CommandClient): Promise<ReadGraph> {
  const account = await readAccount(commandClient.client, { call: { signal: context.signal } });
  expectReadable(account);
  const { bound, unread } = await readBoundEndpoints(context, commandClient, account);
  const failures = account.kinds.flatMap(({ kind, failure }) =>
    failure ? [`${displayName(kind, 0)}: ${failure.message}`] : [],
  );
  return {
    graph: graphFromAccount(account, bound),
    name: `The account at ${commandClient.client.baseUrl}`,
    unread: [...failures, ...unread],
  };
}

/** Lists the endpoints of each operator, except of operators without a binding, which have none. */
async function readBoundEndpoints(
  { signal }: CliContext,
  { client }: CommandClient,
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
          const error = client.toApiError(caught);
          if (error.category === 'aborted') throw error;
          unread.push(`${displayName(BOUND_ENDPOINTS.title, 0)} of ${id}: ${error.message}`);
        }
        return { operator: id, endpoints };
      }),
  );
  return { bound, unread };
}
