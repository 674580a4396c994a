/**
 * Warns of a domain whose certificate is not valid for its name. What a plan reads and creates decides: Terraform plans a
 * certificate before the domain that names it. If the id is known after apply, any certificate that the plan creates may be
 * meant: it warns only if all of them are known and none is valid for the name.
 */
import { KINDS, tryFindKind } from '../model/kinds';
import { parseKindName } from '../model/naming';
import { formatProblem } from '../model/problem';
import { endSentence } from '../model/text';
import {
  type CertificateReference,
  findCertificateReference,
  findChain,
  findUncovered,
} from '../model/validation/validate-certificate';
import { type ObjectValue, UNKNOWN } from '../values/cty-value';
import type { ProviderDiagnostic } from './protocol/diagnostic';

export interface PlanCertificates {
  /** Call it after each refresh and each plan of an object that exists afterwards. */
  note(type: string, values: ObjectValue | null): void;
  /** Call it after each plan of an object that is created or changed. */
  check(type: string, prior: ObjectValue | null, planned: ObjectValue): ProviderDiagnostic[];
}

const REFERENCES: ReadonlyMap<string, CertificateReference> = new Map(
  KINDS.flatMap(({ name, attributes }) => {
    const reference = findCertificateReference(attributes);
    return reference ? [[name, reference] as const] : [];
  }),
);

const TARGETS = new Set([...REFERENCES.values()].map(({ target }) => target));

/** Remembers the plans of one run of `terraform plan` or `apply`: the process of the provider ends with it. */
export function createPlanCertificates(): PlanCertificates {
  const chains = new Map<string, string | undefined>();
  const created = new Set<string | undefined>();

  function findChains(id: unknown): readonly string[] | undefined {
    const found = id === UNKNOWN ? [...created] : typeof id === 'string' ? [chains.get(id)] : [];
    return found.length > 0 && found.every((chain) => chain !== undefined) ? found : undefined;
  }

  return {
    note(type, values) {
      const kind = tryFindKind(parseKindName(type) ?? '');
      if (!values || !kind || !TARGETS.has(kind.name)) return;
      const chain = findChain(kind, values);
      const { id } = values;
      if (typeof id === 'string') chains.set(id, chain);
      else created.add(chain);
    },
    check(type, prior, planned) {
      const reference = REFERENCES.get(parseKindName(type) ?? '');
      if (!reference) return [];
      const { [reference.attribute]: id, [reference.hostAttribute]: host } = planned;
      if (typeof host !== 'string' || (prior !== null && prior[reference.attribute] === id)) return [];
      const found = findChains(id);
      const problem = found && findUncovered(reference, host, found);
      if (!problem) return [];
      const detail = endSentence(formatProblem(problem));
      return [{ severity: 'warning', summary: 'Certificate for other names', detail, path: [reference.attribute] }];
    },
  };
}
