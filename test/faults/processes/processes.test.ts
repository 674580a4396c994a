/** A sample of the campaign against processes, of what the acceptance tests do not show already; and that it can fail. */
import { isPresent, testWith } from '../../support/requirements';
import { SLICES } from '../scenario';
import { type Act, rehearse, subjects } from './acts';
import type { TriedProcess } from './attempt';
import { BREAKS } from './breaks';
import { findProcessDefect, seedProcess } from './defects';
import { countStarts, handshakeMoments, promptMoments, recordStateRequests, stateMoments } from './idle-moments';
import { namelessErrors } from './judge';
import { requestMoments, tryRequest } from './requests';
import { type KillableService, serviceInProcess, serviceProcess } from './services';
import { createStage, type Stage } from './stage';
import { tryOneState, tryTwoStates } from './two-applies';

jest.setTimeout(240_000);

/** A kind with a natural key, whose objects can conflict, and a kind without. */
const keyed = 'ip_restriction';
const keyless = 'ip_policy';
const byName = (name: string) => subjects().filter((subject) => subject.name === name);

const onLinux = testWith('linux');
const onLinuxInCi = testWith('CAMPAIGN=full', 'linux');
const withDisk = testWith('linux', 'the right to mount');

let service: KillableService;
let stage: Stage;
/** Acts by slice and step. */
const acts = new Map<string, Act>();
const stages: Stage[] = [];

beforeAll(async () => {
  service = await serviceInProcess();
  stage = await createStage(service, isPresent('the right to mount') ? { state: 'own disk' } : {});
  stages.push(stage);
  for (const subject of [...byName(keyed), ...byName(keyless)])
    for (const act of await rehearse(stage, subject, ['create'])) acts.set(`${act.subject.name} ${act.step}`, act);
});
afterAll(async () => {
  for (const each of stages) await each.remove();
  await service?.close();
});

const actOf = (name: string): Act => acts.get(name) as Act;

/** The outcome without the words of the errors. */
function cameTo({ outcome, remedies }: TriedProcess): object {
  const { recovery, problems, apart } = outcome;
  return { recovery, problems, remedies, ...(apart !== undefined && { apart: true }) };
}

/** The point of a create at its POST. */
async function atCreate(name: string, fault: string, when: string): Promise<object> {
  const moment = requestMoments(actOf(`${name} create`)).find(
    (each) => each.broken.name === fault && each.when === when && each.request.startsWith('POST'),
  );
  if (!moment) throw new Error(`${fault} is not tried ${when}`);
  return cameTo(await tryRequest(stage, moment));
}

test('every slice of the scenario is broken, by everything that breaks, at every moment of a request', () => {
  expect(subjects().map(({ name }) => name)).toEqual(SLICES.map(({ name }) => name));
  const act = actOf(`${keyed} create`);
  const moments = requestMoments(act).map(({ request, broken, when }) => `${request}: ${broken.name}, ${when}`);
  expect(act.requests).toEqual(expect.arrayContaining([expect.stringMatching(/^POST /)]));
  expect(moments).toEqual(
    act.requests.flatMap((request) =>
      BREAKS.flatMap(({ name, whens }) => whens.map((when) => `${request}: ${name}, ${when}`)),
    ),
  );
});

describe('a create that is under way', () => {
  const interruptions: [string, string, string, object][] = [
    [keyed, 'SIGINT twice', 'done, no response', { recovery: 'import', problems: [], remedies: ['import'] }],
    [
      keyless,
      'SIGKILL of the provider',
      'done, no response',
      { recovery: 'one apply', problems: [], remedies: ['apply'], apart: true },
    ],
    [keyed, 'SIGTERM', 'done, no response', { recovery: 'one apply', problems: [], remedies: [] }],
  ];
  const title = 'of %s, %s, %s: the next runs come to an empty plan';
  const expectRecovery = async (name: string, fault: string, when: string, wanted: object): Promise<void> => {
    expect(await atCreate(name, fault, when)).toEqual(wanted);
  };
  onLinux.each(interruptions.slice(0, 1))(title, expectRecovery);
  onLinuxInCi.each(interruptions.slice(1))(title, expectRecovery);

  withDisk('survives a disk that is full when the state is written: Terraform says where the state is', async () => {
    expect(await atCreate(keyless, 'disk of the state full', 'done, no response')).toEqual({
      recovery: 'one apply',
      problems: [],
      remedies: ['state push'],
    });
  });
});

