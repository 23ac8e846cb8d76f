import type { Network } from '@latchkey/core/connector'

type Known = {
  /** The Wallet Standard's name. */
  standard: string
  /** Of bech32 (BIP-173). */
  prefix: string
  /** First letters of base58: of a key's hash and of a script's. */
  letters: RegExp
}

const test = (standard: string, prefix = 'tb'): Known => ({ standard, prefix, letters: /^[mn2]/ })

/** Networks by CAIP-2. Test networks but `regtest` share their addresses: nobody can tell one from another by them. */
const NETWORKS: Readonly<Record<string, Known>> = {
  'bip122:000000000019d6689c085ae165831e93': {
    standard: 'bitcoin:mainnet',
    prefix: 'bc',
    letters: /^[13]/,
  },
  'bip122:000000000933ea01ad0ee984209779ba': test('bitcoin:testnet'),
  'bip122:00000000da84f2bafbbc53dee25a72ae': test('bitcoin:testnet4'),
  'bip122:00000008819873e925422c1ff0f99f7c': test('bitcoin:signet'),
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': test('bitcoin:regtest', 'bcrt'),
}

/** The Wallet Standard's name of a network; undefined for one that it has none for. */
export const standardChainOf = (caipNetworkId: string): string | undefined =>
  NETWORKS[caipNetworkId]?.standard

/** The networks of Bitcoin among those of a page. */
export const bitcoinNetworks = (networks: readonly Network[]): Network[] =>
  networks.filter(({ chainNamespace }) => chainNamespace === 'bip122')

/**
 * Whether a text has the form of an address of a network. Its checksum is for whoever pays to it: a wallet that tells a wrong one
 * only harms its own person.
 */
export function isOnNetwork(address: string, caipNetworkId: string): boolean {
  const known = NETWORKS[caipNetworkId]
  if (!known) return false
  const { prefix, letters } = known
  if (address.startsWith(`${prefix}1`))
    return /^[02-9ac-hj-np-z]{11,86}$/.test(address.slice(prefix.length + 1))
  return letters.test(address) && /^[1-9A-HJ-NP-Za-km-z]{26,35}$/.test(address)
}

/** Taproot is where wallets keep ordinals. */
export const isTaproot = (address: string): boolean => /^(?:bc|tb|bcrt)1p/.test(address)
