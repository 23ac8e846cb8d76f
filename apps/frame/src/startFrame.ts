import { acceptParent, createServer, isOriginAllowed, type Server } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { type FrameContract, frameContract } from '@latchkey/protocol/frame'
import { type Lazy, lazy } from '@latchkey/std/lazy'
import { FOR_OTHERS, whenIdle } from '@latchkey/std/whenIdle'
import { createStore } from 'zustand/vanilla'
import type { HostEvents } from './App.tsx'
import { limitConcurrency } from './chains/evm/rpc/limitConcurrency.ts'
import { loadChainRpc } from './chains/evm/rpc/loadChainRpc.ts'
import { readDocumentConfig } from './context/documentConfig.ts'
import {
  type Approvals,
  type Frame,
  type FrameChain,
  type FrameState,
  servedChains,
} from './context/Frame.ts'
import { loadPart } from './context/loadPart.ts'
import { announceState } from './host/announceState.ts'
import { createHandlers, guardAccess } from './host/createHandlers.ts'
import { giveWay } from './host/giveWay.ts'
import { logCalls } from './host/logCalls.ts'
import { connectKeys } from './keys/connectKeys.ts'
import { createSessionSync, isGranted, warmUpKeys } from './keys/session.ts'
import { english } from './locales/loadLocale.ts'

/** How many of the host's reads of the network may run at the same time. */
const hostReads = 20

const loadApprovals = (frame: () => Frame): Lazy<Approvals> =>
  lazy(async () => {
    const load = loadPart(() => import('./host/createApprovals.ts'))
    const [{ createApprovals }] = await Promise.all([load, frame().draw()])
    return createApprovals(frame())
  })

function hostEvents(emit: Server<FrameContract>['emit']): HostEvents {
  return {
    onScreen: (screen) => emit('screen', screen),
    onEscape: () => emit('escape', {}),
    onFocusExit: (direction) => emit('focusExit', { direction }),
  }
}

/**
 * Starts the frame: opens the keys app and meets the host at the same time, then serves the host's calls and shows the
 * screens.
 *
 * @param content of the document's `latchkey-config`
 * @param chains the namespaces that the frame signs for
 */
export async function startFrame(
  window: Window,
  content: string | null,
  chains: readonly FrameChain[],
): Promise<void> {
  const { document } = window
  const { config, caip2 } = readDocumentConfig(content, window.location.search)
  const store = createStore<FrameState>(() => ({
    keys: null,
    caip2,
    screen: { name: 'none' },
    locale: english,
    appName: null,
    signingOut: false,
    preferredAccountType: 'smartAccount',
  }))
  const keys = connectKeys(document, config, (state) => store.setState({ keys: state }))
  const patterns = config.allowedOrigins.map(({ pattern }) => pattern)
  const { messenger, origin } = await acceptParent({
    version: PROTOCOL_VERSION,
    isAllowedOrigin: (asking) => isOriginAllowed(asking, patterns),
    // Framed by the host and by nobody else in between.
    expectedAncestors: (ancestors) => ancestors.length === 1,
  })
  const chain = loadChainRpc(config, window.fetch.bind(window))
  const approvals = loadApprovals(() => frame)
  const reload = () => window.location.reload()
  const wallet = { name: config.walletName, host: new URL(config.walletOrigin).host }
  const frame: Frame = {
    config,
    origin,
    store,
    keys,
    chain,
    limitReads: limitConcurrency(hostReads),
    syncSession: createSessionSync(keys, Date.now),
    chains,
    draw: lazy(async () => {
      const { drawScreens } = await loadPart(() => import('./drawScreens.tsx'))
      drawScreens(document, { store, wallet, host: hostEvents(server.emit) })
    }),
    approvals,
    askForWindow: (nonce) => server.emit('windowWanted', { nonce }),
    onReceiptTold: () => server.emit('receiptTold', {}),
    now: Date.now,
    deployedAccounts: new Set(),
    storage: () => window.localStorage,
    memory: new Map(),
    doors: new Map(),
    reload,
  }
  const warmUp = () => {
    frame.draw().catch(() => undefined)
    import('./walletWindow/showMark.tsx').then(({ showMark }) => showMark(frame)).catch(() => undefined)
    for (const { accounts } of servedChains(frame, caip2))
      accounts()
        .then((module) => module.warmUp(frame))
        .catch(() => undefined)
    whenIdle(window, () => {
      approvals().catch(() => undefined)
      warmUpKeys(frame).catch(() => undefined)
    })
  }
  const guarded = guardAccess(frameContract, createHandlers(frame), () => isGranted(frame))
  const { handlers, readLog } = logCalls(guarded, window.location.search)
  // For whoever looks into this document: no other origin's script reaches it.
  Object.assign(window, { latchkeyLog: readLog })
  const server = createServer(frameContract, messenger, giveWay(window, handlers, frame), { origin })
  announceState(frame, server.emit)
  // Not before keys has said who is there, which the host waits for: all of it starts on the same processors.
  keys.asked.then(() => {
    // The host asks who is connected as soon as it can.
    import('./host/describeUser.ts').catch(() => undefined)
    whenIdle(window, warmUp, FOR_OTHERS)
  })
  await server.closed
}
