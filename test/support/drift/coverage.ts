/**
 * What test/drift/every-kind.test.ts deploys and changes, for each kind. It proves that each of these changes is found;
 * scripts/generate-coverage.ts lists them in docs/drift-coverage.md.
 */
import { semanticallyEqual } from '../../../src/model/canonical';
import type { Kind } from '../../../src/model/kind';
import { attributeAt } from '../../../src/model/natural-key';
import type { Json } from '../../../src/values/json';
import { fullConfig, fullVariants, type Leaf, leavesOf, sampleValue } from '../acceptance/samples';

/** The fields of a full configuration, without the objects that contain them. */
export function listFields(kind: Kind, variant: number): Leaf[] {
  const config = fullConfig(kind, variant, { object: variant });
  return leavesOf(kind.attributes, config).filter(({ attribute }) => attribute.type !== 'object');
}

/**
 * Returns a value to which a client can change the field at the service. Undefined if no client can, if responses omit
 * it, or if no other value was found.
 */
export function findChange(kind: Kind, field: Leaf, variant: number): Json | undefined {
  if (field.attribute.omittedFromResponses || mustReplace(kind, field.path)) return undefined;
  return findOtherValue(kind, field, variant);
}

/**
 * Returns a valid value that means something else; undefined if none was found, as for a field with one valid value.
 */
export function findOtherValue(kind: Kind, { path, attribute, value }: Leaf, variant: number): Json | undefined {
  const field = path.join('.');
  // Without the required element the service would clear the other attribute too.
  const kept = (kind.requires ?? []).flatMap(({ requires, element }) => (requires === field ? [element] : []));
  for (let n = variant + 1; n < variant + 4; n++) {
    // The number of an object that no test deploys: values of natural keys contain it.
    const candidate = withElements(sampleValue(attribute, n, { object: 90 }), kept);
    if (!semanticallyEqual(attribute, candidate, value)) return candidate;
  }
  return undefined;
}

function withElements(sample: Json, elements: readonly Json[]): Json {
  return Array.isArray(sample) ? [...new Set([...(sample as Json[]), ...elements])] : sample;
}

/**
 * Whether a change of the attribute at the path, or of an object that contains it, requires a new object of the
 * service.
 */
export function mustReplace(kind: Kind, path: readonly string[]): boolean {
  return path.some((_, index) => {
    const { requiresReplace } = attributeAt(kind.attributes, path.slice(0, index + 1).join('.'));
    return requiresReplace === 'always' || requiresReplace === 'within-update';
  });
}

export interface Coverage {
  /** Number of configurations that are deployed. */
  readonly configurations: number;
  /** Fields that are changed in at least one configuration. */
  readonly found: readonly string[];
  /** Fields that are changed in none. */
  readonly fixed: readonly string[];
}

export function getCoverage(kind: Kind): Coverage {
  const found = new Set<string>();
  const all = new Set<string>();
  for (let variant = 0; variant < fullVariants(kind); variant++) {
    for (const field of listFields(kind, variant)) {
      const name = field.path.join('.');
      all.add(name);
      if (findChange(kind, field, variant) !== undefined) found.add(name);
    }
  }
  return {
    configurations: 1 + fullVariants(kind),
    found: [...found],
    fixed: [...all].filter((name) => !found.has(name)),
  };
}
