/** The requests that an account tells apart: the literals that it names, and others. */
import type { Account, Json } from './account';

export interface Candidates {
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  /** Without `?`. */
  readonly queries: readonly string[];
  readonly headerNames: readonly string[];
  /** Also for other strings that conditions compare: countries. */
  readonly values: readonly string[];
  readonly addresses: readonly string[];
}

const METHOD = /^(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)$/;
const NETWORK = /^[0-9a-f.:]+\/\d+$/;

export function collectCandidates(accounts: readonly Account[]): Candidates {
  const texts = accounts.flatMap((account) => listTexts(account as unknown as Json));
  const literals = unique(texts.flatMap(listLiterals));
  const names = unique(
    texts.flatMap((text) => listNames(text, /(?:headers\[|ReqHeader\(|'|")\s*['"]?(x-[a-z-]+)['"]/gi)),
  );
  const queryNames = unique(
    texts.flatMap((text) => listNames(text, /query_params\[['"]([\w-]+)['"]|'([\w-]+)' in req\.url\.query/g)),
  );
  const paths = literals.filter((text) => text.startsWith('/'));
  const values = unique([
    ...literals.filter(
      (text) => !/[/[\]${]/.test(text) && !METHOD.test(text) && text.length < 30 && !/^x-/i.test(text),
    ),
    'other',
  ]);
  return {
    methods: unique([...literals.filter((text) => METHOD.test(text)), 'GET', 'TRACE']),
    paths: unique([
      ...paths.flatMap((path) => [path, `${path}x`, path.replace(/\/$/, '')]),
      ...texts.flatMap((text) => listNames(text, /https:\/\/[a-z0-9.\\-]+(\/[a-z0-9/-]*)/g)),
      ...paths.slice(0, 4).flatMap((path) => values.slice(0, 6).map((value) => `${path}/${value}`)),
      '/other',
      '/',
    ]).filter((path) => path.startsWith('/')),
    queries: unique(['', ...queryNames.flatMap((name) => values.map((value) => `${name}=${value}`))]),
    headerNames: unique(names.map((name) => name.toLowerCase())),
    values,
    addresses: unique([
      ...unique([...texts, ...literals].filter((text) => NETWORK.test(text))).map((network) =>
        network.replace(/\/\d+$/, ''),
      ),
      '198.18.0.1',
      '2001:db8:ffff::1',
    ]),
  };
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function listTexts(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...listTexts(member)]);
}

function listLiterals(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}

function listNames(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');
}
