/**
 * A request as conditions see it. A value is chosen when a condition first reads it, and stays the same in one world.
 */
import type { Candidates } from './candidates';
import { Members, membersOf, Text, type Value } from './cel';
import type { World } from './world';

export interface RequestView {
  readonly url: () => string;
  readonly header: (name: string) => readonly string[] | undefined;
}

export interface Client {
  readonly address: string;
  /** `https://a.example.com`. */
  readonly origin: string;
}

export function originalRequest(world: World, { origin }: Client, candidates: Candidates): RequestView {
  const header = (name: string): readonly string[] | undefined => {
    if (!candidates.headerNames.includes(name)) return undefined;
    const value = world.choose<string | undefined>(`header ${name}`, [undefined, ...candidates.values]);
    return value === undefined ? undefined : [value];
  };
  return {
    url: () => {
      const query = world.choose('req.query', candidates.queries);
      return `${origin}${world.choose('req.path', candidates.paths)}${query === '' ? '' : `?${query}`}`;
    },
    header,
  };
}

export function withHeader(
  view: RequestView,
  name: string,
  change: (values: readonly string[]) => readonly string[],
): RequestView {
  const header = (asked: string): readonly string[] | undefined => {
    if (asked !== name) return view.header(asked);
    const values = change(view.header(name) ?? []);
    return values.length === 0 ? undefined : values;
  };
  return { ...view, header };
}

/** `conn` and `req`. */
export function requestScope(
  world: World,
  { address }: Client,
  candidates: Candidates,
  view: RequestView,
): Readonly<Record<string, Value>> {
  const geo = lazy({ country_code: () => world.choose('country', candidates.values) });
  const url = (): URL => new URL(view.url());
  return {
    // Not a string, so that `has(conn.client_ip.x)` is false, not an error.
    conn: membersOf({ client_ip: new Text(() => address, lazy({})), geo }),
    req: lazy({
      method: () => world.choose('req.method', candidates.methods),
      host: () => url().host,
      url: () => new Text(view.url, urlMembers(url)),
      headers: () => new Members(view.header),
    }),
  };
}

function urlMembers(url: () => URL): Members {
  return lazy({
    path: () => url().pathname,
    query: () => url().search.slice(1),
    host: () => url().host,
    scheme: () => url().protocol.slice(0, -1),
    query_params: () =>
      new Members((name) => {
        const values = url().searchParams.getAll(name);
        return values.length === 0 ? undefined : values;
      }),
  });
}

function lazy(members: Readonly<Record<string, () => Value>>): Members {
  return new Members((name) => (Object.hasOwn(members, name) ? members[name]?.() : undefined));
}
