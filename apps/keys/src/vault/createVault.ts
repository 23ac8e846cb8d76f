import { combineRoot, createRoot, deriveEvmAccount, warmUp, zeroize } from '@latchkey/keyring'
import type { Account } from '@latchkey/protocol'
import * as aad from '../aad.ts'
import { randomId } from '../base64url.ts'
import { CancelledError, ShareDamagedError } from '../errors.ts'
import { decrypt } from './aesGcm.ts'
import { open } from './hpke.ts'
import { splitForDevice, splitForRecovery } from './keysets.ts'
import { signIntent } from './signIntent.ts'
import { createTickets } from './tickets.ts'
import type { UnlockCache } from './unlockCache.ts'
import type { RecoverInput, UnlockInput, Vault } from './Vault.ts'

type Bytes = Uint8Array<ArrayBuffer>

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/**
 * Makes a vault. It runs in the worker; tests run it in place.
 *
 * @param cache holds the unlocked key
 * @example expose(createVault({ cache: createUnlockCache(clock) }))
 */
export function createVault({ cache }: { cache: UnlockCache }): Vault {
  const tickets = createTickets()
  let locks = 0
  return {
    async create(input) {
      const root = createRoot(randomBytes)
      try {
        const account = await deriveEvmAccount(root)
        zeroize(account.privateKey)
        const { userId, walletId, deviceId } = input
        const device = await splitForDevice(root, { userId, walletId, keysetId: randomId(), deviceId }, input)
        const recovery = await splitForRecovery(root, { userId, walletId, keysetId: randomId() }, input)
        const accounts: Account[] = [{ namespace: 'eip155', address: account.address, type: 'eoa' }]
        return { walletId, accounts, device, recovery }
      } finally {
        zeroize(root)
      }
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
      const root = await combineForRecovery(input, pairs)
      try {
        const { userId, walletId, deviceId } = input
        return await splitForDevice(root, { userId, walletId, keysetId: randomId(), deviceId }, input)
      } finally {
        zeroize(root)
      }
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

async function combineForDevice(input: UnlockInput, ticket: CryptoKeyPair): Promise<Uint8Array> {
  const secrets: Bytes[] = []
  const keep = (bytes: Bytes) => {
    secrets.push(bytes)
    return bytes
  }
  try {
    const client = keep(await decrypt(input.wrappingKey, input.clientShare, aad.deviceShareAad(input.ids)))
    const server = keep(
      await open(ticket, input.serverShare, aad.releaseAad(input.ids.keysetId, input.purpose)),
    )
    return await combineChecked(client, server, input.accounts)
  } finally {
    zeroize(...secrets)
  }
}

async function combineForRecovery(
  input: RecoverInput,
  pairs: { share: CryptoKeyPair; key: CryptoKeyPair },
): Promise<Uint8Array> {
  const { recovery, userId, walletId } = input
  const ids = { userId, walletId, keysetId: recovery.keysetId }
  const secrets: Bytes[] = []
  const keep = (bytes: Bytes) => {
    secrets.push(bytes)
    return bytes
  }
  try {
    const rawKey = keep(await open(pairs.key, recovery.recoveryKey, aad.recoverKeyAad(ids.keysetId)))
    const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['decrypt'])
    const client = keep(await decrypt(key, recovery.clientShare, aad.recoveryClientAad(ids)))
    const server = keep(await open(pairs.share, recovery.serverShare, aad.recoverShareAad(ids.keysetId)))
    return await combineChecked(client, server, input.accounts)
  } finally {
    zeroize(...secrets)
  }
}

/** Combines and compares with the recorded address; whatever does not fit is one and the same error. */
async function combineChecked(
  client: Bytes,
  server: Bytes,
  accounts: readonly Account[],
): Promise<Uint8Array> {
  const recorded = accounts.find((account) => account.namespace === 'eip155' && account.type === 'eoa')
  if (!recorded) throw new ShareDamagedError()
  try {
    return await combineRoot(client, server, { eip155: recorded.address })
  } catch {
    throw new ShareDamagedError()
  }
}
