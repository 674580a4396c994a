/**
 * Requests that actions have rewritten: `url-rewrite`, `add-headers`, `remove-headers`. The documents do not say whether
 * later conditions see the new request or the one of the client.
 */
import type { Diagram } from '../diagram';
import type { ConcreteRequest, Space } from '../space';
import { rewriteUrl } from './conditions/functions';
import { type RequestValues, readRequest, setHeaders, setUrl } from './conditions/request';
import { type Alternative, symbolsOf } from './conditions/symbols';

/** What an action does to the requests in the cases of `guard`. */
export interface RewriteStep {
  readonly guard: Diagram;
  /** Everything on which the result depends: type, whole configuration, versions. */
  readonly identity: string;
  /** Beginnings of the paths that may change. */
  readonly affects: readonly string[];
  /** Changes the values; returns false if the result is not known. */
  readonly apply?: (values: Map<string, unknown>, request: ConcreteRequest) => boolean;
}

/** All rewrites so far. */
export interface Rewrites {
  /** Equal for equal steps. */
  readonly key: string;
  readonly affects: readonly string[];
  readonly read: (request: ConcreteRequest) => RequestValues;
}

export const URL_PATHS = ['req.url', 'req.host'];
export const HEADER_PATHS = [
  'req.headers',
  'req.trailers',
  'req.cookies',
  'req.user_agent',
  'req.content_',
  'req.location',
];

export function isAffected({ affects }: Pick<Rewrites, 'affects'>, path: string): boolean {
  const read = path.replace(/^has /, '');
  return affects.some((start) => read.startsWith(start));
}

export function addRewrite(space: Space, before: Rewrites | undefined, step: RewriteStep): Rewrites {
  const symbols = symbolsOf(space);
  const number = symbols.intern(`rewrite ${before?.key ?? ''} ${step.guard} ${step.identity}`);
  return {
    key: String(number),
    affects: [...new Set([...(before?.affects ?? []), ...step.affects])],
    read(request) {
      const values = before?.read(request) ?? readRequest(request);
      const runs = symbols.decide(step.guard, request);
      if (runs === false) return values;
      const rewritten = new Map(values);
      if (runs === true && step.apply?.(rewritten, request)) return rewritten;
      for (const path of values.keys()) if (isAffected(step, path)) rewritten.delete(path);
      return rewritten;
    },
  };
}

/** `from` undefined: the whole URL. */
export function applyUrlRewrite(
  space: Space,
  from: readonly Alternative[] | undefined,
  to: readonly Alternative[],
): RewriteStep['apply'] {
  const symbols = symbolsOf(space);
  return (values, request) => {
    const url = values.get('req.url');
    const pattern = from ? readText(symbols.evaluateAlternatives(from, request)) : '^.*$';
    const target = readText(symbols.evaluateAlternatives(to, request));
    if (typeof url !== 'string' || pattern === undefined || target === undefined) return false;
    try {
      const rewritten = rewriteUrl(url, pattern, target);
      if (!URL.canParse(rewritten)) return false;
      setUrl(values, rewritten);
      return true;
    } catch {
      return false;
    }
  };
}

type Headers = Readonly<Record<string, readonly string[]>>;

export function applyAddedHeaders(
  space: Space,
  headers: readonly (readonly [string, readonly Alternative[]])[],
): RewriteStep['apply'] {
  return changeHeaders((current, request) => {
    const changed: Record<string, readonly string[]> = { ...current };
    for (const [name, alternatives] of headers) {
      const text = readText(symbolsOf(space).evaluateAlternatives(alternatives, request));
      const key = name.toLowerCase();
      if (text === undefined || key === 'host') return undefined;
      changed[key] = [...(changed[key] ?? []), text];
    }
    return changed;
  });
}

export function applyRemovedHeaders(names: readonly string[]): RewriteStep['apply'] {
  const removed = names.map((name) => name.toLowerCase());
  return changeHeaders((current) =>
    removed.includes('host')
      ? undefined
      : Object.fromEntries(Object.entries(current).filter(([name]) => !removed.includes(name))),
  );
}

function changeHeaders(
  change: (headers: Headers, request: ConcreteRequest) => Headers | undefined,
): RewriteStep['apply'] {
  return (values, request) => {
    const current = values.get('req.headers');
    const changed = current === undefined ? undefined : change(current as Headers, request);
    if (!changed) return false;
    setHeaders(values, changed);
    return true;
  };
}

function readText(found: ReturnType<ReturnType<typeof symbolsOf>['evaluateAlternatives']>): string | undefined {
  return typeof found === 'object' && typeof found.value === 'string' ? found.value : undefined;
}
