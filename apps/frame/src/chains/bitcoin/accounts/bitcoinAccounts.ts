import { type AccountKind, bitcoinChainOf, onChain, scriptOf } from '@latchkey/chain-bitcoin/decode'
import type { Account, AccountType, ChainInfo } from '@latchkey/protocol'
import { NotAvailableError, NotConnectedError, UnknownChainError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { DescribedAccounts, Frame, FrameState } from '../../../context/Frame.ts'
import { isGranted } from '../../../keys/session.ts'
import { createRecord, type RecordPlace } from '../../../store/createRecord.ts'
import { readParams } from './readParams.ts'

/** An account of whoever is signed in, as it is on one network. */
export type BitcoinAccount = {
  kind: AccountKind
  /** As it is written on that network. */
  address: string
  script: Uint8Array
  /** How keys knows it: written down by mainnet (CAIP-10). */
  id: string
}

/** The account that acts where nobody names or has chosen one comes first. */
const KINDS = ['payment', 'ordinal'] as const

const isKind = (type: AccountType): type is AccountKind => type === 'payment' || type === 'ordinal'

/** The network of CAIP-2 as the decoder calls it. @throws UnknownChainError */
export function chainNamed(caip2: string) {
  const chain = bitcoinChainOf(caip2)
  if (!chain) throw new UnknownChainError()
  return chain
}

type Place = RecordPlace & Pick<Frame, 'origin'>

/** Which of a person's accounts acts on a site where none is named: it holds until another one is chosen there. */
const chosenRecord = (frame: Place, accounts: readonly Account[]) => {
  const [first] = accounts.filter(({ namespace }) => namespace === 'bip122').map(({ address }) => address)
  return createRecord(frame, `bitcoinAccount.${first ?? ''}.${frame.origin}`, z.enum(KINDS), KINDS[0])
}

/** The same accounts, with their addresses on another network; mainnet's are those of record. */
const onNetwork = (frame: Place, accounts: readonly Account[], caip2: string): BitcoinAccount[] => {
  const chain = chainNamed(caip2)
  const chosen = chosenRecord(frame, accounts).read()
  const kinds = KINDS.toSorted((one, other) => Number(other === chosen) - Number(one === chosen))
  return kinds.flatMap((kind) => {
    const found = accounts.find(({ namespace, type }) => namespace === 'bip122' && type === kind)
    const address = found && onChain(found.address, 'mainnet', chain)
    const script = address && scriptOf(address, chain)
    if (!found || !address || !script) return []
    return [{ kind, address, script, id: `bip122:000000000019d6689c085ae165831e93:${found.address}` }]
  })
}

/**
 * The accounts of whoever is signed in, on a network.
 *
 * @throws NotConnectedError when nobody is, or the wallet has none yet; UnknownChainError
 */
export async function bitcoinAccountsOf(
  frame: Place & Pick<Frame, 'keys'>,
  { caip2 }: ChainInfo,
): Promise<readonly [BitcoinAccount, ...BitcoinAccount[]]> {
  const [first, ...more] = onNetwork(frame, (await frame.keys.state()).accounts, caip2)
  if (!first) throw new NotConnectedError()
  return [first, ...more]
}

/** The account that a request names, by its address; the first where it names none. @throws RequestBlockedError */
export function accountNamed(
  accounts: readonly [BitcoinAccount, ...BitcoinAccount[]],
  address: string | undefined,
): BitcoinAccount {
  const found = address === undefined ? accounts[0] : accounts.find((one) => one.address === address)
  return found ?? block('wrongAccount')
}

/** The decoder of addresses is there with this module. */
export const warmUp = async (): Promise<void> => undefined

export const visibleAccounts = async (
  frame: Frame,
  accounts: readonly Account[],
  { caip2 }: FrameState,
): Promise<readonly Account[]> =>
  onNetwork(frame, accounts, caip2).map(({ kind, address }) => ({
    namespace: 'bip122',
    address,
    type: kind,
  }))

export async function describeAccounts(frame: Frame, chain: ChainInfo): Promise<DescribedAccounts> {
  const accounts = await bitcoinAccountsOf(frame, chain)
  const [{ kind, address }] = accounts
  return {
    ...{ address, preferred: kind, isDeployed: false },
    accounts: accounts.map((one) => ({ namespace: 'bip122', address: one.address, type: one.kind })),
  }
}

/** There are no smart accounts on Bitcoin. @throws NotAvailableError */
export async function smartAccountOf(): Promise<never> {
  throw new NotAvailableError()
}

/** Makes an account the one that acts where none is named. @throws NotAvailableError for a kind that Bitcoin has not; NotConnectedError */
export async function chooseAccount(
  frame: Frame,
  type: AccountType,
): Promise<{ type: AccountType; address: string }> {
  if (!isKind(type)) throw new NotAvailableError()
  const { accounts } = await frame.keys.state()
  const found = onNetwork(frame, accounts, frame.store.getState().caip2).find(({ kind }) => kind === type)
  if (!found) throw new NotConnectedError()
  chosenRecord(frame, accounts).write(type)
  return { type, address: found.address }
}

const wanted = z.strictObject({
  account: z.optional(z.string().check(z.maxLength(90))),
  intentions: z.optional(z.array(z.enum(KINDS)).check(z.maxLength(2))),
})

/**
 * `getAccountAddresses`: the addresses of both accounts, or of those that are asked for.
 *
 * @throws NotConnectedError unless the site is connected; RpcParamsError
 */
export async function accountAddresses(frame: Frame, { params, chain }: RpcRequest) {
  if (!(await isGranted(frame))) throw new NotConnectedError()
  const { intentions } = readParams(wanted, params)
  const accounts = await bitcoinAccountsOf(frame, chain)
  return accounts
    .filter(({ kind }) => intentions?.includes(kind) ?? true)
    .map(({ kind, address }) => ({ address, intention: kind }))
}
