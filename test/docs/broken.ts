/** A document in which every block has a mistake: what the tests of documents must find, or they find nothing. */
import { type Document, readDocument } from './markdown';

/** Its fence, what stands in it, and what must be said about it. */
const MISTAKES: readonly (readonly [fence: string, code: string, found: RegExp])[] = [
  ['', 'no language', /has no language; name one after the fence/],
  ['cobol', 'DISPLAY "HELLO".', /nothing is done with blocks of 'cobol'/],
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
  ['sh', 'npm install nettingress', /'nettingress' is no package/],
  ['sh', 'npx cdktf deplyo', /cdktf has no command 'deplyo'/],
  ['sh', 'terraform aply', /terraform has no command 'aply'/],
  ['sh', 'npx jest test/no-such-folder', /there is no test\/no-such-folder/],
  ['sh', 'frobnicate --now', /'frobnicate' is no command/],
  ['sh', 'echo "not closed', /the shell cannot read this/],
  ['sh', 'curl -s http://127.0.0.1:4040/_emulator/no-such-control', /the emulator answers 404/],
  ['console', '$ netingress doctor --quick\nok', /unknown option '--quick'/],
  ['json', '{ "a": 1, }', /this is no JSON/],
  ['ndjson', '{"event_type":"ip_policy_created.v0"}', /object/],
  ['yaml', 'a: [1', /this is no YAML/],
  ['yaml', 'rules:\n  - kinds: domain', /netingress drift --ignore cannot read this/],
  ['yaml', 'jobs:\n  a:\n    steps:\n      - run: npx netingress dirft', /unknown command 'dirft'/],
  ['mermaid', 'flowchrt LR\n  a --> b', /'flowchrt' is none of/],
];

/** The path by which its problems are told from those of the documents. */
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
