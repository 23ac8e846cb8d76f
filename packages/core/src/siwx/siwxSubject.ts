import { activeAccount, activeNamespace } from '../account/activeConnection.ts'
import type { Config } from '../interfaces/Config.ts'
import type { CaipAddress, CaipNetworkId, ChainNamespace } from '../interfaces/Network.ts'
import type { Siwx } from '../interfaces/Siwx.ts'
import { isShown } from '../modal/navigate.ts'
import { activeNetwork } from '../network/networks.ts'
import {
  CaipNetworkOrAddressUndefinedError,
  NoActiveCaipAddressError,
  NoActiveCaipNetworkError,
  SiwxNotEnabledError,
} from './errors.ts'

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
export function siwxOf(config: Config): Siwx {
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
