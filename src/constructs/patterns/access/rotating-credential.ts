import { Fn, Op, Token } from 'cdktf';
import { Construct } from 'constructs';
import { omitUndefined } from '../../../model/members';
import { ApiKey, Rotation, TunnelCredential } from '../../generated';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';

/** Properties of {@link RotatingCredential}. */
export interface RotatingCredentialProps extends PatternProps {
  /**
   * Any string that is known in the plan, for example the date of a scheduled pipeline. A new value creates a new
   * credential and makes it the current one. Nothing else rotates: a plan does not read the clock. After a failed apply,
   * apply again with the same value. From the second value on, the plan refuses another one while the credential of the
   * rotation is missing.
   */
  readonly rotation: string;

  /**
   * Type of the credential.
   *
   * @default "api_key"
   */
  readonly type?: 'api_key' | 'tunnel_credential';

  /**
   * Public key for which new tokens are encrypted: PEM, JWK, or an OpenSSH line. Plan and state never contain the token of
   * a credential that was created with it; use `sealedToken`. Adding, changing or removing the key replaces nothing: each
   * of the two credentials keeps its token as it is stored, also in plain text, until a rotation replaces the credential.
   *
   * @default - the state contains the tokens
   */
  readonly sealedFor?: string;

  /**
   * Allowed bindings of a tunnel credential.
   *
   * @default - every binding
   */
  readonly acl?: string[];
}

/**
 * An API key or tunnel credential that is rotated without an outage. There are two slots, `a` and `b`, each with a
 * credential. A new value of `rotation` replaces the credential of the slot that is not current, and makes that slot
 * current. The previous credential remains valid until the next rotation, so consumers have that long to read the new
 * token.
 */
export class RotatingCredential extends Construct {
  /** Remembers the current slot. */
  readonly rotation: Rotation;
  /** The credential of slot `a`. */
  readonly a: ApiKey | TunnelCredential;
  /** The credential of slot `b`. */
  readonly b: ApiKey | TunnelCredential;

  constructor(scope: Construct, id: string, props: RotatingCredentialProps) {
    super(scope, id);
    validatePropNames(this, props, { rotation: true, type: true, sealedFor: true, acl: true });
    const { rotation, type = 'api_key', sealedFor, acl, provider } = props;
    this.rotation = new Rotation(this, 'rotation', { rotation, ...omitUndefined({ provider }) });
    const createSlot = (slot: 'a' | 'b'): ApiKey | TunnelCredential => {
      const common = {
        ...pickPatternProps(props),
        ...omitUndefined({ sealedFor }),
        // A text that changes when the slot rotates, which replaces the credential.
        rotation: this.rotation[slot],
        lifecycle: { createBeforeDestroy: true },
      };
      return type === 'api_key'
        ? new ApiKey(this, slot, common)
        : new TunnelCredential(this, slot, { ...common, ...omitUndefined({ acl }) });
    };
    this.a = createSlot('a');
    this.b = createSlot('b');
    const problem = 'acl: is set for an API key; expected a tunnel credential. Set type to tunnel_credential';
    this.node.addValidation({ validate: () => (acl && type === 'api_key' ? [problem] : []) });
  }

  /** Id of the current credential. */
  get id(): string {
    return this.current(this.a.id, this.b.id);
  }

  /** Token of the current credential, for any argument, best a write-only one. Null if it was created with `sealedFor`. */
  get token(): string {
    return this.current(this.a.token, this.b.token);
  }

  /** Encrypted token of the current credential. Null if it was created without `sealedFor`. */
  get sealedToken(): string {
    return this.current(this.a.sealedToken, this.b.sealedToken);
  }

  /**
   * Number of the rotation, for the version of a write-only argument: each rotation changes it. It stays the same if the
   * current credential is created again for another reason: it was deleted outside Terraform, tainted, or replaced. Rotate
   * then, so that the argument gets the new token.
   */
  get version(): number {
    return this.rotation.version;
  }

  private current(a: string, b: string): string {
    return Token.asString(Fn.conditional(Op.eq(this.rotation.current, 'a'), a, b));
  }
}