describe('the service is killed and started again from its file', () => {
  let killed: KillableService;
  let other: Stage;

  beforeAll(async () => {
    killed = await serviceProcess();
    other = await createStage(killed);
    stages.push(other);
  });
  afterAll(() => killed?.close());

  onLinuxInCi.each(['before it is forwarded', 'done, no response', 'response sent'])(
    'a create %s is done once, and Terraform does not notice',
    async (when) => {
      const moment = requestMoments(actOf(`${keyless} create`)).find(
        (each) => each.broken.service === 'process' && each.when === when,
      );
      if (!moment) throw new Error('The moment does not exist');
      expect(cameTo(await tryRequest(other, moment))).toEqual({ recovery: 'at once', problems: [], remedies: [] });
    },
  );
});

describe('with no request under way', () => {
  onLinuxInCi(
    'Terraform is killed before the last provider’s handshake: nothing is made and no process is left',
    async () => {
      const act = actOf(`${keyless} create`);
      const starts = await countStarts(stage, act);
      expect(starts).toBeGreaterThan(1);
      const moment = handshakeMoments(act, starts)
        .filter(({ fault }) => fault === 'SIGKILL of terraform')
        .at(-1);
      expect(moment?.at).toBe(`before the handshake of process ${starts}`);
      expect(cameTo((await moment?.attempt(stage)) as TriedProcess)).toEqual({
        recovery: 'one apply',
        problems: [],
        remedies: ['apply'],
      });
    },
  );

  onLinux('Ctrl-C between plan and apply leaves everything as it was', async () => {
    const moment = promptMoments(actOf(`${keyless} create`)).find(({ fault }) => fault === 'SIGINT');
    expect(cameTo((await moment?.attempt(stage)) as TriedProcess)).toEqual({
      recovery: 'one apply',
      problems: [],
      remedies: ['apply'],
    });
  });

  onLinuxInCi(
    'Terraform is killed while its state is written: the lock is taken away, and the state is whole',
    async () => {
      const onServer = await createStage(service, { state: 'server' });
      stages.push(onServer);
      const [subject] = byName(keyless);
      if (!subject) throw new Error('The slice does not exist');
      const [act] = await rehearse(onServer, subject, ['create']);
      const requests = await recordStateRequests(onServer, act as Act);
      expect(requests).toEqual(['LOCK /state #1', 'GET /state #1', 'POST /state #1', 'UNLOCK /state #1']);
      const moment = stateMoments(act as Act, requests).find(
        ({ at, fault }) => at === 'POST /state #1 of the state, done, no response' && fault === 'SIGKILL of terraform',
      );
      expect(cameTo((await moment?.attempt(onServer)) as TriedProcess)).toEqual({
        recovery: 'one apply',
        problems: [],
        remedies: ['unlock'],
      });
    },
  );
});

describe('two applies at once', () => {
  onLinux('on one state: the second ends with an error about the lock, the first does not notice', async () => {
    expect(cameTo(await tryOneState(stage, actOf(`${keyless} create`)))).toEqual({
      recovery: 'at once',
      problems: [],
      remedies: [],
    });
  });

  onLinux('on two states of one account: one object of a natural key, and an error that names the import', async () => {
    const second = await createStage(service);
    stages.push(second);
    expect(cameTo(await tryTwoStates(stage, second, actOf(`${keyed} create`)))).toEqual({
      recovery: 'import',
      problems: [],
      remedies: ['import'],
    });
  });
});

onLinux('the campaign finds an emulator that responds before its state is written', async () => {
  const { caught } = await seedProcess(findProcessDefect('the emulator responds before its state file is written'));
  expect(caught).toContain('it took apply');
});

test('an error must name its object, unless it is about Terraform itself', () => {
  const output =
    '│ Error: Cannot create IP policy\n│ no words\n\nError: execution halted\n\nError: Gone\n\n ipp_1 is gone\n';
  expect(namelessErrors(output, ['netingress_ip_policy.sample', 'ipp_1'])).toEqual([
    'an error names no object: Cannot create IP policy no words ',
  ]);
});
