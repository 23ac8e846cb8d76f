import type { ChainInfo, ParamsOf, ResultOf } from '@latchkey/protocol'
import { type FrameContract, NotConnectedError } from '@latchkey/protocol/frame'
import { networkOf } from '../context/ChainRpc.ts'
import { findChain } from '../context/documentConfig.ts'
import { activeChain, type Frame, frameChainOf, servedChains } from '../context/Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import { knownEmail } from './announceState.ts'
import { tellAccounts } from './tellAccounts.ts'

type GetUser = FrameContract['methods']['getUser']
type Wanted = Pick<ParamsOf<GetUser>, 'chainId' | 'preferredAccountType'>

/** Takes over what the host wishes for; a kind of account that the wallet does not have changes nothing. */
function takeWishes(frame: Frame, { chainId, preferredAccountType: wanted }: Wanted): void {
  const chain = findChain(frame.config, chainId)
  frame.store.setState({
    ...(chain ? { caip2: chain.caip2 } : {}),
    ...(wanted === 'eoa' || wanted === 'smartAccount' ? { preferredAccountType: wanted } : {}),
  })
}

/**
 * Has keys make the accounts of namespaces that the page lists and the wallet has none of yet. A wallet that cannot gain one
 * now goes on without it, unless the page asks for a network of that very namespace.
 */
async function gainAccounts(frame: Frame, active: ChainInfo): Promise<void> {
  const { status, granted, accounts } = await frame.keys.state()
  if (status !== 'signedIn' || !granted) return
  const namespaces = servedChains(frame, active.caip2)
    .map(({ namespace }) => namespace)
    .filter((wanted) => !accounts.some(({ namespace }) => namespace === wanted))
  if (namespaces.length === 0) return
  const isNeeded = namespaces.some((namespace) => active.caip2.startsWith(`${namespace}:`))
  await askKeys(frame.keys, 'gainAccounts', { namespaces }).catch((error: unknown) => {
    if (isNeeded) throw error
  })
}

/**
 * Who is connected. The addresses are told; the e-mail address only once the person has agreed to that, a hint of it always.
 *
 * @throws NotConnectedError when nobody is signed in
 */
export async function describeUser(frame: Frame, wanted: Wanted): Promise<ResultOf<GetUser>> {
  takeWishes(frame, wanted)
  const chain = activeChain(frame)
  const accounts = await frameChainOf(frame, chain).accounts()
  await gainAccounts(frame, chain)
  const [keys, own] = await Promise.all([frame.keys.state(), accounts.describeAccounts(frame, chain)])
  const { user } = keys
  if (!user) throw new NotConnectedError()
  const told = await tellAccounts(frame, keys.accounts, frame.store.getState())
  // The kind concerns the namespace that has several, whichever network is active.
  const hasSmart = told.some(({ type }) => type === 'smartAccount')
  return {
    // The session's check may have ended it meanwhile, and the host has been told before this answer.
    email: knownEmail({ keys: frame.store.getState().keys ?? keys }),
    emailHint: user.emailHint,
    address: own.address,
    chainId: networkOf(chain),
    accounts: [...told],
    userName: user.userName,
    preferredAccountType: hasSmart ? frame.store.getState().preferredAccountType : own.preferred,
    smartAccountDeployed: own.isDeployed,
  }
}
