import { createVault } from './vault/createVault.ts'
import { createUnlockCache } from './vault/unlockCache.ts'
import { exposeOnce, servePort } from './vault/workerPort.ts'

const cache = createUnlockCache({
  now: Date.now,
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
})

exposeOnce(servePort(createVault({ cache })))
