/** Which fault a request meets. */
import type { HttpRequest } from '../../http/http';
import type { Route } from '../../http/routes';
import type { Fault, FaultMatch, Faults } from './fault';

/** The fault that happens to this request, if any; counts what it has seen on the way. */
export function pickFault(faults: Faults, request: HttpRequest, route: Route | undefined): Fault | undefined {
  let picked: Fault | undefined;
  for (const fault of faults.set) {
    if (!matches(fault.match, request, route)) continue;
    fault.seen += 1;
    if (picked || (fault.match.nth !== undefined && fault.match.nth !== fault.seen)) continue;
    if (fault.times === null || fault.hits < fault.times) picked = fault;
  }
  if (picked) picked.hits += 1;
  return picked;
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
  const wanted = pattern.split('/');
  const found = path.split('/');
  const open = wanted.at(-1) === '**';
  if (open) wanted.pop();
  if (open ? found.length < wanted.length : found.length !== wanted.length) return false;
  return wanted.every((segment, index) => segment === '*' || segment === found[index]);
}
