/**
 * fast-check with a fixed seed. Jest gives this module to each test that imports 'fast-check': a change must fail in CI
 * only for its own defects. `FUZZ_SEED` is another seed, or `random`.
 */
const fc = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.FUZZ_SEED ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
module.exports = fc;
