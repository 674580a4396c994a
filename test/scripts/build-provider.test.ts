/** The one file that the provider is bundled into, with the modules that are compiled on first use. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProvider } from '../../scripts/build-provider';

/** Evaluates filters, and lists the late modules that were compiled before and after each. */
const entry = `
import vm from 'node:vm';
import { compileEventFilter } from ${JSON.stringify(join(__dirname, '../../src/model/cel/filters'))};

const compiled: string[] = [];
const { compileFunction } = vm;
vm.compileFunction = ((code, names, options) => {
  compiled.push(options.filename);
  return compileFunction(code, names, options);
}) as typeof compileFunction;
const steps = process.argv.slice(2).map((expression) => {
  const filter = compileEventFilter('tcp_connection_closed.v0', expression) as ReturnType<typeof compileEventFilter>;
  const result = 'problem' in filter ? filter.problem.problem : filter.test(() => 'a'.repeat(5000) + '!');
  return { result, compiled: [...compiled] };
});
console.log(JSON.stringify({ compiled, steps }));
`;

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'netingress-bundle-'));
  writeFileSync(join(folder, 'entry.ts'), entry);
  file = join(folder, 'provider.cjs');
  await bundleProvider(join(folder, 'entry.ts'), file, '1.0.0');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...expressions: readonly string[]): { result: unknown; compiled: string[] }[] {
  const printed = execFileSync(process.execPath, [file, ...expressions], { encoding: 'utf8' });
  return (JSON.parse(printed) as { steps: { result: unknown; compiled: string[] }[] }).steps;
}

test('the file is ASCII, so that each character of a deferred module is one byte', () => {
  expect(readFileSync(file, 'latin1').replace(/[\0-\x7f]/g, '')).toBe('');
});

test('non-ASCII characters in a deferred module are preserved', () => {
  expect(run('duration("5µs") == duration("5us")')[0]?.result).toBe(true);
});

test('a library is loaded with the first condition or regular expression that needs it', () => {
  const steps = run(
    'ev.conn.client_ip == "b"',
    'ev.conn.client_ip.matches("^(a+)+$")',
    'ev.conn.client_ip.matches("^(a+)+!$")',
  );
  const [cel, re2] = ['@marcbachmann/cel-js.js', 're2.js'];
  expect(steps).toEqual([
    { result: false, compiled: [cel] },
    { result: false, compiled: [cel, re2] },
    { result: true, compiled: [cel, re2] },
  ]);
});
