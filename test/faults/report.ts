/** Outcomes of the campaign, and the text of docs/faults.md made of them. */

/** What it took to come to an empty plan, from best to worst. */
export const RECOVERIES = ['at once', 'one apply', 'two applies', 'import', 'delete', 'failed'] as const;

export type Recovery = (typeof RECOVERIES)[number];

/** What happened after one request was broken. */
export interface Outcome {
  readonly recovery: Recovery;
  /** Every invariant that was broken, as a sentence; empty unless the recovery is `failed`. */
  readonly problems: readonly string[];
}

/** One fault at one request of the scenario, and its outcome. */
export interface Tried {
  readonly slice: string;
  readonly step: string;
  /** The request: `POST /ip_policies #1`. */
  readonly at: string;
  readonly fault: string;
  readonly outcome: Outcome;
}

export interface RunFacts {
  readonly minutes: number;
  readonly workers: number;
  /** The machine in a line. */
  readonly machine: string;
}

/** `missing`: sentences about points that were not tried. */
export function report(tried: readonly Tried[], missing: readonly string[], facts: RunFacts): string {
  const failed = tried.filter(({ outcome }) => outcome.recovery === 'failed').length;
  return `# What breaks, and what then happens

Written by \`npm run faults\`, which breaks each request of a scenario over all resource types in every way and checks
after each: at most two more applies, besides an import or a deletion that an error names, come to an empty plan, the
service contains exactly what is declared, no output contains a secret, every error names its object, no process is left.

${tried.length} points: ${failed} broke an invariant, ${missing.length === 0 ? 'none was left out' : `and some were left out: ${missing.join('; ')}`}.
The run took ${Math.ceil(facts.minutes)} minutes with ${facts.workers} slices at once (${facts.machine}).

The scenario has one slice for each resource type, or one for each attribute of it that a separate request removes. A slice
includes the objects that the type references. One \`terraform apply\` each
creates, reads, updates, replaces and deletes a slice. Attributes that no PATCH clears are removed in a step
\`detach\`. A run without faults records the requests of each step. Then the campaign tries each fault on each request:
it restores the service and the state of before the step, applies the step while the fault breaks that request, and
repeats \`terraform apply\` until a plan is empty. The service has the profile \`spec\`, or \`ngrok\` for the resource types
that only the public service has. Pre-existing objects of the same kinds are present all the time. Only the step
\`read\` refreshes, because the other steps would send the same reads; the repairing applies always refresh. If the
provider waits for a response that does not arrive or for a rate limit, that time is skipped: its timers fire at once,
and its clocks show that the time has passed.

- *at once*: the broken command succeeded, and the next plan was empty.
- *one apply*, *two applies*: the broken command failed, and the plan was empty after that many more applies.
- *import*: an error named an import, and the plan was empty after the import and at most one more apply.
- *delete*: the error named an object whose secret was lost with the response, and the request that deletes it; the plan
  was empty after that deletion and at most two more applies.
- *failed*: an invariant was broken.

The faults: 429, 500 and 503 are errors of the service. 502 and HTML (status 200) are pages of a proxy; the request was
not performed. *before* and *after* mean that the connection timed out or was reset before or after the change took
effect. A truncated response lacks half of its body, or without a body the end of its head. A response with the wrong
content type is otherwise complete. A response for another object contains a pre-existing object of the kind, or if there
is none the right object with an id that does not exist; in a list every object has such an id; a deletion is not
performed. A slow drip sends a body so slowly that the request exceeds its timeout.

${table('fault', tried, ({ fault }) => fault)}

${table('step', tried, ({ step }) => step)}

${table('slice', tried, ({ slice }) => slice)}

${table('request', tried, ({ at }) => at.split(' ')[0] as string)}

To run it: \`npm run faults\`. A part of it, without this document: \`npm run faults -- --only ip_policy --faults 500,503\`.

Signals, killed processes and full disks during an apply are tests of every run: \`npx jest test/acceptance/failures\`.
`;
}

/** How many points had which outcome, one row for each value of a member of the points. */
function table(title: string, tried: readonly Tried[], by: (point: Tried) => string): string {
  const rows = [...new Set(tried.map(by))].map((name) => [name, ...counts(tried.filter((each) => by(each) === name))]);
  const lines = [
    [title, 'points', ...RECOVERIES],
    ['---', '---:', ...RECOVERIES.map(() => '---:')],
    ...rows,
    ['**all**', ...counts(tried)],
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function counts(tried: readonly Tried[]): string[] {
  const each = RECOVERIES.map((name) => tried.filter(({ outcome }) => outcome.recovery === name).length);
  return [tried.length, ...each].map((count) => (count === 0 ? '' : String(count)));
}
