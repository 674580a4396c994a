/** References between stacks: expressions such as `data.terraform_remote_state.X.outputs.Y`. */
import type { Json } from '../../model/json';

export interface StackOutputs {
  readonly name: string;
  /** Expressions by name. */
  readonly outputs?: { readonly [name: string]: Json | undefined };
}

export interface OutputReference {
  /** Name of the `terraform_remote_state` data source. */
  readonly state: string;
  readonly name: string;
}

export interface ResolvedOutput {
  /** The stack that evaluates the expressions of the value. */
  readonly stack: string;
  readonly value: Json | undefined;
  /** Whether CDKTF named the data source after this stack; otherwise the stack is a guess. */
  readonly isCertain: boolean;
}

const traversal = 'data\\.terraform_remote_state\\.([\\w-]+)\\.outputs(?:\\.([\\w-]+)|\\["([^"]+)"\\])';
const anywhere = new RegExp(`\\b${traversal}`, 'g');
const alone = new RegExp(`^\\$\\{${traversal}\\}$`);

export function findOutputReferences(expression: string): OutputReference[] {
  return [...expression.matchAll(anywhere)].map(toOutputReference);
}

/** Parses an expression that is only a reference to an output. */
export function parseOutputReference(expression: string): OutputReference | undefined {
  const match = alone.exec(expression);
  return match ? toOutputReference(match) : undefined;
}

function toOutputReference([, state = '', plain, quoted]: RegExpMatchArray): OutputReference {
  return { state, name: plain ?? quoted ?? '' };
}

/** Finds the stack that CDKTF named the data source after, or else one with a similar name and this output. */
export function resolveOutput(
  { state, name }: OutputReference,
  stacks: readonly StackOutputs[],
): ResolvedOutput | undefined {
  const candidates = stacks.filter(({ outputs = {} }) => name in outputs);
  const exactMatches = candidates.filter(
    (candidate) => state === `cross-stack-reference-input-${identifierOf(candidate.name)}`,
  );
  const from = exactMatches[0] ?? candidates.find((candidate) => state.endsWith(candidate.name)) ?? candidates[0];
  return from && { stack: from.name, value: from.outputs?.[name], isCertain: exactMatches.length === 1 };
}

/** CDKTF removes characters that Terraform identifiers cannot contain. */
function identifierOf(name: string): string {
  return name.replace(/[^\w-]/g, '');
}
