import { later } from '../later.ts'
import type { Handler } from './Handler.ts'

/** Chooses the kind of account. */
export const setPreferredAccount: Handler<'setPreferredAccount'> =
  (frame) =>
  async ({ type }) =>
    (await later(() => import('../smartAccount/chooseAccount.ts'))).chooseAccount(frame, type)
