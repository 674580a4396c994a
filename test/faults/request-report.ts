/** The sections of the report about requests that break, and about the campaign itself. */
import type { Seeded } from './defects';
import { outcomeTable, type Tried } from './report';

/** How a run was made. */
export interface RunFacts {
  readonly minutes: number;
  readonly workers: number;
  /** Slices that a run before had tried already. */
  readonly resumed: number;
  /** The machine in a line. */
  readonly machine: string;
}

/** What became of all points. */
export function requestReport(tried: readonly Tried[], missing: readonly string[], facts: RunFacts): string {
  const { minutes, workers, resumed, machine } = facts;
  const before =
    resumed === 0
      ? ''
      : `\n${resumed} of the slices had come to their end in a run before, which this one went on with.`;
  const broken = tried.filter(({ outcome }) => outcome.recovery === 'failed');
  return `## Every request, in every way

${tried.length} points: ${broken.length} broke an invariant, ${missing.length === 0 ? 'none was left out' : `and some were left out: ${missing.join('; ')}`}.
The run took ${Math.ceil(minutes)} minutes with ${workers} slices at once (${machine}).${before}

The scenario has one slice for each resource type and the objects that it references. One \`terraform apply\` each
creates, reads, updates, replaces and deletes a slice. If a separate request removes an attribute, there is a step
\`detach\`. A run without faults records the requests of each step. Then the campaign tries each fault on each request:
it restores the service and the state of before the step, applies the step while the fault breaks that request, and
repeats \`terraform apply\` until a plan is empty. The service has the profile \`spec\`, or \`ngrok\` for the resource types
that only the public service has. Pre-existing objects of the same kinds are present all the time. Only the step
\`read\` refreshes, because the other steps would send the same reads; the repairing applies always refresh. If the
provider waits for a response that does not arrive or for a rate limit, that time is skipped: its timers fire at once,
and its clocks show that the time has passed.

- *at once*: the broken command succeeded, and the next plan was empty.
- *one apply*, *two applies*: the broken command failed, and the plan was empty after that many more applies.
- *import*: an error named an import, and the plan was empty after the import and one more apply.
- *failed*: an invariant was broken.

The faults: 429, 500 and 503 are errors of the service. 502 and HTML (status 200) are pages of a proxy; the request was
not performed. *before* and *after* mean that the connection timed out or was reset before or after the change took
effect. A truncated response lacks half of its body. A response with the wrong content type is otherwise complete. A
response for another object contains a pre-existing object; in a list all ids differ, and a deletion is not
performed. A slow drip sends a body so slowly that the request exceeds its timeout.

${outcomeTable('fault', tried, ({ fault }) => fault)}

${outcomeTable('step', tried, ({ step }) => step)}

${outcomeTable('slice', tried, ({ slice }) => slice)}

${outcomeTable('request', tried, ({ at }) => at.split(' ')[0] as string)}

To run it: \`npm run faults\`. A part of it: \`npm run faults -- --only ip_policy --faults 500,503\`.`;
}

/** What became of the defects that were put in on purpose. */
export function defectReport(seeded: readonly Seeded[]): string {
  const rows = seeded.map(({ defect, caught }) => {
    const { slice, step, fault } = defect.at;
    const said = caught === undefined ? '**nothing**' : shortened(caught);
    return `| ${defect.name} | \`${defect.file}\` | ${slice}, ${step}, ${fault} | ${said.replaceAll('|', '\\|')} |`;
  });
  return `## What the campaign catches

Each defect was added to a copy of the sources. The table shows what the campaign reported at the point that must find it.

| defect | in | at | said |
| --- | --- | --- | --- |
${rows.join('\n')}

To run it: \`npm run faults -- --defects\`.`;
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
