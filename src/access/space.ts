/**
 * The variables of a decision, with their meaning. One space has the variables of everything that is compared: the
 * states before and after a change use the same one, so that equal conditions are the same variable. There are four
 * kinds:
 *
 * - A *condition* depends on the request: `req.method == 'GET'`.
 * - A *choice* is made by the client beside its request, such as a login.
 * - A *member* says which endpoint of a pool serves the request. A client may try until it has each.
 * - A *fact* depends on nothing of the request, but is not known: a list that could not be read, `var.office`.
 *
 * Example: `[ if req.method == 'GET': deny ; oauth, custom-response 200 ]` gives a client a response in the cases "not
 * GET, and oauth lets the request pass", which is a diagram of a condition and a choice.
 */
import { type Cidr, parseCidr, parseIp, toMappedIpv4 } from '../model/ip/cidr';
import type { Obj } from '../objects/objects';
import type { Cause } from '../values/cause';
import { describeCause } from '../values/describe-cause';
import { Identities, Unknown } from '../values/known';
import type { Words } from '../values/words';
import { ALWAYS, createDiagrams, type Diagram, type Diagrams, NEVER, toNetwork } from './diagram';

/** What is not set may be anything. */
export interface ConcreteRequest {
  readonly clientIp?: string;
  readonly url?: string;
  readonly method?: string;
  /** All headers by name. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** In milliseconds since 1970. */
  readonly now?: number;
  /** Types of actions that let the request pass, such as `oauth`; of others it is not known. */
  readonly passes?: readonly string[];
}

/**
 * What a reader is told of a variable. Two variables may mean the same to a reader, so this is no key.
 *
 * - `value`: `var.office is known after apply`.
 * - `expression`: `req.method == 'GET'`, or with `says`: `int(req.headers['x'][0]) is an error`.
 * - `action`: `oauth lets the request pass`.
 * - `member`: `ep_1 of the pool https://app.example.com serves the request`.
 */
export type Meaning =
  | { readonly of: 'value'; readonly cause: Cause; readonly mayFail?: true }
  | { readonly of: 'expression'; readonly source: readonly SourcePart[]; readonly says?: Said }
  | { readonly of: 'action'; readonly type: string }
  | { readonly of: 'member'; readonly id: string; readonly url: string };

/**
 * Source of CEL, or a note: `['req.url.path', { isOf: 'changed' }, " == '/a'"]` -> `req.url.path (changed) == '/a'`.
 */
export type SourcePart = string | Note;

/**
 * Of the path before the note: an action has changed it (`changed`), or it is that of a request that an endpoint has
 * forwarded (`forwarded`). With `cause`, the note is in the place of a value that is not known:
 * `var.office is known after apply`.
 */
export type Note = { readonly isOf: 'changed' | 'forwarded' } | { readonly cause: Cause };

/**
 * What is said after the source of an expression, unless the variable is that the expression is true:
 * `req.headers['x'] is not a condition, but true` if the result is not known to be a boolean, and the service takes it
 * as true.
 */
export type Said =
  | 'is an error'
  | 'is not a condition, but true'
  | 'is not a condition, but an error'
  | 'contains the address'
  | 'is no network';

export interface Variable {
  readonly kind: 'condition' | 'choice' | 'member' | 'fact';
  readonly means: Meaning;
  /** What the client shows to make this choice. A request that realize.ts tries shows one thing in each place. */
  readonly shown?: Shown;
  /** The value for a request; undefined if the request does not decide it. */
  readonly evaluate?: (request: ConcreteRequest) => boolean | undefined;
}

/**
 * What a client shows to one action to pass it, or to be refused by it if `isUsual`. To `basic-auth`:
 * `{ as: 'authorization', headers: ['authorization'], isUsual: false }`.
 */
export interface Shown {
  /** Equal for actions that may read the same: `authorization`, the header; otherwise the type of the action. */
  readonly as: string;
  /**
   * The headers that have it, in lower case. If a condition compares one of them, the request has the value that the
   * condition needs, so the client shows nothing else there. `anywhere`: in any header or query parameter.
   */
  readonly headers: readonly string[] | 'anywhere';
  /** The value of the variable for a client that shows nothing: false for `basic-auth`, true for `rate-limit`. */
  readonly isUsual: boolean;
}

