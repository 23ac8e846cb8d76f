import { zeroAddress } from 'viem'
import type { Movement } from '../db/historySchema.ts'
import type { PastTransaction, PastTransfer } from '../upstreams/explorers/explorerSchema.ts'
import { APPROVE, countGifts, isUnasked, MOST_MOVEMENTS } from './entriesOf.ts'
import type { Transfer } from './findTransfers.ts'
import type { ListedTransaction } from './listHistory.ts'

/** What an explorer knows of one transaction of an account. */
export type PastEntry = {
  hash: string
  block: number
  transaction: PastTransaction | null
  transfers: PastTransfer[]
}

/** Puts what two lists say of the same transaction together, newest first. */
export function joinEntries(
  transactions: readonly PastTransaction[],
  transfers: readonly PastTransfer[],
): PastEntry[] {
  const byHash = new Map<string, PastEntry>()
  for (const transaction of transactions) {
    const { hash, block } = transaction
    byHash.set(hash, { hash, block, transaction, transfers: [] })
  }
  for (const transfer of transfers) {
    const { hash, block } = transfer
    const entry = byHash.get(hash) ?? { hash, block, transaction: null, transfers: [] }
    // The same entry may stand at the end of one page and the beginning of the next.
    if (
      !entry.transfers.some(({ order, tokenId }) => order === transfer.order && tokenId === transfer.tokenId)
    )
      entry.transfers.push(transfer)
    byHash.set(hash, entry)
  }
  return [...byHash.values()].toSorted(
    (one, other) =>
      other.block - one.block ||
      (other.transaction?.position ?? 0) - (one.transaction?.position ?? 0) ||
      (one.hash < other.hash ? -1 : 1),
  )
}

type Known = Transfer & { label: PastTransfer['label'] }

function transfersOf({ transaction, transfers }: PastEntry): Known[] {
  const moved = transfers.map(
    ({ order, from, to, contract, tokenId, amount, label }): Known => ({
      ...{ order: order + 1, from, to, amount, label },
      transactionIndex: 0,
      token: contract,
      ...(tokenId === null ? { kind: 'token' } : { kind: 'nft', tokenId }),
    }),
  )
  if (!transaction?.isGood || transaction.to === null) return moved
  const { from, to, value: amount } = transaction
  const native = { transactionIndex: 0, order: 0, kind: 'native', token: null, label: null } as const
  return [{ ...native, from, to, amount }, ...moved]
}

/** What the network's list has: addresses in small letters, and symbols in capitals, which no other token may use. */
export type Listed = { addresses: ReadonlySet<string>; symbols: ReadonlySet<string> }

/**
 * Whether a movement is told: one of something, of the account. A token that is on no list names itself, so it is told
 * only where the account itself sent the transaction: anybody can make one that says to be another, and send it around.
 */
function isTold(one: Known, account: string, isOwn: boolean, listed: Listed): boolean {
  if (one.amount === 0n || (one.from !== account && one.to !== account)) return false
  if (one.kind !== 'token' || listed.addresses.has(one.token ?? '')) return true
  const symbol = one.label?.symbol?.toUpperCase()
  return isOwn && symbol !== undefined && !listed.symbols.has(symbol)
}

function movementOf(one: Known, account: string, isSpam: boolean): ListedTransaction['movements'][number] {
  const { from, to, kind, token, tokenId, amount, label } = one
  const direction: Movement['direction'] = from === to ? 'self' : to === account ? 'in' : 'out'
  return {
    ...{ direction, kind, token, amount: String(amount) },
    ...(tokenId === undefined ? {} : { tokenId }),
    counterparty: direction === 'in' ? from : to,
    ...(isSpam ? { isSpam: true as const } : {}),
    ...(label?.symbol ? { label: { ...label, symbol: label.symbol, name: label.name ?? label.symbol } } : {}),
  }
}

function kindOf({ transaction }: PastEntry, isOwn: boolean, count: number): ListedTransaction['kind'] {
  if (count > 0 || !isOwn) return 'transfer'
  if (transaction?.isDeployed) return 'deploy'
  return transaction?.selector === APPROVE ? 'approve' : 'execute'
}

/** One transaction as the account sees it; null where it does not concern it. */
export function pastRow(
  entry: PastEntry,
  account: string,
  chainId: number,
  listed: Listed,
): ListedTransaction | null {
  const { transaction, hash, block } = entry
  const isOwn = transaction?.from === account
  const isGood = transaction?.isGood !== false
  const all = isGood ? transfersOf(entry) : []
  const giftsOf = countGifts(all)
  const movements = all
    .filter((one) => isTold(one, account, isOwn, listed))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, MOST_MOVEMENTS)
    .map((one) => {
      // Where the sender is not known, whoever gives is taken for the one who sends.
      const isSpam = !isOwn && one.to === account && isUnasked(one, transaction?.from ?? one.from, giftsOf)
      return movementOf(one, account, isSpam)
    })
  if (!isOwn && movements.length === 0) return null
  const [first] = entry.transfers
  return {
    ...{ chainId, block, account, hash, movements, isElsewhere: true as const },
    position: transaction?.position ?? 0,
    at: transaction?.at ?? first?.at ?? 0,
    sender: transaction?.from ?? first?.from ?? zeroAddress,
    target: transaction?.to ?? first?.to ?? zeroAddress,
    nonce: transaction?.nonce ?? 0,
    kind: kindOf(entry, isOwn, movements.length),
    status: isGood ? 'confirmed' : 'failed',
  }
}
