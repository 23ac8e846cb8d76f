import { BaseError } from '@latchkey/errors'
import type { KeysState } from '@latchkey/protocol/keys'
import { expect, vi } from 'vitest'
import type { Frame } from '../context/Frame.ts'
import { createHandlers } from '../host/createHandlers.ts'
import { type FakeFrameOptions, fakeFrame, signedIn, signedOut } from './fakeFrame.ts'

type Context = Parameters<ReturnType<typeof createHandlers>['getChainId']>[1]

/** What the bridge hands a handler beside its parameters. */
export const contextOf = (abort = new AbortController()) => ({ origin: '', signal: abort.signal }) as Context
export const context = contextOf()
export const never = () => new Promise<never>(() => undefined)

/** An error as it comes over the bridge: its code and sentence alone. */
export const told = (error: unknown) =>
  error instanceof BaseError ? Promise.reject(new BaseError(error.code, error.shortMessage)) : never()

/** A frame with its handlers, over the answers of keys that a test gives. */
export function frameWithHandlers(options: FakeFrameOptions = {}) {
  const frame = fakeFrame(options)
  return { frame, handlers: createHandlers(frame) }
}

/** Waits until the frame shows something. */
export const shown = (frame: Frame) =>
  vi.waitFor(() => expect(frame.store.getState().screen.name).not.toBe('none'), 15_000)

/** Signed in, with a protected wallet that is not on this device. */
export const recovering: KeysState = {
  ...signedOut,
  status: 'awaitingRecovery',
  user: signedIn.user,
  recovery: ['passkey', 'code'],
  tier: 'protected',
}
/** Another window that never answers. */
export const waitingJoin = {
  startJoin: async () => ({ fragment: 'join=a.b', number: '83', expiresAt: 1 }),
  checkJoin: never,
}
