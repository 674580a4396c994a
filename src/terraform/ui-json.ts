/** Messages of `terraform init -json`, `plan -json` and `apply -json`, and the result of `validate -json`. */
import { tryParseJson } from '../values/json';

/** An error or a warning that Terraform reports. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Usually one line; `init` has one of several lines about an invalid configuration. */
  readonly summary: string;
  /** May be empty. */
  readonly detail: string;
  /** Address of the resource, if the diagnostic concerns one. */
  readonly address: string | undefined;
  /**
   * It points at the block of a variable, or at a place that is not a configuration file: `terraform.tfvars`,
   * `<value for var.a>`.
   */
  readonly isAboutVariable: boolean;
}

export interface TerraformMessages {
  readonly diagnostics: readonly Diagnostic[];
  /** The action of each resource that the plan changes, by address: `create`. */
  readonly planned: ReadonlyMap<string, string>;
  /** Names of the outputs that change. */
  readonly outputs: readonly string[];
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: PrintedDiagnostic;
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly outputs?: Readonly<Record<string, { readonly action?: string }>>;
}

type PrintedDiagnostic = Pick<Diagnostic, 'severity' | 'summary' | 'detail'> & {
  readonly address?: string;
  readonly range?: { readonly filename: string };
  /** `context` is the block around the position; `code` has the lines, and the position in them as two offsets. */
  readonly snippet?: {
    readonly context: string | null;
    readonly code: string;
    readonly highlight_start_offset: number;
    readonly highlight_end_offset: number;
  } | null;
};

/** Skips lines that are not JSON, such as the stack of a crash. */
export function parseMessages(text: string): TerraformMessages {
  const lines = text.split('\n').flatMap((line) => (tryParseJson(line) as Line | undefined) ?? []);
  const diagnostics = lines.flatMap(({ diagnostic }) => (diagnostic ? [toDiagnostic(diagnostic)] : []));
  const planned = lines.flatMap(({ type, change }) =>
    type === 'planned_change' && change && !['noop', 'read'].includes(change.action)
      ? [[change.resource.addr, change.action] as const]
      : [],
  );
  const outputs = lines.flatMap(({ type, outputs: named }) =>
    type === 'outputs' ? Object.entries(named ?? {}).filter(([, { action = 'noop' }]) => action !== 'noop') : [],
  );
  return { diagnostics, planned: new Map(planned), outputs: outputs.map(([name]) => name) };
}

/** Empty if the text is not JSON. */
export function parseValidation(text: string): Diagnostic[] {
  const parsed = tryParseJson(text) as { readonly diagnostics?: readonly PrintedDiagnostic[] } | undefined;
  return (parsed?.diagnostics ?? []).map(toDiagnostic);
}

function toDiagnostic(printed: PrintedDiagnostic): Diagnostic {
  const { severity, summary, detail, address } = printed;
  return { severity, summary, detail, address, isAboutVariable: pointsAtVariable(printed) };
}

export const CONFIGURATION_FILE = /\.(tf|tofu)(\.json)?$/;

export const HCL_FILE = /\.(tf|tofu)$/;

/**
 * `context` within a block of HCL is `variable "b"`, and in JSON `variable`, `variable.b` or `variable[1]`. It is null
 * at the header of a block of HCL; then the position in `code` is the header, `variable "b"`.
 */
const VARIABLE_BLOCK = /^variable\b/;

function pointsAtVariable({ range, snippet }: PrintedDiagnostic): boolean {
  if (!range) return false;
  if (!CONFIGURATION_FILE.test(range.filename)) return true;
  if (!snippet) return false;
  const { context, code, highlight_start_offset: start, highlight_end_offset: end } = snippet;
  return VARIABLE_BLOCK.test(context ?? code.slice(start, end));
}
