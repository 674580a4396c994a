import type { ServiceObject } from '../../client/api';
import { type DataSource, objectDataSource } from '../../model/data-sources';
import { attributesFromResponse } from '../../model/from-response';
import { type JsonObject, valueAt } from '../../model/json';
import type { Kind } from '../../model/kind';
import { attributeAt, naturalKeyOf } from '../../model/natural-key';
import type { ObjectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import type { ReadableData } from '../resources/managed-resource';
import { listWithFilter } from '../service/list-with-filter';
import { isServiceError } from '../service/service-error';
import type { Session } from '../service/session';
import { stateAfterRead } from '../state/state-from-response';
import { valueToJson } from '../state/value-to-json';
import { dataFromModel } from './from-model';
import { notFound, severalFound } from './messages';

/** `netingress_<kind>`: one object. */
export function kindDataSource(kind: Kind): ReadableData {
  const source = objectDataSource(kind);
  return {
    ...dataFromModel(source),
    async read(session, config) {
      try {
        const found = await findOne(kind, source, session, valueToJson(config));
        if ('severity' in found) return { state: null, diagnostics: [found] };
        return { state: stateOf(kind, source, config, found.answer), diagnostics: [] };
      } catch (failure) {
        if (!isServiceError(failure)) throw failure;
        return { state: null, diagnostics: [requestFailed(kind, 'read', failure)] };
      }
    },
  };
}

/** The service's values, in the words of the configuration where it names the object by them. */
function stateOf(kind: Kind, source: DataSource, config: ObjectValue, answer: JsonObject): ObjectValue {
  return stateAfterRead(source.attributes, config, attributesFromResponse(kind.attributes, answer));
}

async function findOne(
  kind: Kind,
  source: DataSource,
  session: Session,
  wanted: JsonObject,
): Promise<{ readonly answer: ServiceObject } | Diagnostic> {
  const id = wanted['id'];
  if (typeof id === 'string') return findById(kind, session, id);
  const given = (source.lookupKeys ?? [])
    .flatMap(({ paths }) => paths)
    .filter((path) => (valueAt(wanted, path) ?? null) !== null);
  const how = given.map((path) => `${path} ${shownValue(valueAt(wanted, path))}`).join(' and ');
  const fits = (answer: ServiceObject): boolean => {
    const values = attributesFromResponse(kind.attributes, answer);
    return given.every((path) => sameAt(kind, path, wanted, values));
  };
  const answers = await listWithFilter(kind, session, exactFilter(kind, given, wanted), fits);
  const [answer, second] = answers;
  if (!answer) return notFound(kind, how);
  return second
    ? severalFound(
        kind,
        how,
        answers.map((each) => each.id),
      )
    : { answer };
}

async function findById(
  kind: Kind,
  session: Session,
  id: string,
): Promise<{ readonly answer: ServiceObject } | Diagnostic> {
  try {
    return { answer: await session.client.get(kind.name, id, { signal: session.stopSignal() }) };
  } catch (failure) {
    if (isServiceError(failure) && failure.notFound) return notFound(kind, `id '${id}'`);
    throw failure;
  }
}

/** Compared as natural keys are: by the attribute's own equality, certificates by the first of a chain. */
function sameAt(kind: Kind, path: string, wanted: JsonObject, values: JsonObject): boolean {
  const single: Kind = { ...kind, naturalKey: { attributes: [path], unique: true } };
  return naturalKeyOf(single, wanted) === naturalKeyOf(single, values);
}

/**
 * What the service can sort out by itself: a reference or a text that it compares as it is. Where several spellings mean
 * the same, its comparison would miss some.
 */
function exactFilter(
  kind: Kind,
  given: readonly string[],
  wanted: JsonObject,
): { readonly path: string; readonly text: string } | undefined {
  for (const path of given) {
    const attribute = attributeAt(kind.attributes, path);
    const text = valueAt(wanted, path);
    if (attribute.type !== 'string' || attribute.equality || typeof text !== 'string' || text === '') continue;
    // Terraform composes characters (NFC); what the service holds may be written otherwise.
    if (text.normalize('NFD') !== text) continue;
    return { path: attribute.ref ? `${attribute.ref.responseName}.id` : path, text };
  }
  return undefined;
}

/** A value for a message; certificates and keys are too long to be shown. */
function shownValue(value: unknown): string {
  const text = String(value);
  return text.length > 100 || text.includes('\n') ? 'as given' : `'${text}'`;
}
