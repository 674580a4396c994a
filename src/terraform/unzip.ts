/** The build bundles the library into this file. */
export { unzipSync } from 'fflate';
