import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '../../..');

/** The code blocks of the guide by names of files that do not exist. */
function blocks(): Map<string, string> {
  const text = readFileSync(join(root, 'docs/guides/patterns.md'), 'utf8');
  const found = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string);
  const given = "declare const stack: import('cdktf').TerraformStack;\n";
  return new Map(found.map((code, index) => [join(root, `guide-${index}.ts`), given + code]));
}

test('every code block of the guide to patterns compiles', () => {
  const files = blocks();
  expect(files.size).toBeGreaterThan(6);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const code = files.get(name);
    return code === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, code, ts.ScriptTarget.ES2022);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = [...files.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSemanticDiagnostics(file), ...program.getSyntacticDiagnostics(file)];
  });
  expect(
    problems.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  ).toEqual([]);
}, 60_000);
