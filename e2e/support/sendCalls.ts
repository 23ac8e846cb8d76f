import { expect, type Page } from '@playwright/test'
import type { HostPage } from './HostPage.ts'
import { outcome, type RpcOutcome, rpc, startRequests } from './provider.ts'

export type CallsReceipt = { status: string; transactionHash: string; logs: { address: string }[] }
export type CallsStatus = {
  version: string
  id: string
  chainId: string
  /** A number; a word in the form before version 2. */
  status: number | string
  atomic: boolean
  receipts?: CallsReceipt[]
}

export const localChainId = '0x7a69'

/** A request of EIP-5792. */
export const sendCalls = (calls: readonly object[], more: object = {}) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: localChainId, atomicRequired: false, calls, ...more }],
})

export const idOf = ({ result, message }: RpcOutcome): string => {
  const id = (result as { id?: unknown } | undefined)?.id
  if (typeof id !== 'string') throw new Error(`No calls were sent: ${message}`)
  return id
}

/** What `wallet_getCallsStatus` says now. */
export async function callsStatus(page: Page, id: string): Promise<CallsStatus> {
  const { result, message } = await rpc(page, 'wallet_getCallsStatus', [id])
  if (!result) throw new Error(`The status was refused: ${message}`)
  return result as CallsStatus
}

/** Waits until the calls are at rest, and answers what became of them. */
export async function callsEnd(page: Page, id: string): Promise<CallsStatus> {
  let last: CallsStatus | undefined
  const status = async () => {
    last = await callsStatus(page, id)
    return last.status
  }
  await expect.poll(status, { intervals: [200] }).not.toBe(100)
  return last as unknown as CallsStatus
}

/** Approves what was asked for, and sees it end well. */
export async function approvedWell(host: HostPage): Promise<void> {
  await host.approve()
  expect((await callsEnd(host.page, idOf(await outcome(host.page)))).status).toBe(200)
}

/** From the page's request to its good end. */
export async function sendsWell(host: HostPage, batch: ReturnType<typeof sendCalls>): Promise<void> {
  await startRequests(host.page, [batch])
  await approvedWell(host)
}
