import { expose } from 'comlink'
import { createVault } from './vault/createVault.ts'
import { createUnlockCache } from './vault/unlockCache.ts'
import { servePort } from './vault/workerPort.ts'

const cache = createUnlockCache({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
})

// A dedicated worker has one peer, the document that made it: comlink faces no other origin here.
expose(servePort(createVault({ cache })))
