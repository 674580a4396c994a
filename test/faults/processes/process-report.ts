/** The section of the report about processes that are killed. */
import { outcomeTable, type Tried } from '../report';
import type { TriedProcess } from './attempt';

/** How a run was made. */
export interface RunFacts {
  readonly minutes: number;
  /** Points tried at once. */
  readonly lanes: number;
  /** The machine in a line. */
  readonly machine: string;
}

/** The section's text. */
export function processReport(tried: readonly TriedProcess[], missing: readonly string[], facts: RunFacts): string {
  const { minutes, lanes, machine } = facts;
  const broken = tried.filter(({ outcome }) => outcome.recovery === 'failed');
  const left = tried.filter(({ outcome }) => outcome.apart !== undefined);
  const needing = (remedy: TriedProcess['remedies'][number]): number =>
    tried.filter(({ remedies }) => remedies.includes(remedy)).length;
  return `## Every moment, every process

${tried.length} points in ${Math.ceil(minutes)} minutes with ${lanes} at once (${machine}): ${broken.length} broke an
invariant, ${missing.length === 0 ? 'none was left out' : `and these were left out: ${missing.join('; ')}`}.

Real processes: Terraform, the packaged provider that it starts, and where the service is what is killed
\`netingress emulator --state FILE\`. Each slice of the scenario stands on what it refers to; each step is one
\`terraform apply\`. Every request of it is held back in a proxy, *before it is forwarded* and again when it is *done, not
answered*, and then:

- *SIGINT* and *SIGTERM* go to Terraform and the provider, as from a terminal; the request then goes its way. *twice*:
  the second one when Terraform has taken note of the first; the request goes its way when Terraform has ended.
- *SIGKILL of terraform*: the request goes its way without it. *SIGKILL of the provider*: the request ends with it.
- *SIGKILL of the service*, restarted from its file: before it heard of the request, when it has done it, and when its
  answer is out, which no restart may take back. Terraform must not notice.
- *disk of the state full*: the state is on a disk (a small tmpfs) on which no byte is left from that moment on.
  Where the disk ended within the state file, what is left of it is removed before \`state push\`, as Terraform wants it.

Requests that only read have one moment, since nothing is done by them. The moments without a request are tried with a
kind that has a natural key and one that has none: before the handshake of each process that an apply starts; between plan
and apply, when Terraform asks whether to go on (no provider runs then, which is checked); and while the state is locked,
read, written and unlocked, each request of Terraform's \`http\` backend held back as above.

Then somebody does what the messages say. ${needing('state push')} times a state that could not be written was pushed from
\`errored.tfstate\`, ${needing('unlock')} times a lock that a killed Terraform had left was taken away with
\`terraform force-unlock\`, ${needing('import')} times the import that an error named was made.

*apart*: ${left.length} times an object was left that no state knows, because the only process that had been told of it was
killed (by SIGKILL, or Terraform by a second SIGINT, at which it says 'data loss may have occurred') in a create of a kind
without natural key. It is counted only if drift detection shows it as unmanaged, and it is never more than one. With a
natural key the next apply names the import.

${outcomeTable('what breaks', tried, ({ fault }) => fault)}

${outcomeTable('moment', tried, momentOf)}

${outcomeTable('step', tried, ({ step }) => step)}

${outcomeTable('slice', tried, ({ slice }) => slice)}

*Two applies at once.* On one state the second one starts while the first is in the middle of its first request: it must end
with Terraform's error about the lock, and the first one must not notice. On two states of one account both creates of one
natural key are under way before either is answered: one must succeed, the error of the other must name the import of that
object, and after it both plans are empty.

To run it alone: \`npx tsx test/faults/processes/run.ts\`, a part of it with \`--only ip_policy --faults "SIGINT;SIGTERM"\`. A
full disk needs the right to mount one.`;
}

/** The request's method and when, or what else is going on. */
function momentOf({ at }: Tried): string {
  const [request = '', when] = at.split(', ');
  if (when === undefined) return /^[A-Z]+ /.test(request) ? 'two applies' : at.replace(/ \d$/, '');
  const [method] = request.split(' ');
  return `${method}${request.endsWith('of the state') ? ' of the state' : ''}, ${when}`;
}
