import { zeroAddress } from 'viem'
import type { historyTransactions, Movement } from '../db/historySchema.ts'
import type { Operation, Transfer } from './findTransfers.ts'
import type { Block, ChainTransaction, Receipt } from './readBlock.ts'

export type Entry = typeof historyTransactions.$inferInsert

/** Of one transaction at most so many movements are told. */
export const MOST_MOVEMENTS = 50
/** A contract that gives to more than so many in one transaction sends advertisements. */
const MOST_GIFTS = 4
/** `approve(address,uint256)` of ERC-20 and ERC-721. */
export const APPROVE = '0x095ea7b3'

function groupBy<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => Iterable<string>,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
  return groups
}

const giftKey = ({ token, from }: Transfer) => `${token} ${from}`

/** Tells of a transfer how many of its kind its giver gave in the transaction. */
export function countGifts(all: readonly Transfer[]): (transfer: Transfer) => number {
  const gifts = groupBy(all, (one) => [giftKey(one)])
  return (transfer) => gifts.get(giftKey(transfer))?.length ?? 0
}

/**
 * The rule for spam among collectibles: it came in a transaction that the account did not send, and was made on the spot,
 * or handed out by somebody who is not its owner, or to many at once. What its owner gives is no spam.
 */
export function isUnasked(
  transfer: Transfer,
  sender: string,
  giftsOf: (transfer: Transfer) => number,
): boolean {
  if (transfer.kind !== 'nft') return false
  const { from } = transfer
  return from === zeroAddress || from !== sender || giftsOf(transfer) > MOST_GIFTS
}

/** Who a block concerns: everybody who sent a transaction or an operation, gave or took. */
export function partiesOf(block: Block, operations: readonly Operation[], transfers: readonly Transfer[]) {
  return new Set([
    ...block.transactions.map(({ from }) => from),
    ...operations.map(({ sender }) => sender),
    ...transfers.flatMap(({ from, to, saidBy }) => (saidBy === 'to' ? [to] : [from, to])),
  ])
}

/**
 * Who is told of a transfer. Of what a contract says itself nobody else is, so that nobody is shown what never was; but an
 * account of the service is a Safe, which says what it has done.
 */
function concernedBy({ from, to, saidBy }: Transfer, accounts: ReadonlySet<string>): string[] {
  if (saidBy === 'to') return [to]
  return saidBy === 'from' && !accounts.has(from) ? [] : [from, to]
}

const isSame = (one: Transfer, other: Transfer) =>
  one.from === other.from && one.to === other.to && one.amount === other.amount

/** A Safe tells as well what the transaction or an operation has said. */
function withoutEchoes(transfers: readonly Transfer[]): readonly Transfer[] {
  const said = transfers.filter(({ kind, saidBy }) => kind === 'native' && saidBy !== 'to')
  return transfers.filter((one) => one.saidBy !== 'to' || !said.some((other) => isSame(one, other)))
}

export type Findings = {
  block: Block
  operations: readonly Operation[]
  transfers: readonly Transfer[]
  /** Tokens of the network's list, in small letters: others are not told, as in balances. */
  listed: ReadonlySet<string>
}

function movementOf(transfer: Transfer, account: string, isUnasked: boolean): Movement {
  const { from, to, kind, token, tokenId, amount } = transfer
  const direction = from === to ? 'self' : to === account ? 'in' : 'out'
  return {
    direction,
    kind,
    token,
    ...(tokenId === undefined ? {} : { tokenId }),
    counterparty: direction === 'in' ? from : to,
    amount: String(amount),
    ...(isUnasked ? { isSpam: true } : {}),
  }
}

function kindOf(
  transaction: ChainTransaction,
  isOwn: boolean,
  movements: readonly Movement[],
): Entry['kind'] {
  if (movements.length > 0 || !isOwn) return 'transfer'
  if (transaction.to === null) return 'deploy'
  return transaction.input.startsWith(APPROVE) ? 'approve' : 'execute'
}

