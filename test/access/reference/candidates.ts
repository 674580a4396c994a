/**
 * The parts of requests that the reference tries for an account: literals that the account names, for a path also a
 * longer one, and values that it does not name. They are heuristics. A difference that no candidate reaches is not
 * found by these tests, so a generator of accounts that writes a new form of condition needs its candidates here.
 */
import { type Account, HOLE_START, type Json } from './account';

export interface Candidates {
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  /** Without `?`. */
  readonly queries: readonly string[];
  /** Names with `x-`, in lower case: the generators write conditions on no other header. */
  readonly headerNames: readonly string[];
  /** Values of headers, of parameters of the query and of countries. */
  readonly values: readonly string[];
  /**
   * The first address of each network that the account writes with a prefix length, and 198.18.0.1 and
   * 2001:db8:ffff::1.
   */
  readonly addresses: readonly string[];
}

const METHOD = /^(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)$/;
const NETWORK = /^[0-9a-f.:]+\/\d+$/;
/** `req.headers['x-team']`, `hasReqHeader('x-team')`, `'x-team' in …` -> `x-team`. */
const HEADER_NAME = /(?:headers\[|ReqHeader\(|'|")\s*['"]?(x-[a-z-]+)['"]/gi;
/** `query_params['q']`, `'q' in req.url.query_params` -> `q`. */
const QUERY_NAME = /query_params\[['"]([\w-]+)['"]|'([\w-]+)' in req\.url\.query/g;
/** `https://app.example.com/login` -> `/login`. */
const URL_PATH = /https:\/\/[a-z0-9.\\-]+(\/[a-z0-9/-]*)/g;
/** Chosen: the reference tries every combination of the values. `valueCharacters`: longer texts are no values. */
const FEW = { methods: 4, paths: 4, valuesInPaths: 6, valuesAsPaths: 12, valueCharacters: 30 };

export function collectCandidates(accounts: readonly Account[]): Candidates {
  const texts = accounts.flatMap((account) => listNamesAndStrings(account as unknown as Json));
  const literals = unique([
    ...texts.filter((text) => text.startsWith('/') || METHOD.test(text) || NETWORK.test(text)),
    ...texts.flatMap(listLiterals),
    ...accounts.flatMap(({ holes }) =>
      listStrings(Object.values(holes).flat()).filter((text) => /^[\w-]+$/.test(text)),
    ),
    // Conditions on numbers compare with one digit.
    ...(texts.some((text) => text.includes('int(')) ? ['1', '9'] : []),
  ]);
  const queryNames = unique(texts.flatMap((text) => listMatches(text, QUERY_NAME)));
  // `^/admin`, a regular expression -> `/admin`.
  const paths = literals.map((text) => text.replace(/^\^/, '')).filter((text) => text.startsWith('/'));
  const values = unique([
    ...literals.filter(
      (text) =>
        !/[/[\]${]/.test(text) &&
        !text.includes(HOLE_START) &&
        !METHOD.test(text) &&
        text.length < FEW.valueCharacters &&
        !/^x-/i.test(text),
    ),
    'other',
  ]);
  return {
    // A method may be any token.
    methods: unique([...literals.filter((text) => METHOD.test(text)), 'GET', 'TRACE', ...values.slice(0, FEW.methods)]),
    paths: unique([
      ...paths.flatMap((path) => [path, `${path}x`, path.replace(/\/$/, '')]),
      ...texts.flatMap((text) => listMatches(text, URL_PATH)),
      ...paths
        .slice(0, FEW.paths)
        .flatMap((path) => values.slice(0, FEW.valuesInPaths).map((value) => `${path}/${value}`)),
      ...values.slice(0, FEW.valuesAsPaths).map((value) => `/${value}`),
      '/other',
      '/',
    ]).filter((path) => path.startsWith('/')),
    queries: unique(['', 'q=other', ...queryNames.flatMap((name) => values.map((value) => `${name}=${value}`))]),
    headerNames: unique(texts.flatMap((text) => listMatches(text, HEADER_NAME)).map((name) => name.toLowerCase())),
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

function listNamesAndStrings(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...listNamesAndStrings(member)]);
}

function listStrings(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

function listLiterals(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
}

/** The group that matched, for each match of a pattern with one or two groups. */
function listMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? '');
}
