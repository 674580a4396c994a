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

The scenario is cut into one slice for each resource type with what that refers to. Each slice is made, read, updated,
replaced and deleted by one \`terraform apply\` each; where an attribute can only be let go of by a request of its own
there is a step \`detach\`. A run without faults says which requests a step sends. Then, for each of them and each fault:
the service and the state are put back to what they were before the step, the step is applied, that one request goes
wrong, and \`terraform apply\` is repeated until a plan is empty. Objects of the same kinds that belong to somebody else
are there all the time. Only the step \`read\` refreshes, since the reads of the others would be the same ones; the
repairing applies always do. Where the provider waits, for an answer that does not come or for a rate limit, that time is
skipped: its timers fire at once, and its clocks show that it has passed.

- *at once*: the broken command itself succeeded, and the next plan was empty.
- *one apply*, *two applies*: the broken command failed, and that many more came to an empty plan.
- *import*: an error named an import, and that with one more apply came to an empty plan.
- *failed*: an invariant was broken.

What the faults are: a 429, 500 or 503 is the service's own error; a 502 and HTML (status 200) are pages of something
before the service, and nothing was done; *before* and *after* say whether the change took effect before the connection
was silent for longer than a request may take, or was reset; of a truncated answer half of the body is missing; an
answer of the wrong content type is whole otherwise; an answer for another object is that of somebody else's (in a list,
all identifiers are others; a deletion is answered so and not done); a slow drip is a body of which a byte comes now and
then, slower than a request may take.

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

Defects put into a copy of the sources on purpose, and what the campaign said of each at the point that must find it.

| defect | in | at | said |
| --- | --- | --- | --- |
${rows.join('\n')}

To run it: \`npm run faults -- --defects\`.`;
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
