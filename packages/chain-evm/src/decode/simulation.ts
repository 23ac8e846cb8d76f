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
import { isAddressText, sameAddress } from './address.ts'
import { isUnlimited, permit2Address } from './callAbi.ts'
import type {
  BalanceChange,
  EventLog,
  Permission,
  Simulation,
  Surroundings,
  TriedAnswer,
  TriedBlock,
  TriedCalls,
} from './model.ts'

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

const quantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined

/** The same bytes with every bit turned over: no single bit of the two is the same. */
const turned = <T extends Hex>(hex: T): T =>
  `0x${[...hex.slice(2)].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('')}` as T

const mapped = <T, U>(value: T | undefined, to: (value: T) => U): U | undefined =>
  value === undefined ? undefined : to(value)

/**
 * Two blocks that could be the next one: the first with what the latest block has, the second with everything in it another
 * way that a contract could tell a trial by. Number and time are once odd and once even.
 *
 * @param latest the answer of `eth_getBlockByNumber`
 * @param random 32 bytes: nobody knows the next block's
 */
export function nextBlocks(latest: unknown, random: Hex): readonly [Surroundings, Surroundings] {
  const block = (typeof latest === 'object' && latest !== null ? latest : {}) as Record<string, unknown>
  const { miner } = block
  // Arbitrum's contracts see the number of Ethereum's block, whatever is set here.
  const number = block.l1BlockNumber === undefined ? quantity(block.number) : undefined
  const time = quantity(block.timestamp)
  const baseFee = quantity(block.baseFeePerGas)
  const feeRecipient: Address = isAddressText(miner) ? miner : `0x${random.slice(-40)}`
  return [
    {
      number: mapped(number, (latest) => latest + 1n),
      time: mapped(time, (latest) => latest + 12n),
      feeRecipient,
      prevRandao: random,
      baseFeePerGas: baseFee,
    },
    {
      number: mapped(number, (latest) => latest + 2n),
      time: mapped(time, (latest) => latest + 25n),
      feeRecipient: turned(feeRecipient),
      prevRandao: turned(random),
      // By an eighth at most it rises from one block to the next (EIP-1559).
      baseFeePerGas: mapped(baseFee, (latest) => latest + latest / 8n),
    },
  ]
}

/** Leaves out what is not known; numbers as the Ethereum JSON-RPC writes them. */
const written = (fields: Readonly<Record<string, Hex | bigint | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null
        ? []
        : [[name, typeof value === 'bigint' ? numberToHex(value) : value]],
    ),
  )

/**
 * The params of `eth_simulateV1` for calls on top of the latest block.
 *
 * @param blocks in the order in which they run
 * @param around the first block; those after it follow at once
 * @param validation whether the network's own rules hold, without which some nodes hide the base fee
 */
