/** The requests that an account distinguishes: the literals that it names, and others. */
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
  const literals = unique([
    ...texts.filter((text) => text.startsWith('/') || METHOD.test(text) || NETWORK.test(text)),
    ...texts.flatMap(listLiterals),
    ...accounts.flatMap(({ holes }) => listValues(Object.values(holes).flat()).filter((text) => /^[\w-]+$/.test(text))),
    ...(texts.some((text) => text.includes('int(')) ? ['1', '9'] : []),
  ]);
  const names = unique(
    texts.flatMap((text) => listNames(text, /(?:headers\[|ReqHeader\(|'|")\s*['"]?(x-[a-z-]+)['"]/gi)),
  );
  const queryNames = unique(
    texts.flatMap((text) => listNames(text, /query_params\[['"]([\w-]+)['"]|'([\w-]+)' in req\.url\.query/g)),
  );
  const paths = literals.map((text) => text.replace(/^\^/, '')).filter((text) => text.startsWith('/'));
  const values = unique([
    ...literals.filter(
      (text) => !/[/[\]${\ue000]/.test(text) && !METHOD.test(text) && text.length < 30 && !/^x-/i.test(text),
    ),
    'other',
  ]);
  return {
    // A method may be any token.
    methods: unique([...literals.filter((text) => METHOD.test(text)), 'GET', 'TRACE', ...values.slice(0, 4)]),
    paths: unique([
      ...paths.flatMap((path) => [path, `${path}x`, path.replace(/\/$/, '')]),
      ...texts.flatMap((text) => listNames(text, /https:\/\/[a-z0-9.\\-]+(\/[a-z0-9/-]*)/g)),
      ...paths.slice(0, 4).flatMap((path) => values.slice(0, 6).map((value) => `${path}/${value}`)),
      ...values.slice(0, 12).map((value) => `/${value}`),
      '/other',
      '/',
    ]).filter((path) => path.startsWith('/')),
    queries: unique(['', 'q=other', ...queryNames.flatMap((name) => values.map((value) => `${name}=${value}`))]),
    headerNames: unique(names.map((name) => name.toLowerCase())),
    values,
    addresses: unique([
      ...unique(literals.filter((text) => NETWORK.test(text))).map((network) => network.replace(/\/\d+$/, '')),
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

function listValues(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listValues) : [];
}

function listLiterals(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}

function listNames(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');
}
