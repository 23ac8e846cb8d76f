import {
  BridgeRateLimitError,
  CallAbortedError,
  ConnectionClosedError,
  FrameVersionError,
} from '@latchkey/bridge'
import { type ConnectorContext, type ConnectResult, clearLoginCache } from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { FrameRequestTimeoutError } from '../answer/errors.ts'
import type { CallFrame } from './createFrameIdentity.ts'

type Signal = { signal?: AbortSignal | undefined }

/** Failures that say nothing about the session: the frame or the service could not be asked. */
const SILENCE: ReadonlySet<number> = new Set([
  FrameVersionError.code,
  BridgeRateLimitError.code,
  CallAbortedError.code,
  ConnectionClosedError.code,
  FrameRequestTimeoutError.code,
  ServiceUnreachableError.code,
])
const isAnswer = (error: unknown) =>
  error instanceof BaseError && error.code < 6000 && !SILENCE.has(error.code)

/**
 * Who is still signed in. Out of reach is not signed out; an error that the frame answers with is, and the login is
 * forgotten (spec 4, connected check).
 */
export async function restoreUser(
  context: ConnectorContext,
  call: CallFrame,
  getUser: (options: Signal) => Promise<ConnectResult>,
  options: Signal,
): Promise<ConnectResult | undefined> {
  try {
    const { isConnected } = await call('isConnected', {}, options)
    if (isConnected) return await getUser(options)
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
  clearLoginCache(context.storage)
  return undefined
}