export function simulationParams(
  blocks: readonly TriedBlock[],
  around: Surroundings,
  validation: boolean,
): unknown[] {
  // Whoever pays less than the base fee waits until it has fallen.
  const caps = blocks
    .flatMap(({ calls }) => calls)
    .flatMap(({ maxFeePerGas }) => (maxFeePerGas === undefined ? [] : [maxFeePerGas]))
  const baseFee = mapped(around.baseFeePerGas, (fee) => caps.reduce(least, fee))
  const blockStateCalls = blocks.map(({ calls, stateOverrides }, index) => ({
    blockOverrides: written({
      number: mapped(around.number, (number) => number + BigInt(index)),
      time: mapped(around.time, (time) => time + BigInt(index * 2)),
      feeRecipient: around.feeRecipient,
      prevRandao: around.prevRandao,
      baseFeePerGas: baseFee,
    }),
    ...(stateOverrides ? { stateOverrides } : {}),
    calls: calls.map(({ data, accessList = [], ...call }) => ({
      ...written({ ...call, input: data }),
      ...(accessList.length === 0 ? {} : { accessList }),
    })),
  }))
  return [{ blockStateCalls, traceTransfers: true, validation }, 'latest']
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

function answersOf(result: unknown): readonly TriedAnswer[] | undefined {
  if (!Array.isArray(result)) return undefined
  const calls = result.flatMap((block: { calls?: unknown } | null): unknown[] =>
    Array.isArray(block?.calls) ? block.calls : [null],
  )
  const isAnswer = (call: unknown): call is TriedAnswer =>
    typeof call === 'object' && call !== null && 'status' in call && 'gasUsed' in call
      ? isHex(call.status) && isHex(call.gasUsed)
      : false
  return calls.every(isAnswer) ? calls : undefined
}

function readAnswers(calls: readonly TriedAnswer[], account: Address): Simulation {
  const failed = calls.find(({ status }) => hexToBigInt(status) !== 1n)
  const logs = failed ? [] : calls.flatMap((call) => readLogs(call.logs))
  const error = failed?.error as { data?: unknown } | undefined
  return {
    status: failed ? 'reverted' : 'success',
    gasUsed: failed
      ? hexToBigInt(failed.gasUsed)
      : calls.reduce((sum, { gasUsed }) => sum + hexToBigInt(gasUsed), 0n),
    changes: readChanges(logs, account),
    permissions: permissionsOf(logs, account),
    revertReason: failed ? revertReasonOf(error?.data ?? failed.returnData) : null,
  }
}

/**
 * Reads the answer of `eth_simulateV1`. Undefined when it is not such an answer: then nothing is known, which is not
 * the same as no change.
 *
 * @param answers those that count; all of them when left out
 */
export function readSimulation(
  result: unknown,
  account: Address,
  answers: (all: readonly TriedAnswer[]) => readonly TriedAnswer[] | undefined = (all) => all,
): TriedCalls | undefined {
  const all = answersOf(result)
  const calls = all && answers(all)
  if (!calls || calls.length === 0) return undefined
  return { each: calls.map((call) => readAnswers([call], account)), together: readAnswers(calls, account) }
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)
/** `Math.min` and `Math.max` take no bigint. */
const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a < b ? b : a)

/** Interest and prices move a little from block to block: half a hundredth is no other outcome. */
function isNear(a: bigint, b: bigint): boolean {
  return a * b >= 0n && absolute(a - b) * 200n <= most(absolute(a), absolute(b))
}

/** By key, the amounts of both; what one of them does not have is nothing there. */
function paired<T extends { amount: bigint }>(a: readonly T[], b: readonly T[], keyOf: (one: T) => string) {
  const pairs = new Map<string, { one: T; amounts: [bigint, bigint] }>()
  ;[a, b].forEach((list, side) => {
    for (const one of list) {
      const pair = pairs.get(keyOf(one)) ?? { one, amounts: [0n, 0n] }
      pair.amounts[side] = one.amount
      pairs.set(keyOf(one), pair)
    }
  })
  return [...pairs.values()]
}

const assetKey = ({ asset, tokenId }: BalanceChange) => `${asset?.toLowerCase()}/${tokenId}`

const permissionKey = ({ kind, token, spender, amount, unlimited }: Permission) =>
  `${kind}/${token}/${spender}/${kind === 'item' ? amount : unlimited}`.toLowerCase()

/**
 * Merges two trials of the same calls: the worse change of each balance, all permissions, and whether the trials differ.
 * A contract that detects a trial can show another outcome there, so a gain counts only where both trials have it.
 */
export function worseSimulation(a: Simulation, b: Simulation): Simulation {
  if (a.status === 'reverted' && b.status === 'reverted') return a.differs ? a : b
  const changes = paired(a.changes, b.changes, assetKey)
  const permissions = paired(a.permissions, b.permissions, permissionKey)
  const differs =
    a.differs ||
    b.differs ||
    a.status !== b.status ||
    [...changes, ...permissions].some(({ amounts: [one, other] }) => !isNear(one, other))
  return {
    status: 'success',
    gasUsed: most(a.gasUsed, b.gasUsed),
    changes: changes
      .map(({ one, amounts }) => ({ ...one, amount: least(...amounts) }))
      .filter(({ amount }) => amount !== 0n),
    permissions: permissions.map(({ one, amounts }) => ({ ...one, amount: most(...amounts) })),
    revertReason: null,
    ...(differs ? { differs: true } : {}),
  }
}
