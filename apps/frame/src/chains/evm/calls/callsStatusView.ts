import { decodeCall } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { CallRow, Fact, PendingNotice } from '../../../approvals/ApprovalView.ts'
import { accountFact, nativeAmount, networkFact, text } from '../../../approvals/phrases.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { MessageKey } from '../../../locales/Locale.ts'
import { describeCall } from '../clearSigning/describeCall.ts'
import { partiesOf } from '../clearSigning/describedView.ts'
import type { Known, NamedCalls, PendingTransaction } from '../model/transaction.ts'
import { pendingNotice } from '../pending/pendingTransactions.ts'
import { askChain, askTokens, readTokens } from '../rpc/readChain.ts'
import { callRow } from '../transaction/callRows.ts'
import type { CallsStatus, CallsStatusCode } from './answerCalls.ts'
import type { CallsRecord } from './callsStore.ts'

type Hex = `0x${string}`

/** Everything that the screen of a group of calls shows; plain data. */
export type CallsStatusView = {
  status: CallsStatusCode
  sentence: MessageKey
  rows: readonly CallRow[]
  facts: readonly Fact[]
  /** Where the network's transactions can be looked up, one for each. */
  links: readonly string[]
  /** The last look did not work. */
  isStale: boolean
  /** Transactions of this group that wait, where the first of the account is one of them. */
  pending?: PendingNotice
}

const sentences: Readonly<Record<CallsStatusCode, MessageKey>> = {
  100: 'status.underWay',
  200: 'status.done',
  400: 'status.notSent',
  500: 'status.failed',
  600: 'status.inPart',
}

/** What the calls do, as it was told when they were approved; null where the calldata was too long to be kept. */
export type ReadCalls = readonly (DecodedCall | null)[]

/** Reads the calls of a group again. It never rejects: what cannot be described is told as far as it can be read. */
export const readCallsOf = ({ chainId, account, calls }: CallsRecord): Promise<ReadCalls> =>
  Promise.all(
    calls.map(async ({ to, value, data }) =>
      data === null
        ? null
        : describeCall(
            chainId,
            account,
            decodeCall({ to: to as Hex | null, value: BigInt(value), data: data as Hex }),
          ),
    ),
  )

/** The tokens that the calls name; what the network does not tell stays unnamed. */
export async function readCallTokens(
  frame: ChainContext,
  { chainId }: CallsRecord,
  calls: ReadCalls,
  signal: AbortSignal,
): Promise<Known<TokenInfo>> {
  const tokens = calls.flatMap((call) => (call === null ? [] : partiesOf(call).tokens))
  const asked: NamedCalls = new Map()
  askTokens(asked, tokens)
  if (asked.size === 0) return new Map()
  return readTokens(await askChain(frame.chain, chainId, asked, signal), tokens)
}

/** The rows of the calls as they were approved. Calldata that was too long to be kept cannot be told again. */
export const rowsOfRecord = (
  chain: ChainInfo,
  { account, calls }: CallsRecord,
  read: ReadCalls,
  tokens: Known<TokenInfo>,
): CallRow[] =>
  calls.map((call, index) => {
    const value = BigInt(call.value)
    const decoded = read[index]
    if (decoded) return callRow(chain, account, { to: call.to, value }, decoded, tokens, [])
    const sent = value > 0n ? { value: nativeAmount(chain, value) } : {}
    return { sentence: { key: 'value.callUnread' }, to: call.to, ...sent }
  })

const hashesOf = ({ receipts }: CallsStatus) => [
  ...new Set(receipts.map(({ transactionHash }) => transactionHash)),
]

/** What could be sped up or stopped: the account's first transaction that waits, if this group sent it. */
function waitingOf(record: CallsRecord, waiting: readonly PendingTransaction[]): { pending?: PendingNotice } {
  const nonces = new Set(record.transactions.map(({ nonce }) => nonce))
  const [first] = waiting
  if (!first || !nonces.has(first.nonce)) return {}
  const pending = pendingNotice(waiting.filter(({ nonce }) => nonces.has(nonce)))
  return pending ? { pending } : {}
}

/** Makes the screen's content. */
export function callsStatusView(
  chain: ChainInfo,
  record: CallsRecord,
  rows: readonly CallRow[],
  current: CallsStatus | null,
  isStale: boolean,
  unconfirmed: readonly PendingTransaction[] = [],
): CallsStatusView {
  const { account, createdAt, operation } = record
  const status = current?.status ?? 100
  const hashes = current ? hashesOf(current) : []
  const sent: Fact = {
    label: 'row.sentAt',
    value: { kind: 'date', seconds: BigInt(Math.floor(createdAt / 1_000)) },
  }
  const waiting: Fact[] =
    hashes.length === 0 && operation
      ? [{ label: 'row.operation', value: text(operation.userOpHash), long: true }]
      : []
  return {
    status,
    sentence: sentences[status],
    rows,
    facts: [
      networkFact(chain),
      { ...accountFact(account), ...(operation ? { note: { key: 'value.smartAccount' } as const } : {}) },
      sent,
      ...hashes.map((hash): Fact => ({ label: 'row.transaction', value: text(hash), long: true })),
      ...waiting,
    ],
    links: chain.explorerUrl
      ? hashes.map((hash) => `${chain.explorerUrl?.replace(/\/$/, '')}/tx/${hash}`)
      : [],
    isStale,
    ...(status === 100 ? waitingOf(record, unconfirmed) : {}),
  }
}
