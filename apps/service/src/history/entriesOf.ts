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

/**
 * The rule for spam among collectibles: it came in a transaction that the account did not send, and was made on the spot,
 * or handed out by somebody who is not its owner, or to many at once. What its owner gives is no spam.
 */
export function isUnasked(transfer: Transfer, sender: string, all: readonly Transfer[]): boolean {
  if (transfer.kind !== 'nft') return false
  const { from, token } = transfer
  const gifts = all.filter((one) => one.token === token && one.from === from).length
  return from === zeroAddress || from !== sender || gifts > MOST_GIFTS
}

/** Who a block concerns: everybody who sent a transaction or an operation, gave or took. */
export function partiesOf(block: Block, operations: readonly Operation[], transfers: readonly Transfer[]) {
  return new Set([
    ...block.transactions.map(({ from }) => from),
    ...operations.map(({ sender }) => sender),
    ...transfers.flatMap(({ from, to }) => [from, to]),
  ])
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

/** One transaction as one account sees it; null where it does not concern it. */
function entryOf(found: Findings, transaction: ChainTransaction, account: string, chainId: number) {
  const { block, operations, transfers, listed } = found
  const { transactionIndex: position, from, to, nonce, hash } = transaction
  const all = transfers.filter((one) => one.transactionIndex === position)
  const operation = operations.find((one) => one.transactionIndex === position && one.sender === account)
  const isOwn = from === account || operation !== undefined
  // The account of a person that acts through a smart account counts as a person too.
  const sender = operations.find((one) => one.transactionIndex === position)?.sender ?? from
  const movements = all
    .filter((one) => one.from === account || one.to === account)
    .filter(({ kind, token }) => kind !== 'token' || listed.has(token ?? ''))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, MOST_MOVEMENTS)
    .map((one) => movementOf(one, account, !isOwn && one.to === account && isUnasked(one, sender, all)))
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

/**
 * What is kept of a block, before it is known how its transactions ended.
 *
 * @param accounts those of the service that the block concerns
 */
export function entriesOf(found: Findings, accounts: ReadonlySet<string>, chainId: number): Entry[] {
  return found.block.transactions.flatMap((transaction) =>
    [...accounts].flatMap((account) => entryOf(found, transaction, account, chainId) ?? []),
  )
}

/** With how the transaction ended. What failed moved nothing; what came in of it never came. */
export function settleEntry(entry: Entry, { status, contractAddress }: Receipt): Entry | null {
  const target = contractAddress ?? entry.target
  if (status) return { ...entry, target }
  return entry.sender === entry.account ? { ...entry, target, status: 'failed', movements: [] } : null
}
