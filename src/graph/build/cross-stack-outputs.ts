/** Outputs by which stacks refer to each other, as expressions name them: `data.terraform_remote_state.X.outputs.Y`. */
import type { Json } from '../../model/json';

/** A stack, and the outputs by which other stacks refer to it. */
export interface StackOutputs {
  readonly name: string;
  /** As written, by name. */
  readonly outputs?: { readonly [name: string]: Json | undefined };
}

/** An output as an expression names it. */
export interface OutputReference {
  /** Name of the data source that reads the state of the other stack. */
  readonly state: string;
  /** Name of the output. */
  readonly name: string;
}

/** An output that a stack has. */
export interface ResolvedOutput {
  /** Name of the stack, where the expressions of the value are understood. */
  readonly stack: string;
  readonly value: Json | undefined;
  /** Whether the data source has the name that CDKTF gives it for this stack; any other name is only a hint. */
  readonly certain: boolean;
}

const traversal = 'data\\.terraform_remote_state\\.([\\w-]+)\\.outputs(?:\\.([\\w-]+)|\\["([^"]+)"\\])';
const anywhere = new RegExp(`\\b${traversal}`, 'g');
const alone = new RegExp(`^\\$\\{${traversal}\\}$`);

/** All outputs of other stacks that an expression names. */
export function findOutputReferences(expression: string): OutputReference[] {
  return [...expression.matchAll(anywhere)].map(toOutputReference);
}

/** The output that an expression stands for, if it is nothing but that. */
export function parseOutputReference(expression: string): OutputReference | undefined {
  const match = alone.exec(expression);
  return match ? toOutputReference(match) : undefined;
}

function toOutputReference([, state = '', plain, quoted]: RegExpMatchArray): OutputReference {
  return { state, name: plain ?? quoted ?? '' };
}

/** The output among those of the stacks: of the one that CDKTF names the data source after, or else of the likeliest. */
export function resolveOutput({ state, name }: OutputReference, stacks: readonly StackOutputs[]): ResolvedOutput | undefined {
  const having = stacks.filter(({ outputs = {} }) => name in outputs);
  const own = having.filter((each) => state === `cross-stack-reference-input-${identifierOf(each.name)}`);
  const from = own[0] ?? having.find((each) => state.endsWith(each.name)) ?? having[0];
  return from && { stack: from.name, value: from.outputs?.[name], certain: own.length === 1 };
}

/** CDKTF leaves out what cannot stand in an identifier of Terraform's. */
function identifierOf(name: string): string {
  return name.replace(/[^\w-]/g, '');
}
