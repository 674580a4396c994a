import { readFileSync } from 'node:fs';
import { Fn } from 'cdktf';
import { type Phase, SCHEMES, type Scheme } from '../../../model/traffic-policy/data/schema';
import { PLACEHOLDER, withoutPlaceholders } from '../../../model/traffic-policy/terraform-template';
import { isPlainObject, type JsonObject } from '../../../values/json';
import type { TextValue } from '../../text-value';
import { isToken } from '../../tokens';
import {
  containsTokens,
  escapeTemplateSigns,
  numberTokensAsStrings,
  STRING_TOKEN,
  toExpression,
} from '../on-change/terraform-expression';
import type { PolicyAction, PolicyPhase, PolicyRule } from './action';

/** Options of {@link TrafficPolicy.for}. */
export interface TrafficPolicyOptions {
  /**
   * The endpoint is internal. Internal http and https endpoints have no phase `on_tcp_connect`.
   *
   * @default - as the URL of the endpoint says
   */
  readonly internal?: boolean;
}

/** A rule, or an action, which is a rule of its own without conditions. */
export type PolicyStep<P extends PolicyPhase> = PolicyAction<P> | PolicyRule<P>;

type Document = Record<string, unknown[]>;

/**
 * The traffic policy of a cloud endpoint. Each phase has rules, which run in their order. {@link act} has the actions,
 * {@link rule} adds conditions, and {@link cel} is an expression. The methods that add rules throw for a policy that
 * was made from a text or a file.
 */
export class TrafficPolicy implements TextValue {
  readonly #document: Document = {};
  readonly #text: string | undefined;

  private constructor(
    /** Scheme of the endpoint, if it is known. */
    readonly scheme: Scheme | undefined,
    /** Whether the endpoint is internal, if it is known. */
    readonly internal: boolean | undefined,
    text: string | undefined,
  ) {
    this.#text = text;
  }

  /**
   * An empty policy of an endpoint with the scheme.
   *
   * @throws Error for another scheme
   */
  static for(scheme: 'http' | 'https' | 'tcp' | 'tls', options: TrafficPolicyOptions = {}): TrafficPolicy {
    if (!SCHEMES.includes(scheme))
      throw new Error(`The scheme of a traffic policy is '${String(scheme)}'; expected one of ${SCHEMES.join(', ')}.`);
    return new TrafficPolicy(scheme, options.internal, undefined);
  }

  /**
   * A policy in YAML or JSON, checked at synth as a typed one, with the scheme of the endpoint's URL. Tokens in it are
   * kept; any other `${...}` is CEL, not Terraform's.
   */
  static fromText(text: string): TrafficPolicy {
    return new TrafficPolicy(undefined, undefined, text);
  }

  /**
   * A policy in a YAML or JSON file, relative to the working directory. It is read by this call.
   *
   * @throws Error if the file cannot be read
   */
  static fromFile(path: string): TrafficPolicy {
    return TrafficPolicy.fromText(readFileSync(path, 'utf8'));
  }

  /** Adds rules for new connections. */
  onTcpConnect(...steps: readonly PolicyStep<'on_tcp_connect'>[]): this {
    return this.add('on_tcp_connect', steps);
  }

  /** Adds rules for requests. */
  onHttpRequest(...steps: readonly PolicyStep<'on_http_request'>[]): this {
    return this.add('on_http_request', steps);
  }

  /** Adds rules for responses. */
  onHttpResponse(...steps: readonly PolicyStep<'on_http_response'>[]): this {
    return this.add('on_http_response', steps);
  }

  /** Adds rules for messages of event streams. */
  onEventStreamMessage(...steps: readonly PolicyStep<'on_event_stream_message'>[]): this {
    return this.add('on_event_stream_message', steps);
  }

  /**
   * Adds a rule with the names of the service, for what the typed actions lack. It is checked as the others at synth.
   */
  raw(phase: PolicyPhase, rule: JsonObject): this {
    return this.append(phase, [rule]);
  }

  /**
   * The policy for Terraform: compact JSON, or the text of `fromText` as it is. In both, `${` and `%{` are escaped and
   * tokens are kept.
   */
  toString(): string {
    return this.#text === undefined ? renderJson(this.#document) : escapeText(this.#text);
  }

  /** The policy for checks at synth: with a placeholder for each token, and with `${` and `%{` as they are. */
  get checkedText(): string {
    return this.#text === undefined ? JSON.stringify(replaceTokens(this.#document)) : replaceInString(this.#text);
  }

  private add<P extends PolicyPhase>(phase: P, steps: readonly PolicyStep<P>[]): this {
    return this.append(phase, steps.map(renderStep));
  }

  private append(phase: Phase, rules: readonly unknown[]): this {
    if (this.#text !== undefined)
      throw new Error('A traffic policy that is a text cannot have more rules; add them to the text.');
    this.#document[phase] = [...(this.#document[phase] ?? []), ...rules];
    return this;
  }
}

function renderStep<P extends PolicyPhase>(step: PolicyStep<P>): JsonObject {
  const { name, expressions, actions } =
    'actions' in step ? step : { name: undefined, expressions: [], actions: [step] };
  return {
    ...(name !== undefined && { name }),
    ...(expressions.length > 0 && { expressions: expressions.map(({ expression }) => expression) }),
    actions: actions.map(({ type, config }) => ({
      type,
      ...(Object.keys(config).length > 0 && { config: config as JsonObject }),
    })),
  };
}

/** Terraform's `jsonencode` quotes what is known after apply, so that quotes and line breaks in it are harmless. */
function renderJson(value: unknown): string {
  if (typeof value === 'string' && !containsTokens(value)) return escapeTemplateSigns(JSON.stringify(value));
  if (typeof value === 'string' || isToken(value)) return Fn.jsonencode(toExpression(value));
  if (Array.isArray(value)) return `[${value.map(renderJson).join(',')}]`;
  if (!isPlainObject(value)) return JSON.stringify(value ?? null);
  return `{${Object.entries(value)
    .map(([name, member]) => `${renderJson(name)}:${renderJson(member)}`)
    .join(',')}}`;
}

/** Tokens stay. */
function escapeText(text: string): string {
  return text
    .split(STRING_TOKEN)
    .map((part, index) => (index % 2 === 1 ? part : escapeTemplateSigns(part)))
    .join('');
}

function replaceInString(text: string): string {
  return numberTokensAsStrings(text)
    .split(STRING_TOKEN)
    .reduce((all, part, index) => all + (index % 2 === 1 ? PLACEHOLDER : withoutPlaceholders(part)), '');
}

function replaceTokens(value: unknown): unknown {
  if (typeof value === 'string') return replaceInString(value);
  if (isToken(value)) return PLACEHOLDER;
  if (Array.isArray(value)) return value.map(replaceTokens);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [replaceInString(name), replaceTokens(member)]),
  );
}
