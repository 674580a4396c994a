/** What the built package loads, and when; each case in a process of its own. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const lib = join(__dirname, '../../lib');

function run(program: string, ...options: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, [...options, '-e', program], { cwd: lib, encoding: 'utf8' }));
}

describe.each([
  ['cdktf', 'index.js', 'constructs'],
  ['cdktn', 'cdktn/index.js', 'cdktn'],
])('the constructs for %s', (core, index, folder) => {
  test('are loaded when they are used first, each with its resource type only', () => {
    const loaded = run(`
      const path = require('node:path');
      const list = () => Object.keys(require.cache).map((file) => path.relative(${JSON.stringify(lib)}, file));
      const found = () => ({
        core: list().some((file) => file.includes('node_modules/${core}/')),
        types: list().filter((file) => file.startsWith('${folder}/generated/') && !file.endsWith('index.js')),
      });
      const library = require('./${index}');
      const before = found();
      library.IpPolicy;
      console.log(JSON.stringify([before, found()]));
    `);
    expect(loaded).toEqual([
      { core: false, types: [] },
      { core: true, types: [`${folder}/generated/ip-policy.js`] },
    ]);
  });

  test('say which library they need if it is not installed', () => {
    const said = run(`
      const modules = require('node:module');
      const resolve = modules._resolveFilename;
      modules._resolveFilename = (name, ...others) => {
        if (name === '${core}') throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
        return resolve(name, ...others);
      };
      try {
        require('./${index}').IpPolicy;
      } catch (error) {
        console.log(JSON.stringify([error.message, error.cause.code]));
      }
    `);
    expect(said).toEqual([
      "The CDKTF library of this import is not installed; expected 'netingress' with cdktf, or 'netingress/cdktn' with " +
        'cdktn. Import from the entry of the library that your app uses, or install the library.',
      'MODULE_NOT_FOUND',
    ]);
  });

  test('can be imported by name into an ES module, and are the same objects', () => {
    const program = `
      import { createRequire } from 'node:module';
      import { AccessRestriction, act, IpPolicy } from ${JSON.stringify(join(lib, index))};
      const library = createRequire(import.meta.url)(${JSON.stringify(join(lib, index))});
      console.log(JSON.stringify([
        AccessRestriction === library.AccessRestriction, act === library.act, IpPolicy === library.IpPolicy,
      ]));
    `;
    expect(run(program, '--input-type=module')).toEqual([true, true, true]);
  });
});
