/** Values to and from the bytes that the plugin protocol carries. */
export { decodeValue } from './decode';
export { encodeValue } from './encode';
export { ValueError, type ValuePath } from './error';
