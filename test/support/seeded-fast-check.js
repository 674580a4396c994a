/**
 * fast-check with a fixed seed, and 100 inputs in CI where a test names no other number. Jest gives this module to each
 * test that imports 'fast-check': a change must fail in CI only for its own defects. `FUZZ_SEED` is another seed, or
 * `random`.
 */
const { tries } = require('../fuzz');
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.FUZZ_SEED ?? '1';
fc.configureGlobal({ ...tries(100), ...(seed !== 'random' && { seed: Number(seed) }) });

/**
 * What `unit: 'binary'` names here: fast-check's own first makes maps of a million characters, which takes a second.
 */
const character = fc.integer({ max: 0x10_ffff - 0x800, min: 0 }).map(
  (number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800),
  (text) => {
    const point = text.codePointAt(0);
    if (String.fromCodePoint(point) !== text || !text.isWellFormed()) throw new Error('Not one character');
    return point < 0xd800 ? point : point - 0x800;
  },
);

function string({ unit, ...constraints } = {}) {
  return fc.string({ ...constraints, ...(unit && { unit: unit === 'binary' ? character : unit }) });
}

const all = { ...fc.default, string };
module.exports = { ...all, __esModule: true, default: all };
