/**
 * Protocol 6 has no field for a cause, so the detail of a diagnostic that has one ends with a token:
 *
 *     Cannot create IP policy: the service responded 409. [5f0c…:12]   Terraform prints it,
 *     Cannot create IP policy: the service responded 409.              the user reads it,
 *     { kind: 'request', failure: { code: 'ERR_1802', … } }            code reads it
 */
import { randomBytes } from 'node:crypto';
import type { ProviderDiagnostic } from '../provider/protocol/diagnostic';
import type { Provider } from '../provider/protocol/provider';
import type { DiagnosticCause } from '../values/diagnostic-cause';

export interface DiagnosticTokens {
  /** Returns the provider with a token in each diagnostic, and in each error of a function, that has a cause. */
  add(provider: Provider): Provider;
  /** Removes the tokens from a text. The cause is that of the first one. */
  read(text: string): { readonly text: string; readonly cause: DiagnosticCause | undefined };
}

export function createDiagnosticTokens(): DiagnosticTokens {
  // Random, so that the text of a configuration or a service does not contain it.
  const run = randomBytes(16).toString('hex');
  const pattern = new RegExp(`\\s?\\[${run}:(\\d+)\\]`, 'g');
  const causes: DiagnosticCause[] = [];
  const addToken = (text: string, cause: DiagnosticCause | undefined): string =>
    cause ? `${text} [${run}:${causes.push(cause) - 1}]` : text;
  return {
    add: (provider) => mapResponses(provider, addToken),
    read(text) {
      const [, index] = [...text.matchAll(pattern)][0] ?? [];
      return { text: text.replace(pattern, ''), cause: index === undefined ? undefined : causes[Number(index)] };
    },
  };
}

type AddToken = (text: string, cause: DiagnosticCause | undefined) => string;

/**
 * Relies on what the operations of a provider return: a promise of a response, a stream of them, a boolean, or nothing.
 */
function mapResponses(provider: Provider, addToken: AddToken): Provider {
  const members = Object.entries(provider).map(([name, member]: [string, unknown]) => [
    name,
    typeof member !== 'function' ? member : (...args: unknown[]) => mapResult(member(...args), addToken),
  ]);
  return Object.fromEntries(members) as Provider;
}

function mapResult(result: unknown, addToken: AddToken): unknown {
  if (typeof result !== 'object' || result === null) return result;
  if (Symbol.asyncIterator in result) return mapStream(result as AsyncIterable<object>, addToken);
  return (result as Promise<object>).then((response) => mapResponse(response, addToken));
}

async function* mapStream(responses: AsyncIterable<object>, addToken: AddToken): AsyncIterable<object> {
  for await (const response of responses) yield mapResponse(response, addToken);
}

function mapResponse(
  response: {
    readonly diagnostics?: readonly ProviderDiagnostic[];
    readonly error?: string;
    readonly cause?: DiagnosticCause;
  },
  addToken: AddToken,
): object {
  const { diagnostics = [], error, cause } = response;
  if (error !== undefined) return { ...response, error: addToken(error, cause) };
  if (diagnostics.length === 0) return response;
  const marked = diagnostics.map((each) => ({ ...each, detail: addToken(each.detail, each.cause) }));
  return { ...response, diagnostics: marked };
}
