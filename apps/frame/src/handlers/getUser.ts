import { NotConnectedError } from '@latchkey/protocol/frame'
import { findChain } from '../readDocumentConfig.ts'
import type { Handler } from './Handler.ts'

/** Who is connected. The address itself is told; the e-mail only as a hint until the person agrees to share it. */
export const getUser: Handler<'getUser'> =
  (frame) =>
  async ({ chainId }) => {
    const wanted = findChain(frame.config, chainId)
    if (wanted) frame.store.set({ chainId: wanted.id })
    const { accounts, user } = await frame.keys.state()
    const account = accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')
    if (!account || !user) throw new NotConnectedError()
    return {
      email: null,
      emailHint: user.emailHint,
      address: account.address,
      chainId: frame.store.get().chainId,
      accounts: [...accounts],
      userName: null,
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
  }
