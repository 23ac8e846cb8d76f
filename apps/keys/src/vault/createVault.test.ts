import { beforeEach, describe, expect, it } from 'vitest'
import { CancelledError, ShareDamagedError } from '../errors/keysErrors.ts'
import { createOneUseKey, open } from '../hpke/hpkeOpen.ts'
import { seal } from '../hpke/hpkeSeal.ts'
import { codeOf } from '../testing/life.ts'
import { releaseAad } from './aad.ts'
import { createVault } from './createVault.ts'
import { keysetAad } from './recoveryAad.ts'
import { createUnlockCache } from './unlockCache.ts'
import type { UnlockInput, Vault } from './Vault.ts'

const message = { kind: 'message', message: '0x00' } as const
let account: string
const sign = () => vault.sign(walletId, { account, request: message })
const walletId = 'w'.repeat(22)
let vault: Vault
let prepareUnlock: () => Promise<UnlockInput>

beforeEach(async () => {
  const clock = { now: () => 0, setTimer: () => 0, clearTimer: () => undefined }
  vault = createVault({ cache: createUnlockCache(clock) })
  const service = await createOneUseKey()
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages)
  const owner = { userId: 'u'.repeat(22), walletId, deviceId: 'd'.repeat(22), wrappingKey }
  const { device, accounts } = await vault.create({ ...owner, channelKey: service.publicKey })
  account = accounts[0] ?? ''
  const { serverShare, clientShare, ...ids } = device
  const share = await open(service.keyPair, serverShare, keysetAad(ids))
  prepareUnlock = async () => {
    const ticket = await vault.openTicket()
    const released = await seal(ticket.publicKey, share, releaseAad(ids.keysetId, 'sign'))
    const purpose = 'sign'
    return { ticket: ticket.id, purpose, ids, accounts, clientShare, serverShare: released, wrappingKey }
  }
})

describe('a vault', () => {
  it('signs once it is unlocked, and not after it was locked', async () => {
    await vault.unlock(await prepareUnlock())
    expect(await sign()).toMatchObject({ kind: 'signature' })
    await vault.lock()
    expect(await sign()).toBeNull()
  })

  it('stays locked when it was locked while it combined', async () => {
    const unlocking = vault.unlock(await prepareUnlock())
    await vault.lock()
    await expect(unlocking).rejects.toEqual(codeOf(CancelledError))
    expect(await sign()).toBeNull()
  })

  it('stays locked where no account on record can be held against the root', async () => {
    const accounts = ['toy:1:abc']
    const unlocking = vault.unlock({ ...(await prepareUnlock()), accounts })
    await expect(unlocking).rejects.toEqual(codeOf(ShareDamagedError))
    expect(await sign()).toBeNull()
  })
})
