/**
 * fast-check with a fixed seed, and 100 inputs in CI where a test names no other number. Jest gives this module to each test
 * that imports 'fast-check': a change must fail in CI only for its own defects. `FUZZ_SEED` is another seed, or `random`.
 */
const { tries } = require('../fuzz');
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.FUZZ_SEED ?? '1';
fc.configureGlobal({ ...tries(100), ...(seed !== 'random' && { seed: Number(seed) }) });
module.exports = fc;
