/** A secret, as `secrets.get` names it in traffic policies. */
export interface SecretName {
  readonly vault: string;
  readonly secret: string;
}

/** `vault/secret`. A name that contains `/` is quoted, so two secrets never have the same text. */
export function formatSecretName({ vault, secret }: SecretName): string {
  return [vault, secret].map((name) => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name))).join('/');
}
