import {
  type Address,
  decodeAbiParameters,
  encodeEventTopics,
  getAddress,
  type Hex,
  hexToBigInt,
  parseAbi,
} from 'viem'
import { sameAddress } from './parseAddress.ts'
import { isUnlimited, permit2Address } from './typedDataPurpose.ts'

/** What somebody else may take from an account afterwards. */
export type Permission = {
  token: Address
  spender: Address
  /** `all`: every item of a collection. */
  kind: 'amount' | 'item' | 'all'
  /** Smallest units, or the id of an item; of `all` 1, or 0 when it is taken back. */
  amount: bigint
  unlimited: boolean
  /** Seconds since the epoch; null: no end. */
  expiresAt: bigint | null
}

const abi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const permit2Abi = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])
const approval = encodeEventTopics({ abi, eventName: 'Approval' })[0]
const approvalForAll = encodeEventTopics({ abi, eventName: 'ApprovalForAll' })[0]
const permit2Topics = [
  encodeEventTopics({ abi: permit2Abi, eventName: 'Approval' })[0],
  encodeEventTopics({ abi: permit2Abi, eventName: 'Permit' })[0],
]

export type EventLog = { address: string; topics: readonly Hex[]; data: Hex }

/** The address in an indexed argument. */
export const partyOf = (topic: Hex | undefined): Address => `0x${(topic ?? '').slice(-40)}`

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
  if (topic === approvalForAll) {
    const [approved] = decodeAbiParameters([{ type: 'bool' }], data)
    return { ...base, kind: 'all', amount: approved ? 1n : 0n, unlimited: approved }
  }
  if (topic !== approval) return undefined
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
