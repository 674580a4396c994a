/** Names of the constructs: those that the model gives. */
export { camelCase, kebabCase, pascalCase } from '../model/naming';