/** A transaction, its operations, and what it moved. */
type Moved = {
  block: Block
  transaction: ChainTransaction
  operations: readonly Operation[]
  /** What an account gave or took. */
  transfersOf: (account: string) => readonly Transfer[]
  giftsOf: (transfer: Transfer) => number
}

/** One transaction as one account sees it; null where it does not concern it. */
function entryOf(moved: Moved, account: string, chainId: number, listed: Findings['listed']) {
  const { block, transaction, operations } = moved
  const { transactionIndex: position, from, to, nonce, hash } = transaction
  const operation = operations.find((one) => one.sender === account)
  const isOwn = from === account || operation !== undefined
  // The account of a person that acts through a smart account counts as a person too.
  const sender = operations[0]?.sender ?? from
  const movements = moved
    .transfersOf(account)
    .filter(({ kind, token }) => kind !== 'token' || listed.has(token ?? ''))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, MOST_MOVEMENTS)
    .map((one) =>
      movementOf(one, account, !isOwn && one.to === account && isUnasked(one, sender, moved.giftsOf)),
    )
  if (!isOwn && movements.length === 0) return null
  const entry: Entry = {
    ...{ chainId, block: block.number, position, account, hash, nonce },
    at: block.timestamp * 1_000,
    sender: operation ? account : from,
    target: to ?? zeroAddress,
    kind: operation && movements.length === 0 ? 'execute' : kindOf(transaction, isOwn, movements),
    status: operation && !operation.isSuccess ? 'failed' : 'confirmed',
    movements,
  }
  return entry
}

const placeOf = ({ transactionIndex }: { transactionIndex: number }) => [String(transactionIndex)]

/**
 * What is kept of a block, before it is known how its transactions ended. Each transfer is looked at a few times, however
 * many accounts and transactions there are: who writes logs into a block must not hold this process up.
 *
 * @param accounts those of the service that the block concerns
 */
export function entriesOf(found: Findings, accounts: ReadonlySet<string>, chainId: number): Entry[] {
  const { block, listed } = found
  const operationsAt = groupBy(found.operations, placeOf)
  const transfersAt = groupBy(found.transfers, placeOf)
  return block.transactions.flatMap((transaction) => {
    const place = String(transaction.transactionIndex)
    const operations = operationsAt.get(place) ?? []
    const transfers = transfersAt.get(place) ?? []
    const byAccount = groupBy(
      transfers,
      (transfer) => new Set(concernedBy(transfer, accounts).filter((party) => accounts.has(party))),
    )
    const senders = [transaction.from, ...operations.map(({ sender }) => sender)]
    const concerned = new Set([...senders.filter((one) => accounts.has(one)), ...byAccount.keys()])
    const transfersOf = (account: string) => withoutEchoes(byAccount.get(account) ?? [])
    const moved = { block, transaction, operations, transfersOf, giftsOf: countGifts(transfers) }
    return [...concerned].flatMap((account) => entryOf(moved, account, chainId, listed) ?? [])
  })
}

/**
 * What is left of a block's entries once it is known how its transactions ended. One transaction may concern many accounts:
 * it is asked about once.
 */
export async function settleEntries(
  entries: readonly Entry[],
  receiptOf: (transaction: string) => Promise<Receipt>,
): Promise<Entry[]> {
  const known = new Map<string, Receipt>()
  const settled: Entry[] = []
  for (const entry of entries) {
    const receipt = known.get(entry.hash) ?? (await receiptOf(entry.hash))
    known.set(entry.hash, receipt)
    const left = settleEntry(entry, receipt)
    if (left) settled.push(left)
  }
  return settled
}

/** With how the transaction ended. What failed moved nothing; what came in of it never came. */
function settleEntry(entry: Entry, { status, contractAddress }: Receipt): Entry | null {
  const target = contractAddress ?? entry.target
  if (status) return { ...entry, target }
  return entry.sender === entry.account ? { ...entry, target, status: 'failed', movements: [] } : null
}
