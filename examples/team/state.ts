/** Where the team keeps states, and how two people are kept from writing one at the same time. */
import { S3Backend, type S3BackendConfig, type TerraformStack } from 'cdktf';

/** The bucket. */
export interface StateBucket {
  readonly bucket: string;
  readonly region: string;
  /**
   * Whether it is at a store that speaks S3 and is none of its maker's. Terraform itself takes the address of such a
   * store from `AWS_ENDPOINT_URL_S3`.
   */
  readonly compatible: boolean;
}

/** What no other store than the original knows: accounts, regions, instance metadata, checksums, host names by bucket. */
const compatibleStore: Partial<S3BackendConfig> = {
  usePathStyle: true,
  skipCredentialsValidation: true,
  skipRegionValidation: true,
  skipRequestingAccountId: true,
  skipMetadataApiCheck: true,
  skipS3Checksum: true,
};

/**
 * Keeps the stack's state in the bucket, encrypted, and locks it there: while somebody plans or applies, an object
 * `<key>.tflock` exists, made by a conditional write that only one can win. This needs Terraform 1.10 or OpenTofu 1.10
 * and no table of a data base beside it.
 */
export function keepState(stack: TerraformStack, { bucket, region, compatible }: StateBucket): void {
  const backend = new S3Backend(stack, {
    bucket,
    region,
    key: `netingress/${stack.node.id}.tfstate`,
    ...(compatible ? compatibleStore : { encrypt: true }),
  });
  // Younger than the class.
  backend.addOverride('use_lockfile', true);
}
