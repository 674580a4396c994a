import type { FormatProblem } from './formats';

const EXPECTED = 'a name of the form arn:PARTITION:SERVICE:REGION:ACCOUNT:RESOURCE, as the cloud provider shows it';

/** What is wrong with the shape of an ARN: its partition, its service, or the whole; undefined for nothing. */
export function findArnProblem(text: string): FormatProblem | undefined {
  const [arn, partition = '', service = '', , , ...resource] = text.split(':');
  const problem = (what: string, errorCode: number): FormatProblem => ({
    problem: `'${text}' ${what}`,
    expected: EXPECTED,
    errorCode,
  });
  if (arn !== 'arn' || /\s/.test(text) || resource.join('') === '') return problem('is not an ARN', 5120);
  if (!/^aws(-[a-z]+)*$/.test(partition)) return problem(`has the partition '${partition}'`, 5118);
  if (!/^[a-z][a-z0-9-]*$/.test(service)) return problem(`has the service '${service}'`, 5119);
  return undefined;
}
