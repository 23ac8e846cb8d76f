import { NotAvailableError, NotConnectedError } from '@latchkey/protocol/frame'
import type { Handler } from './Handler.ts'

/** Chooses the kind of account. There is one kind in this version. */
export const setPreferredAccount: Handler<'setPreferredAccount'> =
  (frame) =>
  async ({ type }) => {
    if (type !== 'eoa') throw new NotAvailableError()
    const { accounts } = await frame.keys.state()
    const account = accounts.find((one) => one.namespace === 'eip155' && one.type === 'eoa')
    if (!account) throw new NotConnectedError()
    return { type: 'eoa', address: account.address }
  }
