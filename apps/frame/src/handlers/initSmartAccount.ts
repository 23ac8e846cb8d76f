import { later } from '../later.ts'
import type { Handler } from './Handler.ts'

/** The smart account on the active network. */
export const initSmartAccount: Handler<'initSmartAccount'> = (frame) => async () =>
  (await later(() => import('../smartAccount/chooseAccount.ts'))).smartAccountOf(frame)
