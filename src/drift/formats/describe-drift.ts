import type { Drawing, Report, Results } from '../../command/report';
import { focusGraph, keepRelated } from '../../graph/focus';
import { drawPicture } from '../../graph/formats/picture';
import type { Graph } from '../../graph/graph';
import { mergeGraphs } from '../../graph/merge-graphs';
import { formatCount } from '../../model/text';
import { isEqualAccess } from '../access/drifted-access';
import { FINDING_TYPES, type FindingType } from '../compare/finding';
import type { Drift, DriftReport } from '../report/report';
import { formatAttribution, formatFinding, formatSubject, HEADINGS } from './labels';
import { type DriftOptions, loadAccessWords, summarizeDrift } from './sections';

export function describeDrift(drift: Drift, options: DriftOptions = {}): Report {
  return {
    json: () => drift.report,
    summary: () => summarizeDrift(drift, options),
    results: () => listResults(drift.report, options),
    picture: { graph: () => drift.graph, drawing: DRAWING },
  };
}

/** Chosen: a picture with more objects is hard to read. Those that are not in sync are drawn first. */
export const MAX_DRAWN = 250;

/** The picture of many accounts has only the objects that are not in sync, and their neighbors. */
export const DRAWING: Drawing<Graph> = {
  keep: keepRelated,
  merge: mergeGraphs,
  async toPicture(graph, { isMerged }) {
    const { graph: drawn, omitted } = focusGraph(graph, { max: MAX_DRAWN });
    if (isMerged && drawn.nodes.length === 0) return undefined;
    const objects = formatCount(omitted, 'object');
    const note = `${objects} not drawn.`;
    return drawPicture(drawn, {
      ...(isMerged && { heading: 'Objects that are not in sync' }),
      ...(omitted > 0 && { note }),
    });
  },
};

const DESCRIPTIONS: Readonly<Record<FindingType, string>> = {
  changed: 'A field differs between the account and the state.',
  missing: 'An object of the state was deleted, or a traffic policy names one that does not exist.',
  unmanaged: 'An object of the account is in no state.',
  pending: 'The configuration differs from what is deployed.',
  replaced: 'Another object replaced an object of the state.',
  conflict: 'Several resources manage one object.',
};

export const RULES = FINDING_TYPES.map((id) => ({ id, name: HEADINGS[id], description: DESCRIPTIONS[id] }));

function listResults(
  { findings, incomplete, access }: DriftReport,
  { sourceFile = 'cdktf.json' }: DriftOptions,
): Results {
  return {
    results: findings.map((finding) => {
      const { type, address, kind, id, name, construct, fingerprint, remedy } = finding;
      const author = formatAttribution(finding);
      const found = `${formatSubject(finding)}: ${formatFinding(finding)}${author === null ? '' : `; by ${author}`}`;
      const parts = [...access.restrictions, ...access.endpoints].filter((part) =>
        [part.newly_admitted, part.newly_shut_out].some((changes) => changes.findings.includes(fingerprint)),
      );
      const effects = parts.length === 0 ? '' : ` ${loadAccessWords().formatEffects(fingerprint, parts)}`;
      const admits = parts.some(
        ({ newly_admitted: { networks, findings: causes } }) => networks.length > 0 && causes.includes(fingerprint),
      );
      return {
        rule: type,
        level: type === 'pending' ? 'note' : type === 'missing' || admits ? 'error' : 'warning',
        message: `${found}.${effects} ${remedy.text}`,
        resource: address ?? `${kind}/${id ?? name}`,
        construct,
        file: sourceFile,
        fingerprint,
      };
    }),
    failures: incomplete.map(({ kind, message }) => `${kind}: ${message}`),
    warnings: isEqualAccess(access) ? [] : loadAccessWords().listUndecidedAccess(access),
  };
}
