import {
  type Address,
  decodeAbiParameters,
  decodeErrorResult,
  encodeEventTopics,
  getAddress,
  type Hex,
  hexToBigInt,
  isHex,
  numberToHex,
  parseAbi,
} from 'viem'
import { sameAddress } from './address.ts'
import { isUnlimited, permit2Address } from './callAbi.ts'
import type { BalanceChange, EventLog, Permission, Simulation, TransactionRequest } from './model.ts'

const approvalAbi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const permit2Events = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])
const approvalTopic = encodeEventTopics({ abi: approvalAbi, eventName: 'Approval' })[0]
const approvalForAllTopic = encodeEventTopics({ abi: approvalAbi, eventName: 'ApprovalForAll' })[0]
const permit2Topics = [
  encodeEventTopics({ abi: permit2Events, eventName: 'Approval' })[0],
  encodeEventTopics({ abi: permit2Events, eventName: 'Permit' })[0],
]

/** The address in an indexed argument. */
const partyOf = (topic: Hex | undefined): Address => `0x${(topic ?? '').slice(-40)}`

/** A log's permission, taken back ones included; undefined when it gives none of `account`'s. */
function permissionOf({ address, topics, data }: EventLog, account: Address): Permission | undefined {
  const [topic, owner, second, third] = topics
  if (!sameAddress(partyOf(owner), account)) return undefined
  const spender = getAddress(partyOf(second))
  const base = { token: getAddress(address), spender, unlimited: false, expiresAt: null }
  if (permit2Topics.includes(topic ?? '0x') && sameAddress(address, permit2Address)) {
    const [amount, expiration] = decodeAbiParameters([{ type: 'uint160' }, { type: 'uint48' }], data)
    const unlimited = isUnlimited(amount, 160)
    const parties = { token: spender, spender: getAddress(partyOf(third)) }
    return { ...parties, kind: 'amount', amount, unlimited, expiresAt: BigInt(expiration) }
  }
  if (topic === approvalForAllTopic) {
    const [approved] = decodeAbiParameters([{ type: 'bool' }], data)
    return { ...base, kind: 'all', amount: approved ? 1n : 0n, unlimited: approved }
  }
  if (topic !== approvalTopic) return undefined
  if (third !== undefined) return { ...base, kind: 'item', amount: hexToBigInt(third) }
  const amount = hexToBigInt(data)
  return { ...base, kind: 'amount', amount, unlimited: isUnlimited(amount, 256) }
}

/** Whether nothing can be taken by it. */
const isNone = ({ kind, amount, spender }: Permission): boolean =>
  kind === 'item' ? /^0x0{40}$/.test(spender) : amount === 0n

/** What others may take from an account after these logs: of each permission the last word, and nothing taken back. */
export function permissionsOf(logs: readonly EventLog[], account: Address): Permission[] {
  const last = new Map<string, Permission>()
  for (const log of logs) {
    try {
      const given = permissionOf(log, account)
      if (!given) continue
      const place = given.kind === 'item' ? given.amount : given.spender
      last.set(`${given.kind}/${given.token}/${place}`.toLowerCase(), given)
    } catch {
      // A log that cannot be read says nothing.
    }
  }
  return [...last.values()].filter((given) => !isNone(given))
}

/** Where `traceTransfers` reports moves of the native currency (execution-apis, eth_simulateV1). */
const nativeLogAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const transferAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const topicOf = (eventName: 'Transfer' | 'TransferSingle' | 'TransferBatch') =>
  encodeEventTopics({ abi: transferAbi, eventName })[0]
const revertAbi = parseAbi(['error Error(string reason)', 'error Panic(uint256 code)'])

/** The params of `eth_simulateV1` for one transaction on top of the latest block. */
export function simulationParams(transaction: TransactionRequest): unknown[] {
  const { from, to, value, data, gas } = transaction
  const call = {
    from,
    ...(to === null ? {} : { to }),
    value: numberToHex(value),
    input: data,
    ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
  }
  return [{ blockStateCalls: [{ calls: [call] }], traceTransfers: true, validation: false }, 'latest']
}

