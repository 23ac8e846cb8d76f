import { decodeEventLog, decodeFunctionData, type Hex, hexToBigInt, zeroAddress } from 'viem'
import { isEntryPoint } from '../config/chains.ts'
import { accountContracts } from '../userOperations/userOperation.ts'
import { callsAbi, eventsAbi, TOPICS } from './events.ts'
import type { Block, ChainLog, ChainTransaction } from './readBlock.ts'

/** Something that a block moved from one address to another. Addresses are in small letters. */
export type Transfer = {
  transactionIndex: number
  /** Order within the transaction: native currency before what logs tell. */
  order: number
  from: string
  to: string
  kind: 'native' | 'token' | 'nft'
  token: string | null
  tokenId?: string
  amount: bigint
  /** Whose word it is, where the network itself does not say it: any contract can say that it gave or was given something. */
  saidBy?: 'from' | 'to'
}

/** A user operation that a block has (ERC-4337). */
export type Operation = { transactionIndex: number; sender: string; nonce: bigint; isSuccess: boolean }

const lower = (text: string) => text.toLowerCase()
const addressOf = (topic: string | undefined): string => `0x${(topic ?? '').slice(-40)}`
const orNothing = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch {
    // Anybody may write logs and calls that only look like these.
    return null
  }
}

function decodeLog(log: ChainLog) {
  const { topics, data } = log
  return orNothing(() =>
    decodeEventLog({ abi: eventsAbi, topics: topics as [Hex, ...Hex[]], data: data as Hex, strict: true }),
  )
}

/** Of one event at most so many collectibles are told: an account that is sent more reads of those. */
const MOST_OF_BATCH = 50

function transfersOfLog(log: ChainLog): Transfer[] {
  const { address: token, topics, data, transactionIndex, logIndex: order } = log
  const shared = { transactionIndex, order, token }
  if (topics[0] === TOPICS.transfer) {
    const parties = { from: addressOf(topics[1]), to: addressOf(topics[2]) }
    if (topics.length === 4)
      return [{ ...shared, ...parties, kind: 'nft', tokenId: String(BigInt(topics[3] ?? 0)), amount: 1n }]
    if (topics.length !== 3 || data.length !== 66) return []
    return [{ ...shared, ...parties, kind: 'token', amount: hexToBigInt(data as Hex) }]
  }
  const event = decodeLog(log)
  if (event?.eventName === 'TransferSingle') {
    const { from, to, id, value } = event.args
    const parties = { from: lower(from), to: lower(to) }
    return [{ ...shared, ...parties, kind: 'nft', tokenId: String(id), amount: value }]
  }
  if (event?.eventName === 'TransferBatch') {
    const { from, to, ids, values } = event.args
    const parties = { from: lower(from), to: lower(to) }
    return ids.slice(0, MOST_OF_BATCH).map((id, index) => ({
      ...shared,
      ...parties,
      kind: 'nft',
      tokenId: String(id),
      amount: values[index] ?? 0n,
    }))
  }
  if (event?.eventName === 'SafeReceived') {
    const { sender, value } = event.args
    const parties = { from: lower(sender), to: token }
    return [{ ...shared, ...parties, token: null, kind: 'native', amount: value, saidBy: 'to' }]
  }
  return []
}

/** The user operations of a block, told by the entry point itself. */
export function findOperations({ logs }: Pick<Block, 'logs'>): Operation[] {
  return logs.flatMap((log) => {
    if (log.topics[0] !== TOPICS.operation || !isEntryPoint(log.address)) return []
    const event = decodeLog(log)
    if (event?.eventName !== 'UserOperationEvent') return []
    const { sender, nonce, success } = event.args
    const { transactionIndex } = log
    return [{ transactionIndex, sender: lower(sender), nonce, isSuccess: success }]
  })
}

type Sent = { to: string; value: bigint }

/** Calls that `multiSend` packs: operation, address, value, length, data. */
function unpackCalls(packed: Hex): Sent[] {
  const bytes = Buffer.from(packed.slice(2), 'hex')
  const calls: Sent[] = []
  for (let at = 0; at + 85 <= bytes.length && calls.length < MOST_OF_BATCH; ) {
    const length = BigInt(`0x${bytes.toString('hex', at + 53, at + 85)}`)
    const value = BigInt(`0x${bytes.toString('hex', at + 21, at + 53)}`)
    // Foreign code runs where it is called from: it is given no money.
    if (bytes[at] === 0) calls.push({ to: `0x${bytes.toString('hex', at + 1, at + 21)}`, value })
    if (length > BigInt(bytes.length)) break
    at += 85 + Number(length)
  }
  return calls
}

/** What a Safe sends by the call data of its operation. */
function sentBy(callData: Hex): Sent[] {
  const call = orNothing(() => decodeFunctionData({ abi: callsAbi, data: callData }))
  if (call?.functionName !== 'executeUserOp' && call?.functionName !== 'executeUserOpWithErrorString')
    return []
  const [to, value, data, operation] = call.args
  if (operation === 0) return [{ to: lower(to), value }]
  if (lower(to) !== lower(accountContracts.MultiSend)) return []
  const inner = orNothing(() => decodeFunctionData({ abi: callsAbi, data }))
  return inner?.functionName === 'multiSend' ? unpackCalls(inner.args[0]) : []
}

/** Native currency that operations of a transaction sent; a chain has no log of it. */
function sentByOperations(transaction: ChainTransaction, operations: readonly Operation[]): Transfer[] {
  const { transactionIndex, to, input } = transaction
  const own = operations.filter((operation) => operation.transactionIndex === transactionIndex)
  if (own.length === 0 || !isEntryPoint(to)) return []
  const call = orNothing(() => decodeFunctionData({ abi: callsAbi, data: input as Hex }))
  if (call?.functionName !== 'handleOps') return []
  return call.args[0].flatMap(({ sender, nonce, callData }) => {
    const from = lower(sender)
    const isDone = own.some((one) => one.sender === from && one.nonce === nonce && one.isSuccess)
    return (isDone ? sentBy(callData) : [])
      .filter(({ value }) => value > 0n)
      .map(({ to, value }) => ({
        ...{ transactionIndex, order: -1, from, to },
        ...{ kind: 'native' as const, token: null, amount: value, saidBy: 'from' as const },
      }))
  })
}

/**
 * What a block moved: native currency by its transactions and by operations of Safes, and tokens by their logs. What
 * other contracts pass on of the native currency leaves no trace here.
 */
export function findTransfers(block: Block, operations: readonly Operation[]): Transfer[] {
  const native = block.transactions.flatMap((transaction): Transfer[] => {
    const { transactionIndex, from, to, value } = transaction
    const plain: Transfer[] =
      value > 0n && to
        ? [{ transactionIndex, order: -2, from, to, kind: 'native', token: null, amount: value }]
        : []
    return [...plain, ...sentByOperations(transaction, operations)]
  })
  const logged = block.logs
    .flatMap(transfersOfLog)
    // A transfer of nothing is how addresses are planted in lists (address poisoning).
    .filter(({ amount }) => amount > 0n)
  return [...native, ...logged].filter(({ from, to }) => from !== to || from !== zeroAddress)
}
