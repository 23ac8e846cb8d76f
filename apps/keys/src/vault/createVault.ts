import { warmUp, zeroize } from '@latchkey/keyring'
import { accountIdIn, namespacesOf, partsOf } from '../accounts/accountIds.ts'
import { CancelledError, VaultUnavailableError } from '../errors/keysErrors.ts'
import { createSignerSet, type SignerSet } from '../signers/createSignerSet.ts'
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
export function createVault(parts: { cache: UnlockCache; tickets?: Tickets; signers?: SignerSet }): Vault {
  const { cache, tickets = createTickets(), signers = createSignerSet(KEY_SIGNERS) } = parts
  let locks = 0
  return {
    async create(input) {
      return (await rare()).create(input, await signers.load())
    },
    openTicket: tickets.open,
    async unlock(input) {
      const begun = locks
      const ticket = tickets.take(input.ticket)
      const wanted = await signers.load(input.namespaces)
      const root = await combineForDevice(input, ticket, wanted)
      const keys: UnlockedKey[] = []
      try {
        for (const signer of wanted) {
          for (const { address, privateKey } of await signer.derive(root))
            keys.push({ account: accountIdIn(signer, address), privateKey })
        }
        // Locked meanwhile, as by a sign-out: the keys must not come back.
        if (begun !== locks) throw new CancelledError()
      } catch (error) {
        zeroize(...keys.map(({ privateKey }) => privateKey))
        throw error
      } finally {
        zeroize(root)
      }
      cache.put(input.ids.walletId, keys)
      return keys.map(({ account }) => account)
    },
    async recover(input) {
      const pairs = { share: tickets.take(input.shareTicket), key: tickets.take(input.keyTicket) }
      return (await rare()).recover(input, pairs, await signers.load(namespacesOf(input.accounts)))
    },
    async recoverBy(input) {
      const ticket = tickets.take(input.ticket)
      return (await rare()).recoverBy(input, ticket, await signers.load(namespacesOf(input.accounts)))
    },
    async adoptJoin(input) {
      return (await rare()).adoptJoin(input)
    },
    async sign(walletId, { account, request }) {
      const signer = signerOf(await signers.load([partsOf(account).namespace]), account)
      // First, so that nothing which is refused makes the service release a share.
      const prepared = signer.prepare(request)
      const privateKey = cache.use(walletId, account)
      return privateKey && signer.sign(privateKey, prepared, account)
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
