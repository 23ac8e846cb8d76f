import { CallAbortedError, CallTimeoutError, type Client } from '@latchkey/bridge'
import type { AccountType, ConnectorContext } from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import type { FrameContract } from '@latchkey/protocol/frame'
import { FrameRequestTimeoutError, FrameWorkAbortedError } from '../answer/errors.ts'
import { alertOfFailure } from './alertOfFailure.ts'
import type { CallFrame } from './createFrameIdentity.ts'
import type { AccountWish, FrameConnection } from './FrameConnection.ts'

type Methods = FrameContract['methods']
type Signal = { signal?: AbortSignal | undefined }
type Result<Name extends keyof Methods> = Awaited<ReturnType<Client<FrameContract>['call'][Name]>>

/** Calls a method of the frame by its name: its failures become the host's, and the kind of account it names is remembered. */
export const createCallFrame =
  (context: ConnectorContext, connection: FrameConnection, wish: AccountWish): CallFrame =>
  async <Name extends keyof Methods>(
    name: Name,
    params: unknown,
    { signal }: Signal = {},
  ): Promise<Result<Name>> => {
    const client = await connection.get()
    const method = client.call[name] as (params: unknown, options: Signal) => Promise<Result<Name>>
    const before = wish.type
    try {
      const result = await method(params, { signal })
      // Another tab may have chosen, or the visitor left, since this was asked: that is later.
      if (wish.type === before) wish.type = wishedBy(params) ?? before
      return result
    } catch (error) {
      throw translated(context, name, error)
    }
  }

function translated(context: ConnectorContext, name: string, error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  if (error.code === CallTimeoutError.code) {
    const timeout = new FrameRequestTimeoutError({ cause: error })
    // Signing out works without the frame: a visitor who leaves need not hear of it.
    if (name !== 'signOut') context.emitter.emit('alert', alertOfFailure(timeout))
    return timeout
  }
  // Spec 8: 'Request was aborted' is for RPC alone.
  if (error.code === CallAbortedError.code && name !== 'rpcRequest')
    return new FrameWorkAbortedError({ cause: error })
  return error
}

/** The kind of account that a call names, if it does. */
function wishedBy(params: unknown): AccountType | undefined {
  const { type, preferredAccountType } = params as { type?: AccountType; preferredAccountType?: AccountType }
  return preferredAccountType ?? type
}
