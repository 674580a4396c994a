import { FILTERABLE_FIELDS, TRAFFIC_FIELDS } from '../../model/events/traffic';
import { isJsonObject, type Json, type JsonObject } from '../../model/json';
import type { Profile } from '../../model/profiles';
import { Refusal } from '../refusal';
import type { Behaviour } from './behaviour';

/** What sources may say beyond the model's checks, and the URIs they are answered with (gaps.md sections 2 and 2.6). */
export const eventSubscription: Behaviour = {
  check({ state }, values) {
    for (const source of sourcesOf(values)) checkTraffic(source, state.profile);
  },
  show(_view, _stored, answer) {
    const sources = sourcesOf(answer).map((source) => ({ ...source, uri: sourceUri(answer['uri'], source['type']) }));
    return { ...answer, sources };
  },
};

/** The sources of a subscription, as stored or as answered. */
export function sourcesOf(values: JsonObject): readonly JsonObject[] {
  const sources = values['sources'];
  return Array.isArray(sources) ? (sources as readonly Json[]).filter(isJsonObject) : [];
}

function sourceUri(subscription: Json | undefined, type: Json | undefined): string {
  return `${String(subscription)}/sources/${String(type)}`;
}

function checkTraffic({ type, fields, filter }: JsonObject, profile: Profile): void {
  const known = TRAFFIC_FIELDS[String(type)];
  if (!known) return;
  if (profile.trafficFieldsRequired && !(Array.isArray(fields) && fields.length > 0)) {
    throw new Refusal(400, 5400, `sources: ${String(type)} names no fields; expected at least one.`);
  }
  if (typeof filter === 'string') checkFilter(filter, String(type), known);
}

/**
 * Judges the members of `ev` that a filter names: unknown ones (5405) and those that cannot be filtered by (5406), and
 * quotes or brackets that do not close (5404). The expression is not compiled, since the emulator delivers no traffic.
 */
function checkFilter(filter: string, type: string, known: readonly string[]): void {
  const code = filter.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  if (/["']/.test(code.replaceAll('""', '')) || !closes(code)) {
    throw new Refusal(400, 5404, `The filter '${filter}' is not valid: quotes or brackets do not close.`);
  }
  for (const found of code.matchAll(/\bev((?:\.[A-Za-z_]\w*)+)(\s*\()?/g)) {
    const names = (found[1] as string).slice(1).split('.');
    // What is called is a function of the member before it: ev.conn.server_name.matches("...").
    const path = (found[2] === undefined ? names : names.slice(0, -1)).join('.');
    if (FILTERABLE_FIELDS.includes(path)) continue;
    const expected = `expected one of ${FILTERABLE_FIELDS.join(', ')}`;
    if (known.includes(path))
      throw new Refusal(400, 5406, `The filter uses ev.${path}, which cannot be filtered by; ${expected}.`);
    throw new Refusal(400, 5405, `The filter uses ev.${path}, which is no field of ${type}; ${expected}.`);
  }
}

function closes(code: string): boolean {
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  const open: string[] = [];
  for (const character of code.replace(/[^()[\]{}]/g, '')) {
    const opening = pairs[character];
    if (opening === undefined) open.push(character);
    else if (open.pop() !== opening) return false;
  }
  return open.length === 0;
}
