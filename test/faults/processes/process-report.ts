/** The section of the report about processes that are killed. */
import { outcomeTable, type Tried } from '../report';
import type { TriedProcess } from './attempt';

/** How a run was made. */
export interface RunFacts {
  readonly minutes: number;
  /** Points tried at once. */
  readonly workers: number;
  /** The machine in a line. */
  readonly machine: string;
}

/** The section's text. */
export function processReport(tried: readonly TriedProcess[], missing: readonly string[], facts: RunFacts): string {
  const { minutes, workers, machine } = facts;
  const broken = tried.filter(({ outcome }) => outcome.recovery === 'failed');
  const left = tried.filter(({ outcome }) => outcome.apart !== undefined);
  const needing = (remedy: TriedProcess['remedies'][number]): number =>
    tried.filter(({ remedies }) => remedies.includes(remedy)).length;
  return `## Every moment, every process

${tried.length} points in ${Math.ceil(minutes)} minutes with ${workers} at once (${machine}): ${broken.length} broke an
invariant, ${missing.length === 0 ? 'none was left out' : `and these were left out: ${missing.join('; ')}`}.

The processes are real: Terraform, the packaged provider that it starts, and \`netingress emulator --store FILE\` if the
service is killed. The objects that a slice references exist already, and each step is one \`terraform apply\`. A proxy
delays every request *before it is forwarded*, and again after it is *done, no response* has been sent. Then:

- *SIGINT* and *SIGTERM* are sent to Terraform and the provider, like from a terminal, and the request continues.
  *twice*: the second signal follows after Terraform has reported the first; the request continues when Terraform has
  exited.
- *SIGKILL of terraform*: the request continues without it. *SIGKILL of the provider*: the request ends with it.
- *SIGKILL of the service*, restarted from its file: before it received the request, after it performed the request, and
  after it sent the response. A restart must not revert a change that had a response. Terraform must not notice, unless
  a secret was lost with the response.
- *disk of the state full*: the state is on a small tmpfs that is full from that moment on. A truncated state file is
  removed before \`state push\`, as Terraform requires.

Requests that only read have one moment, because they change nothing. The moments without a request are tried with a kind
that has a natural key and a kind that does not: before the handshake of each process that an apply starts; between plan
and apply, while Terraform waits for approval (the test checks that no provider runs then); and while the state is locked,
read, written and unlocked. Each request of Terraform's \`http\` backend is delayed in the same way.

Then the test follows the messages. ${needing('state push')} times it pushed a state that could not be written from
\`errored.tfstate\`, ${needing('unlock')} times it removed the lock of a killed Terraform with
\`terraform force-unlock\`, ${needing('import')} times it ran the import that an error named.

*apart*: ${left.length} times one object remained that is in no state, and drift detection reported it as unmanaged. Either the
only process that knew it was killed during a create of a kind without natural key (by SIGKILL, or by a second SIGINT, for
which Terraform reports 'data loss may have occurred'); with a natural key the next apply names the import. Or the service
was killed before it sent the response to a create with a secret that it returns only once: the run fails, its error names the
object and the request that deletes it, and the next apply creates another one.

${outcomeTable('what breaks', tried, ({ fault }) => fault)}

${outcomeTable('moment', tried, momentOf)}

${outcomeTable('step', tried, ({ step }) => step)}

${outcomeTable('slice', tried, ({ slice }) => slice)}

*Two applies at once.* On one state, the second apply starts during the first request of the first. It must fail with
Terraform's error about the lock and must not affect the first. On two states of one account, both create an object with
the same natural key before either receives a response. One apply must succeed, and the error of the other must name the
import of that object. After the import both plans are empty.

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
