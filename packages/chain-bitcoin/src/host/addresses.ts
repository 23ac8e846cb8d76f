import type { Network } from '@latchkey/core'
import { decodeBase58 } from '@latchkey/std/base58'
import { bitcoinChainOf } from '../model/chainIds.ts'
import { segwitProgramOf } from './segwitAddress.ts'

/** Mainnet, the test networks, and a chain of the developer's own. */
const PREFIXES = ['bc', 'tb', 'bcrt']
/** Of base58: key hash and script hash, of mainnet and of all others. */
const VERSIONS: readonly (number | undefined)[] = [0, 5, 111, 196]
/** Of 25 bytes: version, hash, and a checksum of four. */
const LONGEST_BASE58 = 35

/** What an address stands for: a key's hash or a script's, in base58 or in segwit, a key of taproot, an anchor. */
export type AddressKind = 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr' | 'anchor'

function base58AddressOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = decodeBase58(text, LONGEST_BASE58)
  return bytes?.length === 25 && VERSIONS.includes(bytes[0]) ? Uint8Array.from(bytes) : undefined
}

const hashOf = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

async function isBase58Address(text: string): Promise<boolean> {
  const bytes = base58AddressOf(text)
  if (!bytes) return false
  const hash = await hashOf(await hashOf(bytes.slice(0, 21)))
  return bytes.slice(21).every((byte, at) => byte === hash[at])
}

const isSegwitAddress = (text: string) => segwitProgramOf(text, PREFIXES) !== undefined

/** Whether a text has the form of an address of Bitcoin, of any network. */
export const isAddress = (text: string): boolean =>
  isSegwitAddress(text) || base58AddressOf(text) !== undefined

/** The same, and its checksum is right: base58's is two hashes. */
export const isChecksumAddress = async (text: string): Promise<boolean> =>
  isSegwitAddress(text) || isBase58Address(text)

/**
 * What an address of a network stands for; a checksum of base58 is not looked at. A network has prefixes of its own; test networks but
 * `regtest` share theirs.
 *
 * @returns `undefined` where the text is no address of that network
 */
export function addressKindOn({ caipNetworkId }: Network, text: string): AddressKind | undefined {
  const chain = bitcoinChainOf(caipNetworkId)
  if (!chain) return undefined
  const prefix = { mainnet: 'bc', testnet: 'tb', testnet4: 'tb', signet: 'tb', regtest: 'bcrt' }[chain]
  const program = segwitProgramOf(text, [prefix])
  if (program) {
    if (program.version === 0) return program.size === 20 ? 'wpkh' : 'wsh'
    return program.size === 32 ? 'tr' : 'anchor'
  }
  const version = base58AddressOf(text)?.[0]
  const [key, script] = chain === 'mainnet' ? [0, 5] : [111, 196]
  return version === key ? 'pkh' : version === script ? 'sh' : undefined
}
