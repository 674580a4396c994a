/** Stores states in a bucket with locking. */
import { S3Backend, type S3BackendConfig, type TerraformStack } from 'cdktf';

export interface StateBucket {
  readonly bucket: string;
  readonly region: string;
  /**
   * Whether it is an S3-compatible store instead of AWS. Terraform reads the address of such a store from
   * `AWS_ENDPOINT_URL_S3`.
   */
  readonly compatible: boolean;
}

/** Disables what compatible stores do not support: accounts, regions, instance metadata, checksums, virtual hosts. */
const compatibleStore: Partial<S3BackendConfig> = {
  usePathStyle: true,
  skipCredentialsValidation: true,
  skipRegionValidation: true,
  skipRequestingAccountId: true,
  skipMetadataApiCheck: true,
  skipS3Checksum: true,
};

/**
 * Stores the encrypted state of the stack in the bucket. Terraform locks it with the object `<key>.tflock`, which it
 * creates with a conditional write. This needs Terraform 1.10 or OpenTofu 1.10, but no database.
 */
export function storeState(stack: TerraformStack, { bucket, region, compatible }: StateBucket): void {
  const backend = new S3Backend(stack, {
    bucket,
    region,
    key: `netingress/${stack.node.id}.tfstate`,
    ...(compatible ? compatibleStore : { encrypt: true }),
  });
  // The class of CDKTF does not have this argument.
  backend.addOverride('use_lockfile', true);
}
