/** In this environment each variable path and namespaced function is one identifier: `conn__client_ip`. */
import type { Environment } from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { createEnvironment, readError, TIMESTAMP } from '../../cel/environment';
import { SIGNATURES } from '../data/functions';
import { RETRY_VARIABLES, VARIABLES } from '../data/variables';
import type { ExpressionProblem } from './problem';

function createPolicyEnvironment(): Environment {
  const environment = createEnvironment({ isPolicy: true });
  for (const [path, type] of Object.entries(VARIABLES)) {
    const name = path.replaceAll('.', '__');
    environment.registerVariable(name, type === 'timestamp' ? TIMESTAMP : type);
    environment.registerVariable(`has__${name}`, 'bool');
  }
  for (const name of ['vars', 'actions', ...RETRY_VARIABLES]) environment.registerVariable(name, 'dyn');
  for (const signature of SIGNATURES) environment.registerFunction(signature, rejectCall);
  return environment;
}

function rejectCall(): never {
  throw new Error('This function cannot be evaluated');
}

let environment: Environment | undefined;

/** Expects what `analyzeExpression` rewrites. A type error is a warning: the service may have further overloads. */
export function checkTypes(source: string, isCondition: boolean): ExpressionProblem[] {
  environment ??= createPolicyEnvironment();
  const { valid, type = 'dyn', error } = environment.check(source);
  if (!valid) {
    const { summary } = readError(error, (text) => text.replaceAll('__', '.'));
    return [{ severity: 'warning', problem: `has wrong types: ${summary}`, expected: 'operands of compatible types' }];
  }
  if (!isCondition || type === 'bool' || type === 'dyn') return [];
  return [{ severity: 'warning', problem: `is of the type ${type}`, expected: 'a condition, which is true or false' }];
}
