import { type Client, createClient } from '@latchkey/bridge'
import type { Account, CaipNetworkId, ConnectorContext } from '@latchkey/core'
import { type FrameContract, frameContract } from '@latchkey/protocol/frame'
import { alertOfFailure } from './alertOfFailure.ts'
import { diagnoseRefusal } from './diagnoseRefusal.ts'
import type { OpenedFrame, OpenFrame } from './openFrame.ts'
import { syncFrame, syncTheme } from './syncFrame.ts'

/**
 * After Approve a transaction may be on its way: how long its answer is still awaited after an abort, ms. A broadcast in
 * doubt takes more than a minute to settle; before Approve the frame answers an abort at once.
 */
const ABORT_GRACE = 120_000

export type FrameConnection = {
  /** The open connection; opens one if there is none. */
  get(): Promise<Client<FrameContract>>
  destroy(): void
}

/** CAIP-2 form of what the frame calls a chain. */
export const caipOf = (chainId: string | number): CaipNetworkId =>
  (typeof chainId === 'number' ? `eip155:${chainId}` : chainId) as CaipNetworkId

/**
 * Keeps one open connection to the frame, and tells the context what the frame does. When the frame's document goes
 * away (it was reloaded, or crashed) the calls that wait are rejected, and the next need opens a new one.
 */
export function createFrameConnection(context: ConnectorContext, openFrame: OpenFrame): FrameConnection {
  const { emitter, services, projectId } = context
  const controller = new AbortController()
  let opening: Promise<Client<FrameContract>> | undefined
  let frame: OpenedFrame | undefined

  const open = async (): Promise<Client<FrameContract>> => {
    controller.signal.throwIfAborted()
    frame?.remove()
    frame = await openFrame(context, {
      signal: controller.signal,
      onCreated: () => emitter.emit('frame', { status: 'created' }),
    })
    const client = createClient(frameContract, frame.messenger, { abortGrace: ABORT_GRACE })
    follow(context, client, () => {
      opening = undefined
    })
    syncFrame(context, client)
    emitter.emit('frame', { status: 'ready' })
    return client
  }
  const fail = async (cause: unknown): Promise<never> => {
    opening = undefined
    frame?.remove()
    frame = undefined
    // Nobody waits for a config that is gone.
    if (controller.signal.aborted) throw cause
    const hostOrigin = typeof location === 'undefined' ? '' : location.origin
    const error = await diagnoseRefusal({ apiOrigin: services.apiOrigin, projectId, hostOrigin, cause })
    emitter.emit('frame', { status: 'failed', error: { code: error.code, message: error.shortMessage } })
    emitter.emit('alert', alertOfFailure(error))
    throw error
  }

  return {
    get() {
      opening ??= open().catch(fail)
      return opening
    },
    destroy() {
      controller.abort()
      opening?.then(
        (client) => client.destroy(),
        () => undefined,
      )
      frame?.remove()
      frame = undefined
    },
  }
}

/** Passes on what the frame tells, until the connection ends. */
function follow(context: ConnectorContext, client: Client<FrameContract>, onEnd: () => void): void {
  const { emitter } = context
  const stops = [
    client.on('screen', ({ screen, height }) => emitter.emit('frame', { status: 'ready', screen, height })),
    client.on('escape', () => emitter.emit('frameKey', { key: 'escape' })),
    client.on('focusExit', ({ direction }) =>
      emitter.emit('frameKey', { key: direction === 'forward' ? 'tabForward' : 'tabBackward' }),
    ),
    client.on('accountsChanged', ({ accounts }) =>
      emitter.emit('change', { accounts: accounts as readonly Account[] }),
    ),
    client.on('chainChanged', ({ chainId }) => emitter.emit('change', { caipNetworkId: caipOf(chainId) })),
    client.on('sessionEnded', ({ code }) => emitter.emit('disconnect', { code })),
    context.onThemeChange(() => syncTheme(context, client)),
  ]
  void client.closed.then(() => {
    onEnd()
    for (const stop of stops) stop()
    emitter.emit('frame', { status: 'created', screen: 'none', height: 0 })
  })
}
