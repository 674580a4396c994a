/** What `terraform apply -json` and `plan -json` print while they run, line by line, as far as it is read here. */

/** One thing that went wrong, or may. */
export interface Diagnostic {
  /** An error ends the run, a warning does not. */
  readonly severity: 'error' | 'warning';
  /** One line, Terraform's title. */
  readonly summary: string;
  /** What was found, expected and to be done; may be empty. */
  readonly detail: string;
  /** The resource it is about; undefined where Terraform names none. */
  readonly address: string | undefined;
}

/** Everything that is read of the lines. */
export interface Messages {
  readonly diagnostics: readonly Diagnostic[];
  /** Action by address, of every object that the plan changes. */
  readonly planned: ReadonlyMap<string, string>;
  /** Names of the outputs that the plan changes. */
  readonly outputs: readonly string[];
}

interface Line {
  readonly type?: string;
  readonly diagnostic?: Omit<Diagnostic, 'address'> & { readonly address?: string };
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly outputs?: Readonly<Record<string, { readonly action?: string }>>;
}

/** Reads the lines; those that are no JSON, such as the text of a crash, are left out. */
export function readMessages(text: string): Messages {
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
