/** Parses the messages of `terraform plan -json` and `apply -json`. */
import { tryParseJson } from '../model/json';

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
  const lines = text.split('\n').flatMap((line) => (tryParseJson(line) as Line | undefined) ?? []);
  const diagnostics = lines.flatMap(({ diagnostic }) => {
    if (!diagnostic) return [];
    const { severity, summary, detail, address } = diagnostic;
    return [{ severity, summary, detail, address }];
  });
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

/** Reads the output of `terraform validate -json`; empty if it is not JSON. */
export function parseValidation(text: string): Diagnostic[] {
  const parsed = tryParseJson(text) as { readonly diagnostics?: readonly Diagnostic[] } | undefined;
  return (parsed?.diagnostics ?? []).map(({ severity, summary, detail, address }) => ({
    severity,
    summary,
    detail,
    address,
  }));
}
