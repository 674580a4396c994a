/** The picture of a change as a Mermaid flowchart: each restriction with its policies and networks, and other objects. */
import { escapeMermaid, findMermaidProblem } from '../../graph/formats/mermaid';
import { fitText } from '../../graph/text';
import type { PreviewReport, ReportedNetworks, ReportedObject } from '../report';
import { type AccessView, formatAddresses, formatNetworkCount, listAccessViews } from './access-views';

/** Drawn at most: networks of a list (the largest), boxes of other objects. */
const MAX_NETWORKS = 6;
const MAX_OBJECTS = 24;
const OBJECTS_PER_ROW = 4;
const TEXT_WIDTH_PX = 300;

const CLASSES = [
  '  classDef created fill:#d9f2df,stroke:#2f7d46,color:#14361f',
  '  classDef changed fill:#fff1c9,stroke:#9a6b00,color:#3d2b00',
  '  classDef destroyed fill:#fbdcd8,stroke:#b3372b,color:#4d120c',
  '  classDef same fill:#eef1f5,stroke:#5a6475,color:#1c2430',
];

type BoxClass = 'created' | 'changed' | 'destroyed' | 'same';

/** Returns undefined if nothing changes, or if Mermaid would not draw it. */
export function toMermaid(report: PreviewReport): string | undefined {
  const changed = listAccessViews(report).filter(({ isChanged }) => isChanged);
  const isShown = ({ kind }: ReportedObject) => changed.length === 0 || !ACCESS_KINDS.includes(kind);
  const objects = report.objects.filter(isShown);
  if (changed.length + objects.length === 0) return undefined;
  const groups = [...changed.map((_, index) => `r${index}`), ...(objects.length > 0 ? ['objects'] : [])];
  const lines = [
    'flowchart TB',
    ...changed.flatMap(drawAccess),
    ...(objects.length > 0 ? drawObjects(objects) : []),
    // Without links Mermaid draws the last group first.
    ...(groups.length > 1 ? [`  ${groups.join(' ~~~ ')}`] : []),
    ...CLASSES,
  ];
  const text = `${lines.join('\n')}\n`;
  return findMermaidProblem(text) === undefined ? text : undefined;
}

/** Not drawn as objects if a restriction or endpoint is drawn, which shows their effect. */
const ACCESS_KINDS: readonly string[] = ['ip_policy', 'ip_policy_rule', 'ip_restriction', 'cloud_endpoint'];

function drawAccess(view: AccessView, index: number): string[] {
  const { subject, before, after, admits } = view;
  const key = `r${index}`;
  const networks = [
    ...draw(key, 'shut_out', 'destroyed', 'newly shut out', view.newlyShutOut),
    ...draw(key, 'admitted', 'created', 'newly admitted', view.newlyAdmitted),
  ];
  return [
    `  subgraph ${key}["Access to ${label(fitText(subject, TEXT_WIDTH_PX, 16))}"]`,
    '    direction LR',
    `    ${box(`${key}before`, `Before: ${before}`, 'same')}`,
    `    ${box(`${key}after`, [`After: ${after}`, ...(admits === null ? [] : [admits])].join('<br/>'), before === after ? 'same' : 'changed')}`,
    `    ${key}before --> ${key}after`,
    ...networks,
    ...view.newPolicies.flatMap(({ name, rules }, number) => [
      `    ${box(`${key}p${number}`, `Policy ${name}<br/>new here, ${rules} rule${rules === 1 ? '' : 's'}`, 'created')}`,
      `    ${key}after --- ${key}p${number}`,
    ]),
    '  end',
  ];
}

function draw(key: string, keySuffix: string, style: BoxClass, title: string, changes: ReportedNetworks): string[] {
  if (changes.networks.length === 0) return [];
  const largest = [...changes.networks].sort((a, b) => (BigInt(b.addresses) > BigInt(a.addresses) ? 1 : -1));
  const more = largest.length - MAX_NETWORKS;
  const group = `${key}${keySuffix}`;
  return [
    `    ${box(group, `${title}<br/>${formatNetworkCount(changes).replace(' and ', '<br/>')}`, style)}`,
    `    ${key}after --> ${group}`,
    ...largest
      .slice(0, MAX_NETWORKS)
      .flatMap(({ cidr, addresses }, number) => [
        `    ${box(`${group}${number}`, `${cidr}<br/>${formatAddresses(addresses)}`, style)}`,
        `    ${group} --- ${group}${number}`,
      ]),
    ...(more > 0
      ? [`    ${box(`${group}more`, `and ${more} more networks`, style)}`, `    ${group} --- ${group}more`]
      : []),
  ];
}

const STYLES: Readonly<Record<string, BoxClass>> = {
  create: 'created',
  change: 'changed',
  replace: 'changed',
  destroy: 'destroyed',
};

function drawObjects(objects: readonly ReportedObject[]): string[] {
  const shown = objects.slice(0, MAX_OBJECTS);
  const more = objects.length - shown.length;
  const keys = shown.map((_, index) => `o${index}`);
  // Mermaid would put all boxes without links in one column.
  const rows = keys
    .filter((_, index) => index % OBJECTS_PER_ROW === 0)
    .map((_, row) => keys.slice(row * OBJECTS_PER_ROW, (row + 1) * OBJECTS_PER_ROW));
  return [
    '  subgraph objects["Objects"]',
    '    direction LR',
    ...shown.map(({ action, title, name }, index) => {
      return `    ${box(`o${index}`, `${title}<br/>${name}<br/>${action}`, STYLES[action] ?? 'same')}`;
    }),
    ...rows.map((row) => `    ${row.join(' ~~~ ')}`),
    ...(more > 0 ? [`    ${box('omore', `and ${more} more`, 'same')}`] : []),
    '  end',
  ];
}

/** Lines of the text are separated by `<br/>`. */
function box(key: string, text: string, style: BoxClass): string {
  const lines = text.split('<br/>').map((line) => label(fitText(line, TEXT_WIDTH_PX, 16)));
  return `${key}["${lines.join('<br/>')}"]:::${style}`;
}

function label(text: string): string {
  return escapeMermaid(text);
}
