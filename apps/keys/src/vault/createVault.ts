import { deriveEvmAccount, warmUp, zeroize } from '@latchkey/keyring'
import { CancelledError, VaultUnavailableError } from '../errors/keysErrors.ts'
import { combineForDevice } from './combineHalves.ts'
import { signIntent } from './signIntent.ts'
import { createTickets, type Tickets } from './tickets.ts'
import type { UnlockCache } from './unlockCache.ts'
import type { Vault } from './Vault.ts'

/** What a device does at a login alone is not part of what each page loads. @throws VaultUnavailableError */
const rare = () =>
  import('./bringToDevice.ts').catch((cause: unknown) => {
    throw new VaultUnavailableError({ cause })
  })

/**
 * Makes a vault. It runs in the worker; tests run it in place.
 *
 * @param parts.cache holds the unlocked key
 * @example expose(createVault({ cache: createUnlockCache(clock) }))
 */
export function createVault(parts: { cache: UnlockCache; tickets?: Tickets }): Vault {
  const { cache, tickets = createTickets() } = parts
  let locks = 0
  return {
    async create(input) {
      return (await rare()).create(input)
    },
    openTicket: tickets.open,
    async unlock(input) {
      const begun = locks
      const root = await combineForDevice(input, tickets.take(input.ticket))
      try {
        const account = await deriveEvmAccount(root)
        if (begun !== locks) {
          // Locked meanwhile, as by a sign-out: the key must not come back.
          zeroize(account.privateKey)
          throw new CancelledError()
        }
        cache.put(input.ids.walletId, account)
      } finally {
        zeroize(root)
      }
    },
    async recover(input) {
      const pairs = { share: tickets.take(input.shareTicket), key: tickets.take(input.keyTicket) }
      return (await rare()).recover(input, pairs)
    },
    async recoverBy(input) {
      const ticket = tickets.take(input.ticket)
      return (await rare()).recoverBy(input, ticket)
    },
    async adoptJoin(input) {
      return (await rare()).adoptJoin(input)
    },
    async sign(walletId, intent) {
      return signIntent(intent, () => cache.use(walletId))
    },
    async lock() {
      locks++
      cache.lock()
      tickets.clear()
    },
    async warmUp() {
      warmUp()
    },
  }
}