export interface Space {
  readonly diagrams: Diagrams;
  /** Of unknown values that arise in the evaluation of policies. Both states of a comparison share them. */
  readonly identities: Identities;
  /** The variable with the key, which must contain everything on which the variable depends. */
  define(key: string, variable: Variable): Diagram;
  /** `space.fact(office, 'contains the address')`. Equal values with equal aspects are the same fact. */
  fact(unknown: Unknown, aspect?: string): Diagram;
  /** The addresses of the networks. Whether IPv6 networks of mapped addresses contain those of IPv4 is a fact. */
  networks(cidrs: readonly Cidr[]): Diagram;
  /** The variable that was defined with the key. Throws if there is none. */
  getVariable(key: string): Variable;
  /** Declares that a case never happens, such as `req.method == 'GET'` and `req.method == 'PUT'` at once. */
  exclude(diagram: Diagram): void;
  /** The diagram without the cases that never happen. */
  possible(diagram: Diagram): Diagram;
  /** The addresses for which the diagram is true in every case that may happen. */
  surelyFor(diagram: Diagram): Diagram;
  /** The addresses for which the diagram is true in some case that may happen. */
  possiblyFor(diagram: Diagram): Diagram;
}

const MAPPED = new Unknown({ kind: 'undocumented', gap: 'mapped_networks' });

/** `maxNodes` limits the size of all diagrams together, see createDiagrams. */
export function createSpace(maxNodes?: number): Space {
  const diagrams = createDiagrams(maxNodes);
  const variables = new Map<string, Variable>();
  let cases: Diagram = ALWAYS;
  // Joined when a result needs them: policies exclude many pairs.
  let excluded: Diagram[] = [];
  const possibleCases = (): Diagram => {
    cases = diagrams.without(cases, diagrams.any(excluded));
    excluded = [];
    return cases;
  };
  const define = (key: string, variable: Variable): Diagram => {
    if (!variables.has(key)) variables.set(key, variable);
    return diagrams.variable(key);
  };
  const fact: Space['fact'] = ({ cause, identity }, aspect = '') =>
    define(`fact ${identity} ${aspect}`, { kind: 'fact', means: { of: 'value', cause } });
  return {
    diagrams,
    identities: new Identities(),
    define,
    fact,
    networks(cidrs) {
      const mapped = cidrs.flatMap((cidr) => toMappedIpv4(cidr) ?? []);
      const plain = diagrams.networks(cidrs);
      return mapped.length === 0 ? plain : diagrams.or(plain, diagrams.and(fact(MAPPED), diagrams.networks(mapped)));
    },
    getVariable(key) {
      const variable = variables.get(key);
      if (!variable) throw new Error(`The variable ${key} was not defined`);
      return variable;
    },
    exclude(diagram) {
      if (diagram !== NEVER) excluded.push(diagram);
    },
    possible: (diagram) => diagrams.and(diagram, possibleCases()),
    surelyFor: (diagram) => diagrams.surely(diagrams.or(diagram, diagrams.not(possibleCases()))),
    possiblyFor: (diagram) => diagrams.possibly(diagrams.and(diagram, possibleCases())),
  };
}

export function assignRequest(space: Space, diagram: Diagram, request: ConcreteRequest): Diagram {
  return space.diagrams.assign(diagram, (key) => space.getVariable(key).evaluate?.(request));
}

/** Undefined if the text is not an address. */
export function atAddress(space: Space, diagram: Diagram, address: string): Diagram | undefined {
  const cidr = readAddress(address);
  return cidr && space.diagrams.atNetwork(diagram, toNetwork(cidr));
}

/** Undefined if the text is not an address, such as a network. */
export function readAddress(text: string): Cidr | undefined {
  const cidr = parseIp(text) && parseCidr(text);
  return cidr && !('problem' in cidr) ? cidr : undefined;
}

/**
 * The cases in which an object exists as its values say. Of an object of a plan: its creation or update is applied, or
 * its update or deletion is not. ALWAYS for an object without `presence`.
 */
export function buildPresence(space: Space, { presence = [] }: Pick<Obj, 'presence'>): Diagram {
  const { all, not } = space.diagrams;
  return all(
    presence.map(({ writes, isApplied }) => {
      const areApplied = all(writes.map((write) => space.fact(write, 'is applied')));
      return isApplied ? areApplied : not(areApplied);
    }),
  );
}

export function describeMeaning(means: Meaning): Words {
  switch (means.of) {
    case 'value':
      return `${describeCause(means.cause)}${means.mayFail ? ', and may be a text that is an error' : ''}`;
    case 'expression':
      return `${describeSource(means.source)}${means.says === undefined ? '' : ` ${means.says}`}`;
    case 'action':
      return `${means.type} lets the request pass`;
    case 'member':
      return `${means.id} of the pool ${means.url} serves the request`;
  }
}

export function describeSource(source: readonly SourcePart[]): Words {
  return source
    .map((part) => (typeof part === 'string' ? part : 'cause' in part ? describeCause(part.cause) : ` (${part.isOf})`))
    .join('');
}
