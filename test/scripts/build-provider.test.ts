/** A small entry, bundled as the provider is, and its deferred modules, which are loaded on first use. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProvider } from '../../scripts/build-provider';
import { useFolder } from '../support/folder';

/** Evaluates filters, and lists the deferred modules that were loaded after each. */
const entry = `
import { basename } from 'node:path';
import { compileEventFilter } from ${JSON.stringify(join(__dirname, '../../src/model/cel/filters'))};
import { FORMATS } from ${JSON.stringify(join(__dirname, '../../src/model/formats'))};

const steps = process.argv.slice(2).map((expression) => {
  const result = expression === 'true' ? FORMATS.endpoint_selector.check(expression) ?? 'valid' : evaluate(expression);
  const loaded = Object.keys(require.cache).map((file) => basename(file)).filter((name) => name !== 'provider.cjs');
  return { result, loaded };
});
console.log(JSON.stringify({ steps }));

function evaluate(expression: string): unknown {
  const filter = compileEventFilter('tcp_connection_closed.v0', expression) as ReturnType<typeof compileEventFilter>;
  return 'problem' in filter ? filter.problem.problem : filter.test(() => 'a'.repeat(5000) + '!');
}
`;

const scratch = useFolder({ forAll: true });
let file: string;

beforeAll(async () => {
  file = join(scratch.folder, 'provider.cjs');
  await bundleProvider(join(scratch.folder, await scratch.write('entry.ts', entry)), file, '1.0.0');
});

interface Step {
  readonly result: unknown;
  readonly loaded: readonly string[];
}

function run(...expressions: readonly string[]): readonly Step[] {
  const printed = execFileSync(process.execPath, [file, ...expressions], { encoding: 'utf8' });
  return (JSON.parse(printed) as { steps: readonly Step[] }).steps;
}

test('no file of the bundle has characters beyond U+00FF, so V8 stores each character of the source in one byte', () => {
  const files = readdirSync(scratch.folder).filter((name) => name !== 'entry.ts');
  expect(files).toContain('re2.js');
  for (const name of files)
    expect([name, readFileSync(join(scratch.folder, name), 'utf8').replace(/[\0-\xff]/g, '')]).toEqual([name, '']);
});

test('non-ASCII characters in cel-js.js, a deferred module, are preserved', () => {
  expect(run('duration("5µs") == duration("5us")')[0]?.result).toBe(true);
});

test('a library is loaded with the first expression that needs it, and none for the selector `true`', () => {
  const steps = run(
    'true',
    'ev.conn.client_ip == "b"',
    'ev.conn.client_ip.matches("^(a+)+$")',
    'ev.conn.client_ip.matches("^(a+)+!$")',
  );
  const [cel, re2] = ['cel-js.js', 're2.js'];
  expect(steps).toEqual([
    { result: 'valid', loaded: [] },
    { result: false, loaded: [cel] },
    { result: false, loaded: [cel, re2] },
    { result: true, loaded: [cel, re2] },
  ]);
});
