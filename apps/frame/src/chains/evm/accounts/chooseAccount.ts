import type { AccountType } from '@latchkey/protocol'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { activeChain, type Frame } from '../../../context/Frame.ts'
import { accountsOf } from './accountsOf.ts'
import { seemsDeployed } from './isDeployed.ts'

/**
 * The smart account on the active network. Its address is there at once; its first operation deploys it.
 *
 * @throws NotAvailableError on a network without smart accounts; NotConnectedError
 */
export async function smartAccountOf(frame: Frame): Promise<{ address: string; isDeployed: boolean }> {
  const accounts = await accountsOf(frame, activeChain(frame))
  if (accounts.smart === null) throw new NotAvailableError()
  return { address: accounts.smart, isDeployed: await seemsDeployed(frame, accounts) }
}

/**
 * Chooses the kind of account. On a network without smart accounts there is the plain one alone.
 *
 * @throws NotAvailableError for a kind that is not there; NotConnectedError
 */
export async function chooseAccount(
  frame: Frame,
  type: AccountType,
): Promise<{ type: AccountType; address: string }> {
  const chain = activeChain(frame)
  if (type === 'payment' || (type === 'smartAccount' && !chain.smartAccounts)) throw new NotAvailableError()
  // Asks who is signed in before anything changes.
  await accountsOf(frame, chain)
  frame.store.set({ preferredAccountType: type })
  const { preferred, address } = await accountsOf(frame, chain)
  return { type: preferred, address }
}
