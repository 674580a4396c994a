import { textFormat } from '../../src/command/report';
import { describePreview } from '../../src/preview/formats/describe-preview';
import { writeFormat } from '../support/cli/write-format';
import { appForEach } from '../support/preview/app';
import { reportRequests } from '../support/preview/requested-change';

const app = appForEach();

test.each([
  ['--dir and --stack', ['--dir', '.', '--stack', 'web'], "'--dir <folder>' cannot be used with option '--stack"],
  ['--dir and --app', ['--dir', '.', '--app', 'cdktf.out'], "'--dir <folder>' cannot be used with option '--app"],
  ['events that do not exist', ['--events', 'nope'], "--events 'nope' does not exist; expected a file"],
  ['counts that do not exist', ['--traffic', 'nope.csv'], "--traffic 'nope.csv' does not exist; expected a file"],
  ['variables that do not exist', ['--var-file', 'nope.tfvars'], "argument 'nope.tfvars' is invalid."],
  ['variables of standard input', ['--var-file', '-'], "argument '-' is invalid. It does not exist."],
  ['variables with a name that is too long', ['--var-file', 'v'.repeat(300)], 'It cannot be read: ENAMETOOLONG'],
  ['an output that is a folder', ['--out', 'cdktf.out'], "argument 'cdktf.out' is invalid. It is a folder"],
])('%s are a mistake, which is found before the account is read', async (_, args, message) => {
  await app.synthesize({ all: {} });
  const { status, stdout, stderr } = await app.preview(...args);
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
  expect(app.emulator.requests()).toEqual([]);
});

test.each<[string, () => unknown, string]>([
  ['that cannot be reached', () => app.emulator.close(), 'ECONNREFUSED'],
  ['that rejects the key', () => app.emulator.faults.add({ do: { status: 403 } }), 'the service rejected the API key'],
])('an account %s is one sentence, and its access is not known', async (_, breakAccount, reason) => {
  await breakAccount();
  const report = await reportRequests({ env: app.env }, () => Promise.resolve());
  expect(report.exit_status).toBe(3);
  const described = describePreview(report, () => ({}) as never);
  const text = await writeFormat(textFormat, described, 'preview');
  expect(text.split('\n').filter((line) => line.includes(reason))).toHaveLength(1);
  expect(text).toContain('the dashboard: not known');
  expect(text).not.toContain('the access is equal');
});
