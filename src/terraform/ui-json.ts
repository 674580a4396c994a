/** Parses the messages of `terraform plan -json` and `apply -json`. */

/** A diagnostic of Terraform. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** May be empty. */
  readonly detail: string;
  /** Address of the resource, if the diagnostic concerns one. */
  readonly address: string | undefined;
}

export interface TerraformMessages {
  readonly diagnostics: readonly Diagnostic[];
  readonly planned: ReadonlyMap<string, string>;
  readonly outputs: readonly string[];
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: Omit<Diagnostic, 'address'> & { readonly address?: string };
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly outputs?: Readonly<Record<string, { readonly action?: string }>>;
}

/** Skips lines that are not JSON, such as the stack of a crash. */
export function parseMessages(text: string): TerraformMessages {
  const lines = text.split('\n').flatMap(parseLine);
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

function toDiagnostic({ severity, summary, detail, address }: NonNullable<Line['diagnostic']>): Diagnostic {
  return { severity, summary, detail, address };
}

function parseLine(line: string): Line[] {
  try {
    return [JSON.parse(line) as Line];
  } catch {
    return [];
  }
}
