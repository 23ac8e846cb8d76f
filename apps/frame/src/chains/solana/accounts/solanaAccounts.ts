import type { Account, AccountType, ChainInfo } from '@latchkey/protocol'
import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import type { DescribedAccounts, Frame } from '../../../context/Frame.ts'

const isOwn = ({ namespace, type }: Account) => namespace === 'solana' && type === 'eoa'

/**
 * The account of whoever is signed in.
 *
 * @throws NotConnectedError when nobody is, or the wallet has none yet
 */
export async function solanaAccountOf({ keys }: Pick<Frame, 'keys'>): Promise<string> {
  const account = (await keys.state()).accounts.find(isOwn)
  if (!account) throw new NotConnectedError()
  return account.address
}

/** Nothing has to be loaded. */
export const warmUp = async (): Promise<void> => undefined

export const visibleAccounts = async (_: Frame, accounts: readonly Account[]): Promise<readonly Account[]> =>
  accounts.filter(isOwn)

export async function describeAccounts(frame: Frame, _: ChainInfo): Promise<DescribedAccounts> {
  const address = await solanaAccountOf(frame)
  const { accounts } = await frame.keys.state()
  return { address, preferred: 'eoa', accounts: accounts.filter(isOwn), isDeployed: false }
}

/** There are no smart accounts on Solana. @throws NotAvailableError */
export async function smartAccountOf(): Promise<never> {
  throw new NotAvailableError()
}

/** @throws NotAvailableError for any kind but the plain one; NotConnectedError */
export async function chooseAccount(
  frame: Frame,
  type: AccountType,
): Promise<{ type: AccountType; address: string }> {
  if (type !== 'eoa') throw new NotAvailableError()
  return { type, address: await solanaAccountOf(frame) }
}
