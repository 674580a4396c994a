import type { HttpRequest } from '../../http/http';
import type { Route } from '../../http/routes';
import type { Fault, FaultMatch, Faults } from './fault';

/** Returns the fault that takes effect on this request, if any, and updates the counters of all faults that match. */
export function matchFault(faults: Faults, request: HttpRequest, route: Route | undefined): Fault | undefined {
  let matched: Fault | undefined;
  for (const fault of faults.set) {
    if (!matches(fault.match, request, route)) continue;
    fault.seen += 1;
    if (matched || (fault.match.nth !== undefined && fault.match.nth !== fault.seen)) continue;
    if (fault.times === null || fault.hits < fault.times) matched = fault;
  }
  if (matched) matched.hits += 1;
  return matched;
}

function matches(match: FaultMatch, { method, path }: HttpRequest, route: Route | undefined): boolean {
  return (
    (match.operation === undefined || match.operation === route?.operation.name) &&
    (match.method === undefined || match.method === method) &&
    (match.kind === undefined || match.kind === route?.operation.kind) &&
    (match.id === undefined || match.id === route?.id) &&
    (match.path === undefined || matchesPath(match.path, path))
  );
}

function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const found = path.split('/');
  const isOpen = expected.at(-1) === '**';
  if (isOpen) expected.pop();
  if (isOpen ? found.length < expected.length : found.length !== expected.length) return false;
  return expected.every((segment, index) => segment === '*' || segment === found[index]);
}
