import { expose } from 'comlink'
import { createPanelVault } from './vault/createPanelVault.ts'
import { createUnlockCache } from './vault/unlockCache.ts'
import { servePanelPort } from './vault/workerPort.ts'

const cache = createUnlockCache({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
})

// A dedicated worker has one peer, the document that made it: comlink faces no other origin here.
expose(servePanelPort(createPanelVault({ cache })))
