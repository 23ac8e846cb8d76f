import './jitless.ts'
import { acceptParent, createServer } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { accountKeysContract } from '@latchkey/protocol/keys'
import { createKeys } from './createKeys.ts'
import { BadDocumentError, HostUnknownError } from './errors/keysErrors.ts'
import { createPanelStage, watchHeight } from './panel/createPanelStage.ts'
import { panelHandlers } from './panel/panelHandlers.ts'
import { readDocumentConfig } from './readDocumentConfig.ts'
import { browserPasskeys } from './recovery/browserPasskeys.ts'
import { openPasskeyWindow } from './recovery/openPasskeyWindow.ts'
import { browserLocks, openTabChannel } from './session/tabs.ts'
import { startPanelWorker } from './startPanelWorker.ts'
import { readAncestors, resolveHostOrigin } from './state/hostOrigin.ts'
import { openRecordStore } from './storage/recordStore.ts'
import './panel/panel.css'
import './panel/panelParts.css'

async function start(): Promise<void> {
  const config = readDocumentConfig(document)
  if (config.place !== 'own') throw new BadDocumentError()
  const isOwn = () => resolveHostOrigin(config, readAncestors(location)) === config.walletOrigin
  if (!isOwn()) throw new HostUnknownError()
  const accepting = acceptParent({
    version: PROTOCOL_VERSION,
    isAllowedOrigin: (origin) => origin === config.walletOrigin,
    expectedAncestors: (ancestors) => resolveHostOrigin(config, ancestors) === config.walletOrigin,
  })
  const [store, { messenger, origin }] = await Promise.all([openRecordStore(() => indexedDB), accepting])
  const tabs = openTabChannel()
  const vault = startPanelWorker()
  const keys = createKeys({
    config,
    hostOrigin: config.walletOrigin,
    store,
    vault,
    fetch: (url, init) => fetch(url, init),
    now: () => Date.now(),
    locks: browserLocks(),
    tellTabs: tabs.tell,
  })
  const root = document.body
  const stage = createPanelStage({
    root,
    host: location.host,
    isSeen: () => document.visibilityState === 'visible' && isOwn(),
  })
  const panels = panelHandlers({
    context: {
      ...keys.context,
      vault,
      passkeys: browserPasskeys(),
      openWindow: (request, signal) => openPasskeyWindow(window, request, signal),
    },
    stage,
    readState: keys.readState,
    over: keys.loginOver,
  })
  tabs.listen(() => void keys.tabChanged())
  const server = createServer(accountKeysContract, messenger, { ...keys.handlers, ...panels }, { origin })
  keys.onState((state) => server.emit('stateChanged', state))
  watchHeight(root, (height) => server.emit('panelHeight', { height }))
  // Without its page nobody can close a panel.
  void server.closed.then(() => stage.close())
}

start().catch((error: unknown) => {
  // The account page reports a document that does not answer. No secret is in these errors.
  console.error(error instanceof Error ? error.message : 'The keys document did not start')
})
