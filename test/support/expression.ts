/** An expression of Terraform as a value of its JSON syntax, or within a string. */
export function expression(text: string): string {
  return `\${${text}}`;
}
