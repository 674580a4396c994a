import fc from 'fast-check';
import {
  exactVersion,
  findLockEntry,
  fullAddress,
  type LockEntry,
  upsertLockEntry,
} from '../../src/terraform/lock-file';

const header =
  '# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n';

const aws = `provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.1.0"
  constraints = ">= 4.0.0, ~> 5.0"
  hashes = [
    "h1:abc=",
    "zh:0123",
  ]
}
`;

const ours: LockEntry = {
  address: 'terraform.local/netingress/netingress',
  version: '1.0.0+0a1b2c3d',
  constraints: '1.0.0+0a1b2c3d',
  hashes: ['h1:x='],
};

const oursText = `provider "terraform.local/netingress/netingress" {
  version     = "1.0.0+0a1b2c3d"
  constraints = "1.0.0+0a1b2c3d"
  hashes = [
    "h1:x=",
  ]
}
`;

test('an entry is read completely, and an address that the file does not have has none', () => {
  const address = 'registry.terraform.io/hashicorp/aws';
  const entry = { address, version: '5.1.0', constraints: '>= 4.0.0, ~> 5.0', hashes: ['h1:abc=', 'zh:0123'] };
  expect(findLockEntry(`${header}\n${aws}`, address)).toEqual(entry);
  expect(findLockEntry(aws, 'registry.terraform.io/hashicorp/null')).toBeUndefined();
});

const later = aws.replace('registry', 'zegistry');
const older = oursText.replaceAll('0a1b2c3d', 'ffffffff');

test('a new file starts with the header of Terraform', () => {
  expect(upsertLockEntry('', ours)).toBe(`${header}\n${oursText}`);
});

test.each([
  ['after a smaller address', `${header}\n${aws}`, `${header}\n${aws}\n${oursText}`],
  ['before a greater address', `${header}\n${later}`, `${header}\n${oursText}\n${later}`],
  ['in the place of an older one', `${header}\n${aws}\n${older}`, `${header}\n${aws}\n${oursText}`],
  ['behind a last line without its end', `${header}\n${aws}`.trimEnd(), `${header}\n${aws}\n${oursText}`],
])('an entry is put %s', (_, text, expected) => expect(upsertLockEntry(text, ours)).toBe(expected));

test.each([
  ['is there already', `${header}\n${oursText}`],
  ['has additional checksums', `${header}\n${oursText.replace('    "h1:x=",\n', '    "h1:a=",\n    "h1:x=",\n')}`],
  ['is there with other line ends', `${header}\n${oursText}`.replaceAll('\n', '\r\n')],
])('a text whose entry %s stays as it is', (_, text) => expect(upsertLockEntry(text, ours)).toBe(text));

test('entries are read as they were written, are in the order of addresses, and written again change nothing', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const entry = fc.record(
    {
      address: fc.tuple(word, word, word).map((parts) => parts.join('/')),
      version: fc.stringMatching(/^\d\.\d\.\d(\+[0-9a-f]{8})?$/),
      constraints: fc.stringMatching(/^(~> )?\d\.\d$/),
      hashes: fc.uniqueArray(
        fc.base64String({ minLength: 4 }).map((text) => `h1:${text}`),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ['address', 'version', 'hashes'] },
  );
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ address }) => address, maxLength: 6 }), (entries) => {
      const text = entries.reduce(upsertLockEntry, '');
      for (const { hashes, ...rest } of entries) {
        expect(findLockEntry(text, rest.address)).toEqual({ ...rest, hashes: [...hashes].sort() });
      }
      const addresses = [...text.matchAll(/^provider "(.*)"/gm)].map((match) => match[1]);
      expect(addresses).toEqual([...addresses].sort());
      expect(entries.reduce(upsertLockEntry, text)).toBe(text);
    }),
  );
});

test.each([
  ['1.2.3', '1.2.3'],
  ['= 1.2.3', '1.2.3'],
  [' =1.2.3-rc.1+build ', '1.2.3-rc.1+build'],
  ['~> 1.2.3', undefined],
  ['>= 1.2.3', undefined],
  ['1.2', undefined],
  ['1.2.3, 1.2.4', undefined],
  ['', undefined],
])('the constraint %p admits exactly %p', (constraint, version) => expect(exactVersion(constraint)).toBe(version));

test.each([
  ['null', 'registry.terraform.io/hashicorp/null'],
  ['Acme/Zed', 'registry.terraform.io/acme/zed'],
  ['terraform.local/netingress/netingress', 'terraform.local/netingress/netingress'],
])('the source %s is the address %s', (source, address) => expect(fullAddress(source)).toBe(address));
