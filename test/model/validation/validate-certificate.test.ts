import { getKind } from '../../../src/model/kinds';
import { formatProblem } from '../../../src/model/problem';
import { checkValues } from '../../../src/model/validation/validate';
import {
  findExpired,
  findUncovered,
  listCertificateReferences,
} from '../../../src/model/validation/validate-certificate';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { validateAttributes } from '../../../src/provider/protocol/validation';
import { UNKNOWN } from '../../../src/values/cty-value';
import { type Made, makeCertificate } from '../../support/emulator/pki';
import { configOf } from '../../support/provider/values';

const kind = getKind('tls_certificate');
const schema = { ...kind, attributes: expandAttributes(kind.attributes) };

let one: Made;
let two: Made;

beforeAll(async () => {
  [one, two] = await Promise.all([makeCertificate({}), makeCertificate({ keyType: 'rsa' })]);
});

const check = (values: Readonly<Record<string, unknown>>) =>
  checkValues(schema, values).map((problem) => [formatProblem(problem), problem.errorCode]);

test.each(['private_key_pem', 'private_key_pem_wo'])('%s is the key of the certificate', (name) => {
  expect(check({ certificate_pem: one.pem, [name]: one.keyPem })).toEqual([]);
  expect(check({ certificate_pem: one.pem, [name]: two.keyPem })).toEqual([
    [`${name} is not the key of certificate_pem; expected the private key of its first certificate`, 1923],
  ]);
});

test('a key or a certificate that is known after apply is not checked', () => {
  expect(check({ certificate_pem: UNKNOWN, private_key_pem: one.keyPem })).toEqual([]);
  expect(check({ certificate_pem: one.pem, private_key_pem: UNKNOWN })).toEqual([]);
});

test('a text that is no certificate is a problem of its format only', () => {
  expect(check({ certificate_pem: 'text', private_key_pem: one.keyPem })).toHaveLength(1);
});

test('a certificate has expired after its last moment', () => {
  const end = new Date(one.certificate.notAfter);
  const find = (now: Date) => findExpired(schema.attributes, { certificate_pem: one.pem }, now).map(formatProblem);
  expect(find(end)).toEqual([]);
  expect(find(new Date(end.getTime() + 1))).toEqual([
    `certificate_pem contains a certificate that expired at ${end.toISOString()}; expected certificates that are valid now, since clients reject others`,
  ]);
});

test('the provider warns of an expired certificate', async () => {
  const validity = { notBefore: new Date('2023-01-01'), notAfter: new Date('2024-01-01') };
  const { pem, keyPem } = await makeCertificate({ validity });
  const config = configOf(kind, { certificate_pem: pem, private_key_pem: keyPem });
  expect(validateAttributes(kind, config)).toMatchObject([{ severity: 'warning', summary: 'Expired certificate' }]);
});

const reference = listCertificateReferences(getKind('domain').attributes)[0] ?? fail();

function fail(): never {
  throw new Error('domains refer to no certificate');
}

async function pemFor(subject: string, ...dnsNames: string[]): Promise<string> {
  return (await makeCertificate({ subject, dnsNames })).pem;
}

test.each([
  ['a.example.com', 'CN=a', ['a.example.com']],
  ['A.example.com.', 'CN=a', ['a.EXAMPLE.com']],
  ['a.example.com', 'CN=a', ['b.example.com', '*.example.com']],
  ['*.example.com', 'CN=a', ['*.example.com']],
])('the name %s is covered by the certificate %s of %j', async (host, subject, names) => {
  expect(findUncovered(reference, host, await pemFor(subject, ...names))).toBeUndefined();
});

test.each([
  ['www.example.com', 'CN=www.example.com', ['a.example.com'], 'www.example.com or *.example.com'],
  ['example.com', 'CN=a', ['*.example.com'], 'example.com'],
  ['a.b.example.com', 'CN=a', ['*.example.com'], 'a.b.example.com or *.b.example.com'],
  ['*.b.example.com', 'CN=a', ['*.example.com'], '*.b.example.com'],
  ['*.example.com', 'CN=a', ['a.example.com', 'example.com'], '*.example.com'],
])('the name %s is not covered by the certificate %s of %j', async (host, subject, names, expected) => {
  const problem = findUncovered(reference, host, await pemFor(subject, ...names));
  expect(problem && formatProblem(problem)).toBe(
    `certificate_id is a certificate for ${names.join(', ')}, and domain is '${host}'; expected a certificate for ${expected}, since clients reject others`,
  );
});

test('the common name of a certificate without DNS names is not one', async () => {
  const problem = findUncovered(reference, 'a.example.com', await pemFor('O=x,CN=a.example.com'));
  expect(problem?.problem).toBe("is a certificate without a DNS name, and domain is 'a.example.com'");
});

test('the first certificate of a chain decides', async () => {
  const [right, wrong] = [await pemFor('CN=a', 'a.example.com'), await pemFor('CN=b', 'b.example.com')];
  const isFound = (chain: string): boolean => findUncovered(reference, 'a.example.com', chain) !== undefined;
  expect([isFound(right + wrong), isFound(wrong + right), isFound('text')]).toEqual([false, true, false]);
});
