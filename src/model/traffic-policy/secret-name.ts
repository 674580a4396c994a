/** A secret, as `secrets.get` names it in traffic policies. */
export interface SecretName {
  readonly vault: string;
  readonly secret: string;
}

/** `vault/secret`. A name with another character than `A-Za-z0-9_.-` is quoted, so two secrets differ: `"a/b"/c`. */
export function formatSecretName({ vault, secret }: SecretName): string {
  return [vault, secret].map((name) => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name))).join('/');
}
