import { canonicalPem, parsePem } from '../../../src/model/formats/pem';

const der = Buffer.from('the content, longer than one line of a PEM block has room for');
const base64 = der.toString('base64');
const pem = (label: string, body: string): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----`;
const certificate = { label: 'CERTIFICATE', der };

test.each([
  ['one line', pem('CERTIFICATE', base64)],
  ['lines of 64 characters', pem('CERTIFICATE', base64.replace(/(.{64})/g, '$1\n'))],
  ['lines that end as on Windows', pem('CERTIFICATE', base64.replace(/(.{64})/g, '$1\n')).replaceAll('\n', '\r\n')],
  ['spaces around its content', pem('CERTIFICATE', `  ${base64}  `)],
  ['text before and after', `Subject: somebody\n${pem('CERTIFICATE', base64)}\nand so on\n`],
])('reads a block written with %s', (_, text) => {
  expect(parsePem(text)).toEqual([certificate]);
});

test('reads several blocks in their order', () => {
  const text = `${pem('CERTIFICATE', base64)}\n${pem('RSA PRIVATE KEY', 'AAAA')}\n${pem('CERTIFICATE', base64)}`;
  expect(parsePem(text).map(({ label }) => label)).toEqual(['CERTIFICATE', 'RSA PRIVATE KEY', 'CERTIFICATE']);
});

test.each([
  ['no text', ''],
  ['bare base64', base64],
  ['no end', `-----BEGIN CERTIFICATE-----\n${base64}`],
  ['another end', `-----BEGIN CERTIFICATE-----\n${base64}\n-----END KEY-----`],
  ['what is no base64', pem('CERTIFICATE', 'not_base64!')],
  ['four hyphens', pem('CERTIFICATE', base64).replaceAll('-----', '----')],
])('finds no block in %s', (_, text) => {
  expect(parsePem(text)).toEqual([]);
});

test('a block without an end takes linear time', () => {
  const began = process.cpuUsage();
  expect(parsePem(`-----BEGIN CERTIFICATE-----${' '.repeat(200_000)}`)).toEqual([]);
  // A few milliseconds of processor time; quadratic time is more than twenty seconds.
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});

test('two encrypted keys are not equal', () => {
  const encrypted = (body: string): string =>
    `${pem('EC PARAMETERS', 'AAAA')}\n${pem('EC PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\n\n${body}`)}`;
  expect(canonicalPem(encrypted('AAAA'))).not.toBe(canonicalPem(encrypted('BBBB')));
});
