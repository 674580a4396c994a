/** A document with a mistake in every block. If the checks do not find them, the checks are wrong. */
import { type Document, readDocument } from './markdown';

/** The fence, the contents, and the expected problem. */
const MISTAKES: readonly (readonly [fence: string, code: string, found: RegExp])[] = [
  ['', 'no language', /has no language; name one after the fence/],
  ['cobol', 'DISPLAY "HELLO".', /unknown language 'cobol'/],
  ['ts', "import { IpPolicy } from 'netingress';\nnew IpPolicy(stack, 'a', { descripton: 'x' });", /descripton/],
  ['ts', "import { NoSuchClass } from 'netingress/cdktn';\nexport const x = NoSuchClass;", /NoSuchClass/],
  ['ts', 'const text: string = 1;\nexport { text };', /'number' is not assignable to type 'string'/],
  ['ts', 'export const x = undeclared;', /Cannot find name 'undeclared'/],
  ['ts', 'export const x = (;', /Expression expected/],
  ['js', 'module.exports = { a: missing };', /Cannot find name 'missing'/],
  ['diff', "-import { App } from 'cdktf';\n+import { NoSuchApp } from 'cdktn';", /NoSuchApp/],
  ['hcl', 'resource "netingress_ip_policy" "a" {\n  descripton = "x"\n}', /Unsupported argument/],
  ['hcl', 'resource "netingress_ip_policy" "a" {\n  description="x"\n}', /not as `terraform fmt` leaves it/],
  ['hcl', 'resource "netingress_ip_policy_rule" "a" {\n  cidr = "10.0.0.1/8"\n}', /Missing required argument/],
  ['sh', 'npx netingress drifts', /unknown command 'drifts'/],
  ['sh', 'cat a.json | netingress drift --stat -', /unknown option '--stat'/],
  ['sh', 'echo "$(netingress emulator --profile mine)"', /Allowed choices are spec, ngrok/],
  ['sh', 'npm run no-such-script', /package.json has no script 'no-such-script'/],
  ['sh', 'npm install nettingress', /unknown package 'nettingress'/],
  ['sh', 'npx cdktf deplyo', /cdktf has no command 'deplyo'/],
  ['sh', 'terraform aply', /terraform has no command 'aply'/],
  ['sh', 'npx jest test/no-such-folder', /there is no test\/no-such-folder/],
  ['sh', 'frobnicate --now', /unknown program 'frobnicate'/],
  ['sh', 'echo "not closed', /the shell cannot read this/],
  ['sh', 'curl -s http://127.0.0.1:4040/_emulator/no-such-control', /the emulator returned status 404/],
  ['console', '$ netingress doctor --quick\nok', /unknown option '--quick'/],
  ['python', 'print(1)', /no test runs this block/],
  ['json', '{ "a": 1, }', /invalid JSON/],
  ['ndjson', '{"event_type":"ip_policy_created.v0"}', /object/],
  ['yaml', 'a: [1', /invalid YAML/],
  ['yaml', 'rules:\n  - kinds: domain', /netingress drift --ignore cannot read this/],
  ['yaml', 'jobs:\n  a:\n    steps:\n      - run: npx netingress dirft', /unknown command 'dirft'/],
  ['mermaid', 'flowchrt LR\n  a --> b', /unknown diagram 'flowchrt'/],
];

/** Identifies the problems of this document. */
export const BROKEN_PATH = 'test/docs/broken.md';

/** The document. */
export function brokenDocument(): Document {
  const blocks = MISTAKES.map(([fence, code]) => `\`\`\`${fence}\n${code}\n\`\`\`\n`);
  return readDocument(BROKEN_PATH, blocks.join('\n'));
}

/** Every mistake with the lines of its block. */
export function mistakes(): readonly {
  readonly code: string;
  readonly lines: readonly number[];
  readonly found: RegExp;
}[] {
  const { blocks } = brokenDocument();
  return MISTAKES.map(([, code, found], index) => {
    const { line = 0 } = blocks[index] ?? {};
    return { code, found, lines: [...code.split('\n'), ''].map((_, at) => line + at) };
  });
}
