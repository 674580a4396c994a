import type { AdoptedFile, RenderOptions } from './adoption';

/** Version ranges by package name, without this package. */
export interface Dependencies {
  readonly runtime: Readonly<Record<string, string>>;
  readonly development: Readonly<Record<string, string>>;
}

export function projectFiles(
  { runtime, development }: Dependencies,
  { version, library: cdktf = 'cdktf', packageSource = `^${version}` }: RenderOptions,
): AdoptedFile[] {
  // Lists of strings are on one line, as formatters write them: `[\n  "a",\n  "b"\n]` -> `["a", "b"]`.
  const json = (value: unknown): string =>
    `${JSON.stringify(value, null, 2).replace(/\[\s+("[^\]]*")\s+\]/g, (_, words: string) => `[${words.replace(/\s+/g, ' ')}]`)}\n`;
  return [
    {
      path: 'package.json',
      text: json({
        name: 'adopted-ingress',
        version: '0.0.0',
        private: true,
        scripts: { check: 'tsc --noEmit', synth: `${cdktf} synth`, diff: `${cdktf} diff`, deploy: `${cdktf} deploy` },
        dependencies: { ...runtime, netingress: packageSource },
        devDependencies: development,
      }),
    },
    {
      path: 'cdktf.json',
      text: json({ language: 'typescript', app: 'npx tsx main.ts', sendCrashReports: 'false' }),
    },
    {
      path: 'tsconfig.json',
      text: json({
        compilerOptions: {
          target: 'ES2022',
          module: 'node16',
          moduleResolution: 'node16',
          strict: true,
          noUnusedLocals: true,
          noUnusedParameters: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          types: ['node'],
        },
        include: ['main.ts', 'adopted'],
      }),
    },
    // The local backend of CDKTF stores the unencrypted state beside the code.
    { path: '.gitignore', text: 'node_modules/\ncdktf.out/\n*.js\n*.tfstate\n*.tfstate.*\n.terraform/\n' },
  ];
}
