import type { Config } from '../interfaces/Config.ts'
import { isAccountAddress } from '../interfaces/Connector.ts'
import { parseStored } from '../storage/storedConnections.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'

/** Addresses that are kept to compare with. */
const MOST = 20
/** Characters at each end that a person sees of a short address. */
const SEEN = 4

/** Addresses that were sent to from this browser, newest first. */
export function readRecipients({ storage }: Pick<Config, 'storage'>): readonly string[] {
  const value = parseStored(storage.get(STORAGE_KEYS.recipients))
  if (!Array.isArray(value)) return []
  return value.filter((one) => typeof one === 'string' && isAccountAddress(one)).slice(0, MOST)
}

export function rememberRecipient(config: Pick<Config, 'storage'>, address: string): void {
  const others = readRecipients(config).filter((one) => !isSame(one, address))
  config.storage.set(STORAGE_KEYS.recipients, JSON.stringify([address, ...others].slice(0, MOST)))
}

/** Without what all addresses of a network begin with: that of hex, or the prefix and version of bech32 (BIP-173). */
const bare = (address: string) => address.toLowerCase().replace(/^(?:0x|(?:bc|tb|bcrt)1[pq])/, '')
const isSame = (one: string, other: string): boolean => bare(one) === bare(other)
const endsOf = (address: string) => [bare(address).slice(0, SEEN), bare(address).slice(-SEEN)]

/**
 * The address that another one could be taken for: one that was sent to before, or one's own, with an end that is the same
 * and another end that nearly is. Such addresses are made on purpose and sent from, to be found among one's transactions.
 */
export function lookAlikeOf(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSame(one, address))) return undefined
  const [head = '', tail = ''] = endsOf(address)
  return known.find((one) => {
    const [otherHead = '', otherTail = ''] = endsOf(one)
    const equal = sameFromFront(head, otherHead) + sameFromBack(tail, otherTail)
    return equal >= SEEN * 2 - 2
  })
}

function sameFromFront(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}

function sameFromBack(one: string, other: string): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}
