/** Objects that the actions of a traffic policy refer to. */
import type { IConstruct } from 'constructs';

/** A certificate authority: `CertificateAuthority` or `DataNetingressCertificateAuthority`. */
export interface ICertificateAuthority extends IConstruct {
  /** Id of the authority, `ca_...`. */
  readonly id: string;
}

/** An internal endpoint: `CloudEndpoint` or `DataNetingressCloudEndpoint` with a URL that ends in `.internal`. */
export interface IInternalEndpoint extends IConstruct {
  /** URL of the endpoint. */
  readonly url: string;
}
