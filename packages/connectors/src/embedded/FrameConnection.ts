import { type Client, createClient } from '@latchkey/bridge'
import type { Account, AccountType, CaipNetworkId, ConnectorContext } from '@latchkey/core/connector'
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

/** The kind of account that the frame was last told of. A document that is opened anew has to hear it again. */
export type AccountWish = { type: AccountType | undefined }

export type FrameConnection = {
  /** The open connection; opens one if there is none. */
  get(): Promise<Client<FrameContract>>
  /** Has the frame drop what is under way and start anew. Whoever needs it meanwhile gets the new one. */
  reload(): Promise<void>
  destroy(): void
}

/** CAIP-2 form of what the frame calls a chain. */
export const caipOf = (chainId: string | number): CaipNetworkId =>
  (typeof chainId === 'number' ? `eip155:${chainId}` : chainId) as CaipNetworkId

/**
 * Keeps one open connection to the frame, and tells the context what the frame does. When the frame's document goes
 * away (it was reloaded, or crashed) the calls that wait are rejected, and the next need opens a new one.
 */
export function createFrameConnection(
  context: ConnectorContext,
  openFrame: OpenFrame,
  wish: AccountWish = { type: undefined },
): FrameConnection {
  const { emitter, services, projectId } = context
  const controller = new AbortController()
  let opening: Promise<Client<FrameContract>> | undefined
  let frame: OpenedFrame | undefined
  let leaving: Promise<void> | undefined

  const open = async (): Promise<Client<FrameContract>> => {
    controller.signal.throwIfAborted()
    frame?.remove()
    frame = await openFrame(context, {
      signal: controller.signal,
      onCreated: () => emitter.emit('frame', { status: 'created' }),
    })
    const client = createClient(frameContract, frame.messenger, { abortGrace: ABORT_GRACE })
    follow(context, client, wish, () => {
      opening = undefined
    })
    syncFrame(context, client)
    // Whoever is signed out has no account to prefer.
    if (wish.type) await client.call.setPreferredAccount({ type: wish.type }).catch(() => undefined)
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

  const get = async (): Promise<Client<FrameContract>> => {
    if (leaving) await leaving
    opening ??= open().catch(fail)
    return opening
  }

  return {
    get,
    reload() {
      leaving ??= opening
        ?.then((client) => client.call.reload({}).finally(client.destroy))
        .catch(() => undefined)
        .then(() => {
          opening = leaving = undefined
        })
      return leaving ?? Promise.resolve()
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
function follow(
  context: ConnectorContext,
  client: Client<FrameContract>,
  wish: AccountWish,
  onEnd: () => void,
): void {
  const { emitter } = context
  const stops = [
    client.on('screen', ({ screen, height }) => emitter.emit('frame', { status: 'ready', screen, height })),
    client.on('escape', () => emitter.emit('frameKey', { key: 'escape' })),
    client.on('focusExit', ({ direction }) =>
      emitter.emit('frameKey', { key: direction === 'forward' ? 'tabForward' : 'tabBackward' }),
    ),
    client.on('accountsChanged', ({ accounts }) =>
      emitter.emit('change', {
        accounts: accounts as readonly Account[],
        ...(wish.type ? { preferredAccountType: wish.type } : {}),
      }),
    ),
    client.on('chainChanged', ({ chainId }) => emitter.emit('change', { caipNetworkId: caipOf(chainId) })),
    client.on('sessionEnded', ({ code }) => {
      wish.type = undefined
      emitter.emit('disconnect', { code })
    }),
    context.onThemeChange(() => syncTheme(context, client)),
  ]
  void client.closed.then(() => {
    onEnd()
    for (const stop of stops) stop()
    emitter.emit('frame', { status: 'created', screen: 'none', height: 0 })
  })
}
