import { NotAvailableError } from '@latchkey/protocol/frame'

/** Answers a call of the contract that this version of the wallet does not offer. */
export const notAvailable = (): never => {
  throw new NotAvailableError()
}
