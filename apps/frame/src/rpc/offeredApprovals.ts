import { NotAvailableError } from '@latchkey/protocol/frame'

/** The unsafe methods that this version can put before the person. */
const offered: ReadonlySet<string> = new Set([
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_requestExecutionPermissions',
  'wallet_grantPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_revokePermissions',
])

/** @throws NotAvailableError for an unsafe method of a later version */
export function offeredApprovals(method: string): void {
  if (!offered.has(method)) throw new NotAvailableError()
}
