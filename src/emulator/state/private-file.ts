/** Mode of files with secrets, and of what is delivered: read and written by their owner only. */
export const PRIVATE_FILE = 0o600;
