import type { Handlers } from '@latchkey/bridge'
import type { Contract } from '@latchkey/protocol'
import { NotConnectedError } from '@latchkey/protocol/frame'

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
