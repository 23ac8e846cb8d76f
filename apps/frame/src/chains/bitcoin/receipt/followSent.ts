import { pause } from '@latchkey/std/pause'
import type { Fact, FollowSent, Receipt } from '../../../approvals/ApprovalView.ts'
import { text } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { askBitcoin, type Place } from '../rpc/readBitcoin.ts'

/** ms between two looks. A block takes minutes. */
const INTERVAL = 5_000

const linkOf = ({ chain }: Place, txid: string): string | null =>
  chain.explorerUrl ? `${chain.explorerUrl.replace(/\/$/, '')}/tx/${txid}` : null

/** Whether a transaction is in a block. */
async function look(place: Place, txid: string): Promise<Receipt> {
  const name: Fact = { label: 'row.transaction', value: text(txid), long: true }
  const { height } = await askBitcoin(place, 'getTransaction', txid)
  return {
    ...{ facts: [name], link: linkOf(place, txid), isStale: false },
    status: height === null ? 'pending' : 'confirmed',
  }
}

const txidOf = (result: unknown): string | undefined => {
  const value = typeof result === 'object' && result !== null && 'txid' in result ? result.txid : undefined
  return typeof value === 'string' ? value : undefined
}

/** Tells what becomes of a transaction that was sent, until it is in a block. */
export const followSent =
  (frame: Frame, { chain }: RpcRequest): FollowSent =>
  ({ result }, report, signal) => {
    const txid = txidOf(result)
    if (txid === undefined) return undefined
    const place = { frame, chain, signal }
    const follow = async () => {
      let last: Receipt = { status: 'pending', facts: [], link: null, isStale: false }
      while (!signal.aborted) {
        last = await look(place, txid).catch(() => ({ ...last, isStale: true }))
        if (signal.aborted) return
        report(last)
        if (last.status === 'confirmed') return
        await pause(INTERVAL, signal).catch(() => undefined)
      }
    }
    return follow()
  }
