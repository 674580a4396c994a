/** Stands for @grpc/proto-loader in the provider's bundle; see scripts/build-provider.ts. */
module.exports = {
  loadSync() {
    throw new Error('@grpc/proto-loader is not part of this bundle');
  },
};
