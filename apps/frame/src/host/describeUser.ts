import type { ParamsOf, ResultOf } from '@latchkey/protocol'
import { type FrameContract, NotConnectedError } from '@latchkey/protocol/frame'
import { findChain } from '../context/documentConfig.ts'
import { activeChain, type Frame, frameChainOf } from '../context/Frame.ts'

type GetUser = FrameContract['methods']['getUser']
type Wanted = Pick<ParamsOf<GetUser>, 'chainId' | 'preferredAccountType'>

/** Takes over what the host wishes for; a kind of account that the wallet does not have changes nothing. */
function takeWishes(frame: Frame, { chainId, preferredAccountType: wanted }: Wanted): void {
  const chain = findChain(frame.config, chainId)
  frame.store.set({
    ...(chain ? { caip2: chain.caip2 } : {}),
    ...(wanted === 'eoa' || wanted === 'smartAccount' ? { preferredAccountType: wanted } : {}),
  })
}

/**
 * Who is connected. The addresses are told; the e-mail only as a hint until the person agrees to share it.
 *
 * @throws NotConnectedError when nobody is signed in
 */
export async function describeUser(frame: Frame, wanted: Wanted): Promise<ResultOf<GetUser>> {
  takeWishes(frame, wanted)
  const chain = activeChain(frame)
  const accounts = await frameChainOf(frame, chain).accounts()
  const [{ user }, own] = await Promise.all([frame.keys.state(), accounts.describeAccounts(frame, chain)])
  if (!user) throw new NotConnectedError()
  return {
    email: null,
    emailHint: user.emailHint,
    address: own.address,
    chainId: chain.id,
    accounts: [...own.accounts],
    userName: user.userName,
    preferredAccountType: own.preferred,
    smartAccountDeployed: own.isDeployed,
  }
}
