import type { ParamsOf, ResultOf } from '@latchkey/protocol'
import { type FrameContract, UnknownChainError } from '@latchkey/protocol/frame'
import { networkOf } from '../context/ChainRpc.ts'
import { findChain } from '../context/documentConfig.ts'
import { activeChain, type Frame, frameChainOf } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'
import { endSession } from '../keys/session.ts'
import type { Makers } from './Makers.ts'

type GetUser = FrameContract['methods']['getUser']

/** Who is connected, told by a part that is loaded while the rest of the wallet starts. See describeUser. */
export const loadUser = async (
  frame: Frame,
  wanted: Pick<ParamsOf<GetUser>, 'chainId' | 'preferredAccountType'>,
): Promise<ResultOf<GetUser>> =>
  (await loadPart(() => import('./describeUser.ts'))).describeUser(frame, wanted)

/** Who is connected, on which network and with which account. */
export const accountHandlers = {
  /** Who is connected. */
  getUser: (frame) => (params) => loadUser(frame, params),

  /** Asks the person for the e-mail address. */
  shareEmail:
    (frame) =>
    async (_, { signal }) => ({
      email: await (await loadPart(() => import('./shareEmail.ts'))).shareEmail(frame, signal),
    }),

  /**
   * Whether this site is connected, as this browser knows it: a service that is down must not sign anybody out. The
   * session is checked with the service meanwhile; if it has ended, keys says so and the host hears `sessionEnded`.
   */
  isConnected: (frame) => async () => {
    const { status, granted } = await frame.keys.state()
    const connected = status === 'signedIn' && granted
    if (connected) frame.syncSession(0)
    return { isConnected: connected }
  },

  /** Signs out of this browser. */
  signOut: (frame) => async () => {
    await endSession(frame)
    return {}
  },

  /** The active network. */
  getChainId: (frame) => () => ({ chainId: networkOf(activeChain(frame)) }),

  /** Makes another of the project's networks the active one. */
  switchNetwork:
    (frame) =>
    ({ chainId }) => {
      const chain = findChain(frame.config, chainId)
      if (!chain) throw new UnknownChainError()
      frame.store.setState({ caip2: chain.caip2 })
      return { chainId: networkOf(chain) }
    },

  /** The networks that the service offers smart accounts on. */
  getSmartAccountEnabledNetworks:
    ({ config }) =>
    () => ({
      smartAccountEnabledNetworks: config.chains.filter((chain) => chain.smartAccounts).map(({ id }) => id),
    }),

  /** The smart account on the active network. */
  initSmartAccount: (frame) => async () =>
    (await frameChainOf(frame, activeChain(frame)).accounts()).smartAccountOf(frame),

  /** Chooses the kind of account. */
  setPreferredAccount:
    (frame) =>
    async ({ type }) =>
      (await frameChainOf(frame, activeChain(frame)).accounts()).chooseAccount(frame, type),
} satisfies Partial<Makers>
