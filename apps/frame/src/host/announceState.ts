import type { Server } from '@latchkey/bridge'
import { type FrameContract, SessionExpiredError } from '@latchkey/protocol/frame'
import { networkOf } from '../context/ChainRpc.ts'
import { chainOf, type Frame, type FrameState } from '../context/Frame.ts'
import { loadPart } from '../context/loadPart.ts'

/** The accounts of keys that the site may see. */
const granted = ({ keys }: FrameState) => (keys?.status === 'signedIn' && keys.granted ? keys.accounts : [])

/** What the site is told of a state. Who sees nothing needs no part of the wallet to be told so. */
const accountsOf = async (frame: Frame, state: FrameState) => {
  const accounts = granted(state)
  if (accounts.length === 0) return accounts
  return (await loadPart(() => import('./tellAccounts.ts'))).tellAccounts(frame, accounts, state)
}

/** The e-mail address, where the person lets the site know it. */
export const knownEmail = ({ keys }: Pick<FrameState, 'keys'>): string | null =>
  keys?.granted && keys.emailShared ? (keys.user?.email ?? null) : null

const sameAccounts = (a: FrameState, b: FrameState) =>
  a.keys === b.keys && a.caip2 === b.caip2 && a.preferredAccountType === b.preferredAccountType

/**
 * Tells the host what changed: the network, the accounts, the e-mail address where the site may know it, and that a session
 * ended. Accounts are told to a connected
 * site only; on a network without smart accounts the preferred one is another.
 */
export function announceState(frame: Frame, emit: Server<FrameContract>['emit']): () => void {
  const { store } = frame
  let last = store.getState()
  let told = ''
  // One after the other: the order of what happened is the order of what is told.
  let telling = Promise.resolve()
  const next = (step: () => unknown) => {
    telling = telling.then(async () => void (await step())).catch(() => undefined)
  }
  const tell = (state: FrameState, isChange: boolean) =>
    next(async () => {
      const accounts = await accountsOf(frame, state)
      const text = JSON.stringify(accounts)
      if (isChange && text !== told) emit('accountsChanged', { accounts: [...accounts] })
      told = text
    })
  if (last.keys !== null) tell(last, false)
  return store.subscribe(() => {
    const before = last
    const now = store.getState()
    last = now
    if (now.caip2 !== before.caip2) emit('chainChanged', { chainId: networkOf(chainOf(frame.config, now)) })
    if (sameAccounts(now, before)) return
    // What keys says first is no change.
    tell(now, before.keys !== null)
    const email = knownEmail(now)
    if (before.keys !== null && email !== knownEmail(before)) next(() => emit('emailChanged', { email }))
    const hasEnded = granted(before).length > 0 && granted(now).length === 0
    if (hasEnded && !now.signingOut) next(() => emit('sessionEnded', { code: SessionExpiredError.code }))
  })
}
