/** An operator's command cannot go on; the message says why and what to do, and quotes no secret. */
export class OperationError extends Error {
  override name = 'OperationError'
}
