import { type Account, type AccountType, account } from '@latchkey/protocol'

/** A namespace of CAIP-2, and the network by which its accounts are written down; they are the same on all of its networks. */
export type KeyNamespace = { readonly namespace: string; readonly reference: string }

export const EVM: KeyNamespace = { namespace: 'eip155', reference: '1' }

/** Its accounts are written down by mainnet (CAIP-30). */
export const SOLANA: KeyNamespace = {
  namespace: 'solana',
  reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** Its two accounts are written down by mainnet: native segwit (BIP-173) for payments, taproot (BIP-350) for ordinals. */
export const BITCOIN: KeyNamespace = {
  namespace: 'bip122',
  reference: '000000000019d6689c085ae165831e93',
}

/** What kind of account an address is of that begins so; all others are plain. Bitcoin's kinds differ in their version. */
const KINDS: Readonly<Record<string, AccountType>> = { bc1q: 'payment', bc1p: 'ordinal' }

/** The namespaces whose accounts this build can hold. Each has a signer in `keySigners.ts`, which only the workers load. */
const KEY_NAMESPACES: readonly KeyNamespace[] = [EVM, SOLANA, BITCOIN]

/** CAIP-10 of an account. */
export const accountIdIn = ({ namespace, reference }: KeyNamespace, address: string): string =>
  `${namespace}:${reference}:${address}`

/** CAIP-10 of those accounts on record that a key of this wallet holds. */
export const accountIdsOf = (accounts: readonly Account[]): string[] =>
  accounts.flatMap(({ namespace, type, address }) =>
    KEY_NAMESPACES.filter((one) => one.namespace === namespace && type !== 'smartAccount').map((known) =>
      accountIdIn(known, address),
    ),
  )

/** Accounts as the service and the frame are told of them. Namespaces that the contracts do not know are left out. */
export const accountsOf = (accountIds: readonly string[]): Account[] =>
  accountIds.flatMap((id) => {
    const { namespace, address } = partsOf(id)
    const parsed = account().safeParse({ namespace, address, type: KINDS[address.slice(0, 4)] ?? 'eoa' })
    return parsed.success ? [parsed.data] : []
  })

/** The parts of a CAIP-10 id. */
export const partsOf = (accountId: string): KeyNamespace & { address: string } => {
  const [namespace = '', reference = '', ...address] = accountId.split(':')
  return { namespace, reference, address: address.join(':') }
}

/** The namespaces of CAIP-10 ids. */
export const namespacesOf = (accountIds: readonly string[]): string[] =>
  accountIds.map((id) => partsOf(id).namespace)

/** Whether two ids name one account. Its network does not count, nor does the case of an address in hex (EIP-55). */
export function isSameAccount(first: string, second: string): boolean {
  const [one, other] = [partsOf(first), partsOf(second)]
  const plain = ({ address }: typeof one) => (address.startsWith('0x') ? address.toLowerCase() : address)
  return one.namespace === other.namespace && plain(one) === plain(other)
}

/** `known`, and those of `more` that are not among them. */
export const joinAccounts = (known: readonly string[], more: readonly string[]): string[] => [
  ...known,
  ...more.filter((id) => !known.some((one) => isSameAccount(one, id))),
]