function readLog(value: unknown): EventLog | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { address, topics, data } = value as Record<string, unknown>
  if (typeof address !== 'string' || !Array.isArray(topics) || !topics.every((topic) => isHex(topic)))
    return undefined
  return { address, topics, data: isHex(data) ? data : '0x' }
}

/** What one log says about an account; a log that cannot be read says nothing. */
function changesOfLog({ address, topics, data }: EventLog, account: Address): BalanceChange[] {
  const [topic, ...indexed] = topics
  const single = topic === topicOf('TransferSingle')
  const batch = topic === topicOf('TransferBatch')
  const plain = topic === topicOf('Transfer')
  if (!single && !batch && !plain) return []
  const [from, to] = (plain ? indexed : indexed.slice(1)).map(partyOf)
  const sign = (sameAddress(to ?? null, account) ? 1n : 0n) - (sameAddress(from ?? null, account) ? 1n : 0n)
  if (sign === 0n) return []
  const asset = sameAddress(address, nativeLogAddress) ? null : (address as Address)
  if (plain) {
    const id = indexed[2]
    if (id !== undefined) return [{ asset, amount: sign, tokenId: hexToBigInt(id) }]
    return [{ asset, amount: sign * hexToBigInt(data) }]
  }
  if (single) {
    const [id, value] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
    return [{ asset, amount: sign * value, tokenId: id }]
  }
  const [ids, values] = decodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], data)
  return ids.map((id, index) => ({ asset, amount: sign * (values[index] ?? 0n), tokenId: id }))
}

/** Adds up what belongs together and leaves out what comes to nothing. */
function net(changes: readonly BalanceChange[]): BalanceChange[] {
  const sums = new Map<string, BalanceChange>()
  for (const change of changes) {
    const key = `${change.asset?.toLowerCase()}/${change.tokenId}`
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, amount: sum.amount + change.amount } : change)
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

/** The reason in revert data: `Error(string)` or `Panic(uint256)`; null when there is none that can be read. */
export function revertReasonOf(data: unknown): string | null {
  if (!isHex(data) || data === '0x') return null
  try {
    const { errorName, args } = decodeErrorResult({ abi: revertAbi, data })
    return errorName === 'Panic' ? `Panic(0x${args[0].toString(16)})` : args[0]
  } catch {
    return null
  }
}

const readLogs = (logs: unknown): EventLog[] =>
  Array.isArray(logs) ? logs.flatMap((value: unknown) => readLog(value) ?? []) : []

function readChanges(logs: readonly EventLog[], account: Address): BalanceChange[] {
  return net(
    logs.flatMap((log) => {
      try {
        return changesOfLog(log, account)
      } catch {
        return []
      }
    }),
  )
}

/**
 * Reads the answer of `eth_simulateV1`. Undefined when it is not such an answer: then nothing is known, which is not
 * the same as no change.
 */
export function readSimulation(result: unknown, account: Address): Simulation | undefined {
  const block = Array.isArray(result) ? (result[0] as { calls?: unknown } | null) : undefined
  const call = Array.isArray(block?.calls) ? (block.calls[0] as Record<string, unknown> | null) : undefined
  if (!call || !isHex(call.status) || !isHex(call.gasUsed)) return undefined
  const success = hexToBigInt(call.status) === 1n
  const error = call.error as { data?: unknown } | undefined
  const logs = success ? readLogs(call.logs) : []
  return {
    status: success ? 'success' : 'reverted',
    gasUsed: hexToBigInt(call.gasUsed),
    changes: readChanges(logs, account),
    permissions: permissionsOf(logs, account),
    revertReason: success ? null : revertReasonOf(error?.data ?? call.returnData),
  }
}
