/**
 * The operations of the specification, and which of them a scenario with Terraform calls.
 * test/acceptance/emulator-coverage.test.ts proves both; scripts/generate-coverage.ts lists them in
 * docs/emulator-coverage.md.
 */
import type { Kind } from '../../../src/model/kind';
import { BOUND_ENDPOINTS, EVENT_SOURCES } from '../../../src/model/sub-collections';
import { SPEC_KINDS } from '../kinds';

export interface Operation {
  readonly name: string;
  readonly request: string;
  /**
   * Whether the provider calls it in the scenario, which creates, reads, updates, lists and deletes an object of every
   * kind. An update that removes a value from the configuration, which calls `DELETE
   * /reserved_domains/{id}/certificate`, is not in it.
   */
  readonly byTerraform: boolean;
}

export const OPERATIONS: readonly Operation[] = SPEC_KINDS.flatMap((kind) => [
  ...listOwn(kind),
  ...(kind.name === BOUND_ENDPOINTS.parent
    ? [{ ...below(kind, BOUND_ENDPOINTS.segment, 'list', 'GET'), byTerraform: true }]
    : []),
  ...(kind.name === EVENT_SOURCES.parent ? listEventSources(kind) : []),
  ...Object.values(kind.attributes).flatMap(({ detach }) =>
    detach ? [below(kind, detach.path, 'delete', 'DELETE')] : [],
  ),
]);

function listOwn({ name, path }: Kind): Operation[] {
  const item = `${path}/{id}`;
  return [
    { name: `${name}.create`, request: `POST ${path}`, byTerraform: true },
    { name: `${name}.list`, request: `GET ${path}`, byTerraform: true },
    { name: `${name}.get`, request: `GET ${item}`, byTerraform: true },
    { name: `${name}.update`, request: `PATCH ${item}`, byTerraform: true },
    { name: `${name}.delete`, request: `DELETE ${item}`, byTerraform: true },
  ];
}

/** The provider does not call these: it changes the sources by updating the subscription. */
function listEventSources(kind: Kind): Operation[] {
  const { segment } = EVENT_SOURCES;
  return [
    below(kind, segment, 'list', 'GET'),
    below(kind, segment, 'create', 'POST'),
    below(kind, segment, 'get', 'GET', '/{type}'),
    below(kind, segment, 'update', 'PATCH', '/{type}'),
    below(kind, segment, 'delete', 'DELETE', '/{type}'),
  ];
}

/** An operation on a part of an object, such as `DELETE /reserved_domains/{id}/certificate`. */
function below({ name, path }: Kind, segment: string, verb: string, method: string, rest = ''): Operation {
  return {
    name: `${name}.${segment}.${verb}`,
    request: `${method} ${path}/{id}/${segment}${rest}`,
    byTerraform: false,
  };
}
