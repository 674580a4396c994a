/** In place of the modules of CDKTF and CDKTN: where each token was made, which takes time under Jest. */
exports.captureStackTrace = () => [];
exports.captureCreationStack = exports.captureStackTrace;
