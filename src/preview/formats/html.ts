import { escapeXml } from '../../graph/text';
import type { PreviewReport, ReportedNetworks } from '../report';
import {
  type AccessView,
  describeComplement,
  describeNamedAddress,
  formatAddresses,
  formatNetworkCount,
  listAccessViews,
} from './access-views';
import { listSections, type Section } from './sections';

const MAX_NETWORKS = 12;

/** The report as a page without scripts, fonts or external resources, which its content security policy forbids. */
export function toHtml(report: PreviewReport): string {
  const { result, sections } = listSections(report);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<style>${STYLES}</style>
</head>
<body>
<h1>Preview</h1>
<p class="result ${report.result}" role="status">${escapeXml(result)}</p>
${sections.map((section) => (section.id === 'access' ? renderAccess(listAccessViews(report)) : renderSection(section))).join('\n')}
</body>
</html>
`;
}

function renderSection({ id, heading, items }: Section): string {
  const rows = items.map(({ text, details }) => {
    const list = details.map((detail) => `<li>${escapeXml(detail.trim())}</li>`).join('');
    return `<li>${escapeXml(text)}${list === '' ? '' : `<ul>${list}</ul>`}</li>`;
  });
  return `<section class="${id}"><h2>${escapeXml(heading)}</h2><ul>${rows.join('\n')}</ul></section>`;
}

function renderAccess(views: readonly AccessView[]): string {
  const isShown = ({ isChanged, isUndecided, notes }: AccessView) => isChanged || isUndecided || notes.length > 0;
  const unchanged = views.filter((view) => !isShown(view)).map(({ subject }) => subject);
  const note = unchanged.length === 0 ? '' : `<p>No change of access to ${escapeXml(unchanged.join(', '))}.</p>`;
  const figures = views.filter(isShown).map(drawAccess);
  return `<section class="access"><h2>Access</h2>${figures.join('\n')}${note}</section>`;
}

/** Before and after side by side, with the networks that change. */
function drawAccess({ subject, before, after, admits, newlyAdmitted, newlyShutOut, ...view }: AccessView): string {
  const named = view.namedAddresses.flatMap((address) => {
    const text = describeNamedAddress(address);
    return text === undefined ? [] : [`<p class="named ${address.change}">${escapeXml(text)}.</p>`];
  });
  const notes = view.notes.map((text) => `<p>${escapeXml(text)}</p>`);
  return `<figure><figcaption>Access to ${escapeXml(subject)}</figcaption>
<div class="states"><div class="box">Before<b>${before}</b></div><div class="arrow" aria-hidden="true">→</div><div class="box${before === after ? '' : ' changed'}">After<b>${after}</b>${escapeXml(admits ?? '')}</div></div>
<div class="sides">${side('newly admitted', 'created', newlyAdmitted)}${side('newly shut out', 'destroyed', newlyShutOut)}</div>
${named.join('')}${notes.join('')}</figure>`;
}

function side(title: string, style: string, changes: ReportedNetworks): string {
  const { networks } = changes;
  if (networks.length === 0) return '';
  const complement = describeComplement(changes);
  if (complement !== undefined) {
    return `<div><h3>${title}: ${formatNetworkCount(changes)}</h3><ul class="networks"><li class="${style}">${escapeXml(complement)}</li></ul></div>`;
  }
  const shown = networks.slice(0, MAX_NETWORKS).map(({ cidr, addresses, causes }) => {
    const because = causes.length > 0 ? `<small>${escapeXml(causes.slice(0, 3).join('; '))}</small>` : '';
    return `<li class="${style}"><code>${escapeXml(cidr)}</code> ${formatAddresses(addresses)}${because}</li>`;
  });
  const more = networks.length - shown.length;
  const rest = more > 0 ? `<li>and ${more} more networks</li>` : '';
  return `<div><h3>${title}: ${formatNetworkCount(changes)}</h3><ul class="networks">${shown.join('')}${rest}</ul></div>`;
}

const STYLES = `
body{font:16px/1.5 system-ui,sans-serif;color:#1c2430;background:#fff;max-width:70rem;margin:2rem auto;padding:0 1rem}
.result{padding:.75rem 1rem;border-left:.4rem solid #5a6475;background:#eef1f5;font-weight:600}
.result.applies{border-color:#2f7d46;background:#d9f2df}.result.refused,.result.gate_failed{border-color:#b3372b;background:#fbdcd8}.result.incomplete{border-color:#9a6b00;background:#fff1c9}
figure{margin:1rem 0;padding:1rem;border:1px solid #c9d0da;border-radius:.5rem}figcaption{font-weight:600;margin-bottom:.5rem}
.states,.sides{display:flex;flex-wrap:wrap;gap:1rem;align-items:center}.sides{align-items:flex-start;margin-top:1rem}.sides>div{flex:1 1 20rem}
.box{border:1px solid #5a6475;border-radius:.4rem;background:#eef1f5;padding:.5rem 1rem}.box b{display:block}.box.changed{background:#fff1c9;border-color:#9a6b00}
.networks{list-style:none;padding:0;margin:.5rem 0}.networks code{margin-right:.5rem}.networks li{border:1px solid;border-radius:.3rem;padding:.25rem .5rem;margin:.25rem 0}.networks small{display:block;color:#3d4654}
.created{background:#d9f2df;border-color:#2f7d46!important;color:#14361f}.destroyed{background:#fbdcd8;border-color:#b3372b!important;color:#4d120c}
.named{font-weight:600}.named.shut_out{color:#8f1d12}h2{margin-top:2rem}h3{font-size:1rem;margin:.5rem 0}li{overflow-wrap:anywhere}
`;
