import { openKit } from '@latchkey/keyring'
import { randomId } from '@latchkey/std/randomId'
import { beforeAll, describe, expect, it } from 'vitest'
import { createOneUseKey, open } from './hpke/hpkeOpen.ts'
import { seal } from './hpke/hpkeSeal.ts'
import { startPanelWorker } from './startPanelWorker.ts'
import { releaseAad } from './vault/aad.ts'
import type { PanelVault } from './vault/PanelVault.ts'
import { keysetAad } from './vault/recoveryAad.ts'
import type { UnlockInput } from './vault/Vault.ts'

let vault: PanelVault
let device: () => Promise<UnlockInput>

beforeAll(async () => {
  // Its first answer comes after all of its modules.
  vault = startPanelWorker(120_000)
  const service = await createOneUseKey()
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages)
  const owner = { userId: randomId(), walletId: randomId(), deviceId: randomId(), wrappingKey }
  const made = await vault.create({ ...owner, channelKey: service.publicKey })
  const { serverShare, clientShare, ...ids } = made.device
  const share = await open(service.keyPair, serverShare, keysetAad(ids))
  device = async () => {
    const ticket = await vault.openTicket()
    const purpose = 'sign'
    const released = await seal(ticket.publicKey, share, releaseAad(ids.keysetId, purpose))
    const { accounts } = made
    return { ticket: ticket.id, purpose, ids, accounts, clientShare, serverShare: released, wrappingKey }
  }
})

describe('the vault of the account page in its worker', () => {
  it('gives the key and the phrase', async () => {
    expect(await vault.reveal({ device: await device(), what: 'key' })).toMatch(/^0x[0-9a-f]{64}$/)
    const phrase = await vault.reveal({ device: await device(), what: 'phrase' })
    expect(phrase.split(' ')).toHaveLength(24)
  })

  it('makes a kit that opens with its code', async () => {
    const input = await device()
    const { kit, code } = await vault.makeKit({ device: input, accounts: input.accounts, createdAt: 1 })
    expect((await openKit(kit, code)).length).toBe(32)
  })

  it('takes a method key that cannot be exported', async () => {
    const usages: KeyUsage[] = ['encrypt', 'decrypt']
    const methodKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages)
    const { publicKey } = await createOneUseKey()
    const keyset = await vault.enrol({ device: await device(), channelKey: publicKey, methodKey })
    expect(Object.keys(keyset).sort()).toEqual(['clientShare', 'keysetId', 'serverShare'])
  })

  it('refuses a damaged half by its code', async () => {
    const input = await device()
    const serverShare = { ...input.serverShare, ciphertext: `A${input.serverShare.ciphertext.slice(1)}B` }
    const refused = vault.reveal({ device: { ...input, serverShare }, what: 'key' })
    await expect(refused).rejects.toMatchObject({ code: 3194 })
  })
})
