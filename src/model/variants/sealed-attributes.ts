/** The provider can store an encrypted value instead of one with `hasSealedVariant`. */
import type { Attribute, Attributes, ScalarAttribute } from '../kind';

export const SEALED_FOR = 'sealed_for';

export const ROTATION_ATTRIBUTE = 'rotation';

export function sealedName(name: string): string {
  return `sealed_${name}`;
}

export function sealableNames(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, { hasSealedVariant }]) => (hasSealedVariant ? [name] : []));
}

/** Such a kind also has `sealed_for` and `rotation`. */
export function hasSealableAttribute({ attributes }: { readonly attributes: Attributes }): boolean {
  return sealableNames(attributes).length > 0;
}

/** Whether only the response to its creation has a secret of the object. */
export function returnsSecretOnCreate({ attributes }: { readonly attributes: Attributes }): boolean {
  return Object.values(attributes).some(({ omittedFromResponses }) => omittedFromResponses === 'after-create');
}

/** A kind has one such attribute at most: `sealed_for` and `rotation` have fixed names. */
export function sealedVariant(name: string, attribute: Attribute): [string, Attribute][] {
  const sealed: ScalarAttribute = {
    type: 'string',
    presence: 'computed',
    omittedFromResponses: 'always',
    doc:
      `The \`${name}\`, encrypted for the owner of \`${SEALED_FOR}\`: a JWE in compact serialization (RFC 7516), which ` +
      `\`netingress unseal\` decrypts. Null without \`${SEALED_FOR}\`.`,
  };
  const key: ScalarAttribute = {
    type: 'string',
    presence: 'optional',
    format: 'sealing_key',
    doc:
      `Public key for which the provider encrypts the \`${name}\`: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, ` +
      `or P-256. If it is set, \`${sealedName(name)}\` contains the encrypted value, \`${name}\` is null, and plan and state ` +
      'never contain the value. It is not sent to the service. After an import, the first key is accepted without a replacement.',
    requiresReplace: 'always',
    // Also makes the first key after an import no replacement.
    omittedFromResponses: 'always',
  };
  return [
    [name, { ...attribute, doc: `${attribute.doc} It is also null if \`${SEALED_FOR}\` is set.` }],
    [sealedName(name), sealed],
    [SEALED_FOR, key],
    [ROTATION_ATTRIBUTE, rotation],
  ];
}

const rotation: ScalarAttribute = {
  type: 'string',
  presence: 'optional',
  requiresReplace: 'always',
  // Also makes a removal, and the first value after an import, no replacement.
  omittedFromResponses: 'always',
  format: 'slot_value',
  doc: 'Any string; a new value replaces the object, and so creates a new token. It is not sent to the service. Three changes replace nothing: its removal, the first value after an import, and the first value of a `netingress_rotation` after another value. With `a` or `b` of a `netingress_rotation`, another `sealed_for` applies from the next rotation of the slot on, and a rotation that would replace both slots is refused.',
};
