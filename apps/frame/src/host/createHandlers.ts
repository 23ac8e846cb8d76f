import type { Frame } from '../context/Frame.ts'
import { accountHandlers } from './account.ts'
import { emailLoginHandlers } from './emailLogin.ts'
import type { FrameHandlers, Makers } from './Makers.ts'
import { rpcHandlers } from './rpc.ts'
import { socialLoginHandlers } from './socialLogin.ts'
import { syncHandlers } from './sync.ts'

const makers: Makers = {
  ...accountHandlers,
  ...emailLoginHandlers,
  ...socialLoginHandlers,
  ...rpcHandlers,
  ...syncHandlers,
}

/** Every method of the contract, for one frame. */
export const createHandlers = (frame: Frame): FrameHandlers =>
  Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make(frame)])) as FrameHandlers
