import { warmUp, zeroize } from '@latchkey/keyring'
import { accountIdIn } from '../accounts/accountIds.ts'
import type { AnyKeySigner } from '../accounts/KeySigner.ts'
import { CancelledError, VaultUnavailableError } from '../errors/keysErrors.ts'
import { KEY_SIGNERS } from '../signers/keySigners.ts'
import { combineForDevice, signerOf } from './combineHalves.ts'
import { createTickets, type Tickets } from './tickets.ts'
import type { UnlockCache, UnlockedKey } from './unlockCache.ts'
import type { Vault } from './Vault.ts'

/** What a device does at a login alone is not part of what each page loads. @throws VaultUnavailableError */
const rare = () =>
  import('./bringToDevice.ts').catch((cause: unknown) => {
    throw new VaultUnavailableError({ cause })
  })

/**
 * Makes a vault. It runs in the worker; tests run it in place.
 *
 * @param parts.cache holds the unlocked keys
 * @param parts.signers one a namespace; those of this build
 * @example expose(createVault({ cache: createUnlockCache(clock) }))
 */
export function createVault(parts: {
  cache: UnlockCache
  tickets?: Tickets
  signers?: readonly AnyKeySigner[] | undefined
}): Vault {
  const { cache, tickets = createTickets(), signers = KEY_SIGNERS } = parts
  let locks = 0
  return {
    async create(input) {
      return (await rare()).create(input, signers)
    },
    openTicket: tickets.open,
    async unlock(input) {
      const begun = locks
      const root = await combineForDevice(input, tickets.take(input.ticket), signers)
      const keys: UnlockedKey[] = []
      try {
        for (const signer of signers) {
          const { address, privateKey } = await signer.derive(root)
          keys.push({ account: accountIdIn(signer, address), privateKey })
        }
        // Locked meanwhile, as by a sign-out: the keys must not come back.
        if (begun !== locks) throw new CancelledError()
      } catch (error) {
        for (const { privateKey } of keys) zeroize(privateKey)
        throw error
      } finally {
        zeroize(root)
      }
      cache.put(input.ids.walletId, keys)
      return keys.map(({ account }) => account)
    },
    async recover(input) {
      const pairs = { share: tickets.take(input.shareTicket), key: tickets.take(input.keyTicket) }
      return (await rare()).recover(input, pairs, signers)
    },
    async recoverBy(input) {
      const ticket = tickets.take(input.ticket)
      return (await rare()).recoverBy(input, ticket, signers)
    },
    async adoptJoin(input) {
      return (await rare()).adoptJoin(input)
    },
    async sign(walletId, { account, request }) {
      const signer = signerOf(signers, account)
      // First, so that nothing which is refused makes the service release a share.
      const prepared = signer.prepare(request)
      const privateKey = cache.use(walletId, account)
      return privateKey && signer.sign(privateKey, prepared)
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
