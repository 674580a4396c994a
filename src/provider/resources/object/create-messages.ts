import type { ApiError } from '../../../client/api';
import type { Kind } from '../../../model/kind';
import { resourceType } from '../../../model/naming';
import { formatKeyNames } from '../../../model/natural-key';
import { movesWithPlan } from '../../../model/provider-config';
import { withArticle } from '../../../model/text';
import { returnsSecretOnCreate } from '../../../model/variants/sealed-attributes';
import type { Advice } from '../../../values/diagnostic-cause';
import type { JsonObject } from '../../../values/json';
import type { Words } from '../../../values/words';
import { RULE_KIND } from '../../access/rules';
import { createWarning, type ProviderDiagnostic } from '../../protocol/diagnostic';
import { formatImport, WHERE_ADDRESS } from '../../protocol/messages';

export function createdInSameRun(kind: Kind, id: string): Words {
  return (
    `Another ${resourceType(kind)} of this run has the same ${formatKeyNames(kind)}: ${id}; expected one resource for each. ` +
    'Remove one of the two from the configuration.'
  );
}

export function alreadyExists(kind: Kind, existingId: string | undefined): Advice {
  const id = existingId ?? `<id of the existing ${kind.title}>`;
  return ({ address }) => [
    `The service already has ${withArticle(kind.title)} with this ${formatKeyNames(kind)}` +
      `${existingId ? `: ${existingId}` : ''}, and accepts one.`,
    '- If another stack or environment manages it, leave it there: two configurations would change it in turns. Check that ' +
      'the API key is one of the account of this configuration.',
    '- If Terraform replaces it, it or a resource that refers to it has create_before_destroy, which Terraform then sets on ' +
      'everything that such a resource refers to. Remove the flag there, and apply once before the replacement.',
    '- If the state of this configuration was lost, or an apply was killed, `npx netingress moves --live` writes the import ' +
      `blocks of all such objects. In HCL: \`${movesWithPlan('--live ')}\`.`,
    '- If no configuration manages it, import it:',
    `${formatImport(id, address)}.`,
  ];
}

export function limitReached(kind: Pick<Kind, 'name' | 'title'>): Words {
  return kind.name === RULE_KIND.name
    ? 'The policy has as many rules as it may. Combine networks, divide the rules among several policies of the ' +
        'restriction, or have the limit of the account raised.'
    : `The account has as many objects of the type ${kind.title} as it may. Delete one that is not needed, or have the limit of ` +
        'the account raised.';
}

export function unknownReference(attribute: string, target: Kind): Words {
  const type = resourceType(target);
  return (
    `Set ${attribute} to a reference (${type}.<name>.id), or to an id that data.${resourceType({ name: target.plural })} ` +
    `lists. If another account has the ${target.title}, set the API key of that account.`
  );
}

export function deletedAndNotCreated(kind: Kind, id: string): Words {
  return `The ${kind.title} '${id}' was deleted for this update. The next apply creates a new one.`;
}

export function createUncertain(kind: Kind, why: string): Words {
  const lost = `The response was lost, so the ${kind.title} may or may not exist. ${why} Look for it at the service; if it exists, `;
  if (returnsSecretOnCreate(kind)) return lost + adviseToDelete();
  return (
    `${lost}import it with the block that \`npx netingress moves --live\` writes (in HCL: \`${movesWithPlan('--live ')}\`), ` +
    'or delete it. Then apply again.'
  );
}

/** An import does not return a secret, so an object whose secret was lost is useless. */
function adviseToDelete(): Words {
  return 'delete it, because its secret was lost with the response and is valid. Then apply again. `netingress drift` lists it.';
}

export function notCreated(kind: Kind, attempts: number): Words {
  const sent = attempts === 1 ? 'the request' : `${attempts} requests`;
  return `A look-up after ${sent} found no such ${kind.title}, so it was not created. Apply again.`;
}

export function ambiguousCreate(kind: Kind, candidates: readonly JsonObject[]): Words {
  return (
    `The response was lost, and several objects equal the request: ${candidates.map(formatCandidate).join('; ')}. At most ` +
    'one of them belongs to this run. If you find it, ' +
    (returnsSecretOnCreate(kind)
      ? adviseToDelete()
      : `delete it, or import it with\n${formatImport('<id>')}. Then apply again.`)
  );
}

export function keyTaken(kind: Kind, candidate: JsonObject): Words {
  return (
    `The response was lost. ${formatCandidate(candidate)}, has the ${formatKeyNames(kind)} of the request but other ` +
    `values, so another client created it. To manage it with this configuration, import it:\n` +
    `${formatImport(String(candidate['id']))}.`
  );
}

export function secretLost(kind: Kind, candidate: JsonObject): Words {
  const id = String(candidate['id']);
  return (
    `The response was lost, and with it the secret of the ${kind.title}, which the service returns only once. ` +
    `${formatCandidate(candidate)}, equals the request and is not in the state. If no other run created it at that time, ` +
    `delete it with\n  DELETE ${kind.path}/${id}\nat the service's API. Then apply again to create a new ${kind.title}.`
  );
}

export function adoptedAfterLostResponse(kind: Kind, candidate: JsonObject, failure: ApiError): ProviderDiagnostic {
  const { message } = failure.withEffect(
    `A look-up found one ${kind.title} that equals the request and was created after it: ` +
      `${formatCandidate(candidate)}. It is in the state now. If it belongs to another run, two states contain it, and ` +
      `destroying it in one deletes it for the other. In that case remove it from this state with\n` +
      `  terraform state rm ADDRESS\n(${WHERE_ADDRESS}), and apply again.`,
  );
  return createWarning(`Adopted ${kind.title} after a lost response`, message);
}

/** `ipp_1, created at 2026-01-01T00:00:00Z`. */
function formatCandidate({ id, created_at }: JsonObject): Words {
  return `${String(id)}, created at ${String(created_at)}`;
}
