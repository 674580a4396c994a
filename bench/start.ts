/**
 * Time from the provider's start to its handshake and its memory 400 ms later, compared with an empty Node process; the
 * modules of Node that it has loaded by then, and the sizes of its files.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Candidate, compare, type Finding, ratioOf, runSection, type Section } from './harness';
import { EMPTY, memoryOf, PROVIDER, withNode } from './processes';

/** Number of starts; fewer with --quick, which only detects defects. */
const ROUNDS = process.argv.includes('--quick') ? 11 : 31;
const MEMORY_ROUNDS = process.argv.includes('--quick') ? 1 : 5;
const SETTLE_MS = 400;

const args: Readonly<Record<string, readonly string[]>> = { 'empty Node': EMPTY, provider: [PROVIDER] };

function candidates(measure: (args: readonly string[]) => Promise<number>): Candidate[] {
  return Object.entries(args).map(([name, each]) => ({ name, run: () => measure(each) }));
}

async function measure(): Promise<Section> {
  const times = await compare(
    ROUNDS,
    candidates((each) => withNode(each, (took) => took)),
  );
  const memory = await compare(
    MEMORY_ROUNDS,
    candidates((each) =>
      withNode(each, async (_, { pid = 0 }) => {
        await sleep(SETTLE_MS);
        return memoryOf(pid)?.now ?? Number.NaN;
      }),
    ),
  );
  return {
    title: 'The start of the provider',
    findings: [
      { ...ratioOf(times, 'provider', 'empty Node', 1.6), name: 'start to handshake / empty Node' },
      { ...ratioOf(memory, 'provider', 'empty Node', 1.5), name: 'memory after the handshake / empty Node' },
      ...(await modules()),
      ...partsOf(PROVIDER),
    ],
  };
}

/** Node modules loaded until the first output, and at the end, beyond those of an empty process. */
async function modules(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  const [hook, list] = [join(folder, 'hook.cjs'), join(folder, 'list.json')];
  // The empty process never calls `writeSync`, and its signal ends it without `exit`, so a timer saves its list.
  writeFileSync(
    hook,
    `const fs = require('node:fs');
    const write = fs.writeSync;
    const list = () => process.moduleLoadList.filter((name) => name.startsWith('NativeModule ')).map((name) => name.slice(13));
    const lists = [];
    const save = () => { lists.push(list()); fs.writeFileSync(${JSON.stringify(list)}, JSON.stringify(lists)); };
    fs.writeSync = (...args) => { const count = write(...args); if (lists.length === 0) save(); return count; };
    setTimeout(() => { if (lists.length === 0) save(); }, ${SETTLE_MS / 2}).unref();
    process.on('exit', save);`,
  );
  try {
    const loaded = async (each: readonly string[]): Promise<readonly string[][]> => {
      await withNode(['--require', hook, ...each], () => sleep(2 * SETTLE_MS));
      return JSON.parse(readFileSync(list, 'utf8')) as string[][];
    };
    const empty = new Set((await loaded(EMPTY)).at(-1));
    const [early = [], late = []] = await loaded([PROVIDER]);
    const beyond = (names: readonly string[]): string[] => names.filter((name) => !empty.has(name)).sort();
    const before = beyond(early);
    const after = beyond(late).filter((name) => !before.includes(name));
    const finding = (name: string, names: readonly string[]): Finding => ({
      name,
      value: names.length,
      unit: '',
      note: names.filter((each) => !each.startsWith('internal/')).join(', '),
    });
    return [
      finding('modules of Node before the handshake', before),
      finding('modules of Node after it, until the first call', after),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function partsOf(executable: string): Finding[] {
  const folder = dirname(executable);
  const deferred = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const parts = [
    ['before the handshake', executable] as const,
    ...deferred.map((name) => [name, join(folder, name)] as const),
  ];
  return parts.map(([name, file]) => ({
    name: `code, ${name}`,
    value: statSync(file).size / 1024,
    unit: ' KiB',
  }));
}

runSection(measure);
