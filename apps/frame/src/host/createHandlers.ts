import type { Handlers } from '@latchkey/bridge'
import type { Contract } from '@latchkey/protocol'
import { NotConnectedError } from '@latchkey/protocol/frame'
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

/**
 * Puts the contract's access policy before every handler, so that none can forget it: methods for connected sites only
 * are refused to any other.
 *
 * @param isGranted asks keys
 * @throws NotConnectedError from the guarded methods
 */
export function guardAccess<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  isGranted: () => Promise<boolean>,
): Handlers<C> {
  type Handle = (params: unknown, context: unknown) => unknown
  const guarded = Object.entries(contract.methods).map(([name, { policy }]) => {
    const handle = handlers[name as keyof Handlers<C>] as Handle
    const guard: Handle = async (params, context) => {
      if (!(await isGranted())) throw new NotConnectedError()
      return handle(params, context)
    }
    return [name, policy.access === 'granted' ? guard : handle]
  })
  return Object.fromEntries(guarded) as Handlers<C>
}
