import { activeAccount, activeNamespace, activeNetwork } from '../account/accounts.ts'
import { disconnect } from '../connection/reconnect.ts'
import type { Config } from '../interfaces/Config.ts'
import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isAccountAddress,
  isNamespace,
  type KeyValueStorage,
  type Siwx,
} from '../interfaces/Connector.ts'
import { isShown } from '../modal/navigate.ts'
import { close } from '../modal/open.ts'
import {
  CaipNetworkOrAddressUndefinedError,
  NoActiveCaipAddressError,
  NoActiveCaipNetworkError,
  SiwxNotEnabledError,
} from './errors.ts'

/** Accounts whose optional sign-in was declined: they are not asked again until they disconnect. */
const KEY = 'siwx_declined'
const MOST = 20

type Who = { namespace: ChainNamespace; address: string }

function isEntry(text: string): boolean {
  const [namespace, address = '', ...rest] = text.split(':')
  return rest.length === 0 && isNamespace(namespace) && isAccountAddress(address)
}

/** An EVM address is the same in any case. */
const entryOf = ({ namespace, address }: Who): string =>
  `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`

function read(storage: KeyValueStorage): string[] {
  const list = (storage.get(KEY) ?? '').split(',')
  return list.filter(isEntry).slice(0, MOST)
}

function write(storage: KeyValueStorage, entries: readonly string[]): void {
  if (entries.length === 0) storage.remove(KEY)
  else storage.set(KEY, entries.slice(0, MOST).join(','))
}

export const isSignInDeclined = (storage: KeyValueStorage, who: Who): boolean =>
  read(storage).includes(entryOf(who))

export const rememberDeclined = (storage: KeyValueStorage, who: Who): void =>
  write(storage, [entryOf(who), ...read(storage).filter((entry) => entry !== entryOf(who))])

export const forgetDeclined = (storage: KeyValueStorage, who: Who): void =>
  write(
    storage,
    read(storage).filter((entry) => entry !== entryOf(who)),
  )

/** Name of the view that asks for the signature (spec 2). */
export const SIWX_VIEW = 'SIWXSignMessage'

/** Who has to sign in, and on which network. */
export type SiwxSubject = {
  namespace: ChainNamespace
  chainId: CaipNetworkId
  address: string
  caipAddress: CaipAddress
}

/** The connected account of the active network, if there is one. */
export function siwxSubject(config: Config): SiwxSubject | undefined {
  const { status, address, caipAddress } = activeAccount(config)
  if (status !== 'connected' || !address || !caipAddress) return undefined
  const chainId = config.networks.getState().activeId
  return { namespace: activeNamespace(config), chainId, address, caipAddress }
}

/** The page's plug-in. @throws SiwxNotEnabledError 'SIWX is not enabled' */
function siwxOf(config: Config): Siwx {
  if (!config.siwx) throw new SiwxNotEnabledError()
  return config.siwx
}

/**
 * What a signature needs, or the reason why there can be none.
 *
 * @throws SiwxNotEnabledError, NoActiveCaipAddressError, NoActiveCaipNetworkError (spec 8)
 */
export function requireSubject(config: Config): { siwx: Siwx; subject: SiwxSubject } {
  const siwx = siwxOf(config)
  const subject = siwxSubject(config)
  if (!subject) throw new NoActiveCaipAddressError()
  if (!activeNetwork(config.networks.getState())) throw new NoActiveCaipNetworkError()
  return { siwx, subject }
}

/**
 * Sessions of the active account on the active network.
 *
 * @throws SiwxNotEnabledError, CaipNetworkOrAddressUndefinedError (spec 8)
 */
export async function getSiwxSessions(config: Config) {
  const siwx = siwxOf(config)
  const subject = siwxSubject(config)
  if (!subject || !activeNetwork(config.networks.getState())) throw new CaipNetworkOrAddressUndefinedError()
  return siwx.getSessions(subject.chainId, subject.address)
}

/** Whether the visitor must sign in to stay connected; default true. */
export const isSiwxRequired = (siwx: Siwx): boolean => siwx.getRequired?.() ?? true

/** Whether the view that asks for the signature is on the screen. */
export const isSiwxShown = (config: Config): boolean => isShown(config, SIWX_VIEW)

/** Close is disabled while a required sign-in is asked for and there is no session (spec 4). */
export const isCloseBlocked = (config: Config): boolean =>
  config.siwx !== undefined &&
  isSiwxRequired(config.siwx) &&
  isSiwxShown(config) &&
  siwxSubject(config) !== undefined

/**
 * Leaves the sign-in: disconnects when it is required, else just closes (spec 4). A sign-in that was only offered is
 * not offered again to that account until it disconnects.
 *
 * @throws SiwxNotEnabledError
 */
export async function cancelSiwx(config: Config): Promise<void> {
  const siwx = siwxOf(config)
  const subject = siwxSubject(config)
  if (!subject || !isSiwxRequired(siwx)) {
    if (subject) rememberDeclined(config.storage, subject)
    close(config)
    return
  }
  // The page is disconnected at once, which frees the modal; only the wallet's own answer is waited for.
  const ended = disconnect(config, { namespace: subject.namespace })
  close(config)
  await ended
}
