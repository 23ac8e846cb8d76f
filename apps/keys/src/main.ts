import './jitless.ts'
import { acceptParent, createServer } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { keysContract } from '@latchkey/protocol/keys'
import { FOR_OTHERS, whenIdle } from '@latchkey/std/whenIdle'
import { createKeys } from './createKeys.ts'
import { HostUnknownError } from './errors/keysErrors.ts'
import { lazyWorker } from './lazyWorker.ts'
import { readDocumentConfig } from './readDocumentConfig.ts'
import { browserLocks, openTabChannel } from './session/tabs.ts'
import { readAncestors, resolveHostOrigin } from './state/hostOrigin.ts'
import { openRecordStore } from './storage/recordStore.ts'

async function start(): Promise<void> {
  const config = readDocumentConfig(document)
  const hostOrigin = resolveHostOrigin(config, readAncestors(location))
  if (hostOrigin === null) throw new HostUnknownError()
  const accepting = acceptParent({
    version: PROTOCOL_VERSION,
    isAllowedOrigin: (origin) => origin === config.walletOrigin,
    expectedAncestors: (ancestors) => resolveHostOrigin(config, ancestors) === hostOrigin,
  })
  const [store, { messenger, origin }] = await Promise.all([openRecordStore(() => indexedDB), accepting])
  const tabs = openTabChannel()
  const { vault, start: startVault } = lazyWorker()
  const keys = createKeys({
    config,
    hostOrigin,
    store,
    vault,
    fetch: (url, init) => fetch(url, init),
    now: () => Date.now(),
    locks: browserLocks(),
    tellTabs: tabs.tell,
    whenIdle(run) {
      const prepare = () => {
        startVault()
        run()
      }
      whenIdle(window, prepare, FOR_OTHERS)
    },
  })
  tabs.listen(() => void keys.tabChanged())
  const server = createServer(keysContract, messenger, keys.handlers, { origin })
  keys.onState((state) => server.emit('stateChanged', state))
}

start().catch((error: unknown) => {
  // There is no screen here: the frame reports a keys document that does not answer. No secret is in these errors.
  console.error(error instanceof Error ? error.message : 'The keys document did not start')
})
