import { pause } from '@latchkey/std/pause'
import type { Fact, FollowSent, Receipt } from '../../../approvals/ApprovalView.ts'
import { text } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { Frame } from '../../../context/Frame.ts'
import { type Place, statusOf } from '../rpc/readSolana.ts'

/** ms between two looks. */
const INTERVAL = 2_000
/** ms after which a block's hash cannot be named any more: 150 blocks, with room to spare. What is not there then never comes. */
const LIFETIME = 120_000

const linkOf = ({ chain }: Place, signature: string): string | null =>
  chain.explorerUrl ? `${chain.explorerUrl.replace(/\/$/, '')}/tx/${signature}` : null

type Sent = { signature: string; since: number; now: () => number; isDurable: boolean }

/** How it stands with a transaction: waiting until the network has it, expired once it is too late for that. */
async function look(place: Place, { signature, since, now, isDurable }: Sent): Promise<Receipt> {
  const name: Fact = { label: 'row.transaction', value: text(signature), long: true }
  const shared = { facts: [name], link: linkOf(place, signature), isStale: false }
  const found = await statusOf(place, signature)
  if (found === null) {
    const isOver = !isDurable && now() - since > LIFETIME
    return { ...shared, status: isOver ? 'expired' : 'pending' }
  }
  if (found.err !== null && found.err !== undefined) return { ...shared, status: 'failed' }
  if (found.confirmationStatus === 'finalized') return { ...shared, status: 'final' }
  return { ...shared, status: found.confirmationStatus === 'confirmed' ? 'confirmed' : 'pending' }
}

const isEnd = ({ status }: Receipt) => status === 'final' || status === 'failed' || status === 'expired'

const signatureOf = (result: unknown): string | undefined => {
  const value =
    typeof result === 'object' && result !== null && 'signature' in result ? result.signature : undefined
  return typeof value === 'string' ? value : undefined
}

/** Tells what becomes of a transaction that was sent, until the network has decided or cannot any more. */
export const followSent =
  (frame: Frame, { chain }: RpcRequest): FollowSent =>
  ({ result, view }, report, signal) => {
    const signature = signatureOf(result)
    if (signature === undefined) return undefined
    const isDurable = view.facts.some(
      ({ value }) => value.kind === 'message' && value.key === 'value.noExpiry',
    )
    const sent: Sent = { signature, since: frame.now(), now: frame.now, isDurable }
    const place = { frame, chain, signal }
    const follow = async () => {
      let last: Receipt = { status: 'pending', facts: [], link: null, isStale: false }
      while (!signal.aborted) {
        last = await look(place, sent).catch(() => ({ ...last, isStale: true }))
        if (signal.aborted) return
        report(last)
        if (isEnd(last)) return
        await pause(INTERVAL, signal).catch(() => undefined)
      }
    }
    return follow()
  }
