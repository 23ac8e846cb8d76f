import { createPanelVault } from './vault/createPanelVault.ts'
import { createUnlockCache } from './vault/unlockCache.ts'
import { exposeOnce, servePanelPort } from './vault/workerPort.ts'

const cache = createUnlockCache({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer),
})

exposeOnce(servePanelPort(createPanelVault({ cache })))
