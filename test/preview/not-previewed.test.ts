import { parseGraph, selectEnvironment } from '../../src/preview/stacks/prepare-stack';
import { findUnknowns } from '../../src/preview/unknowns';
import { createFrozenProvider } from '../../src/sandbox/frozen-provider';
import { parseProviderSchema } from '../../src/sandbox/frozen-schema';
import { objectValue } from '../../src/values/cty-value';
import { MADE_UP_SCHEMA } from '../support/preview/made-up-provider';

test('Terraform of the copy gets no credentials, arguments for plan only, and settings of Go that the user may replace', () => {
  const kept = { PATH: '/bin', LC_ALL: 'C', TF_VAR_region: 'eu' };
  const credentials = { AWS_ACCESS_KEY_ID: 'planted', TF_TOKEN_app_terraform_io: 'planted' };
  const args = { TF_CLI_ARGS: '-compact-warnings', TF_CLI_ARGS_plan: '-parallelism=2' };
  const ofOriginal = { TF_WORKSPACE: 'production', TF_CLI_ARGS_init: '-backend-config=planted' };
  // Terraform inserts the general arguments last, so they win.
  const planArgs = { TF_CLI_ARGS_plan: '-parallelism=2 -compact-warnings' };
  const given = { ...kept, ...credentials, ...args, ...ofOriginal };
  expect(selectEnvironment(given)).toEqual({ GOGC: '200', ...kept, ...planArgs });
  const settings = { GOGC: 'off', GOMEMLIMIT: '1GiB' };
  expect(selectEnvironment(settings)).toEqual(settings);
});

test('remote states are found in the graph, with their modules', () => {
  const graph = `digraph {
  "[root] data.terraform_remote_state.network (expand)" -> "[root] provider"
  "[root] module.edge.module.peers.data.terraform_remote_state.other (expand)" -> "[root] provider"
  "[root] module.edge.module.peers.data.terraform_remote_state.other" [label = "other"]
  "[root] module.submodule.data.terraform_remote_state.edge (expand)" -> "[root] provider"
  "[root] module.vpc_module.module.peers.data.terraform_remote_state.edge (expand)" -> "[root] provider"
}`;
  expect(parseGraph(graph)).toEqual([
    { modulePath: [], name: 'network' },
    { modulePath: ['edge', 'peers'], name: 'other' },
    // Names that end in the word are not shortened.
    { modulePath: ['submodule'], name: 'edge' },
    { modulePath: ['vpc_module', 'peers'], name: 'edge' },
  ]);
});

test('creations, lookups, ephemeral resources, imports, moves and functions of other providers are not previewed', async () => {
  const provider = createFrozenProvider(parseProviderSchema(JSON.parse(JSON.stringify(MADE_UP_SCHEMA))), []);
  const input = { type: 'up_thing', targetType: 'up_thing', name: 'compute' } as never;
  const lookup = { type: 'up_lookup', config: objectValue([['name', 'unknown']]) } as never;
  const results = [
    await provider.openEphemeral(input),
    await provider.importResource(input),
    await provider.moveState(input),
    await provider.readDataSource(lookup),
    await provider.applyResource({ type: 'up_thing', prior: null, planned: null } as never),
  ];
  const cause = { kind: 'not_previewed', part: { type: expect.any(String) } };
  for (const { diagnostics } of results) expect(diagnostics).toMatchObject([{ severity: 'error', cause }]);
  const ofFunction = { kind: 'not_previewed', part: { of: 'function' } };
  expect(await provider.callFunction(input)).toMatchObject({ cause: ofFunction });
});

const rotating = (after: object) => ({
  ...{ type: 'time_rotating', mode: 'managed', name: 'month', address: 'time_rotating.month' },
  change: { actions: ['no-op'], before: after, after },
});

function findOfStack(stack: object, part: string): string[] {
  const outcome = { accounts: [], stacks: [{ name: 'edge', assumed: [], ...stack }] };
  return findUnknowns(outcome as never, { namedAddresses: [], limits: {} }).filter((line) => line.includes(part));
}

test('a time_rotating may be over at the deployment, and a new one is unknown in the plan', () => {
  const find = (after: object) => findOfStack({ plan: { resource_changes: [rotating(after)] } }, 'time_rotating');
  expect(find({ rotation_rfc3339: '2026-12-01T00:00:00Z' })).toEqual([
    'What depends on time_rotating.month, if the deployment is after 2026-12-01T00:00:00Z: it has other values then, in stack edge.',
  ]);
  expect(find({})).toEqual([]);
});

test('what is assumed of the deployment of a stack is named with the stack', () => {
  const assumed = ['A deployment without the file of a plan: it does not use -var of TF_CLI_ARGS_plan'];
  expect(findOfStack({ assumed }, 'file of a plan')).toEqual([`${assumed[0]}, in stack edge.`]);
});
