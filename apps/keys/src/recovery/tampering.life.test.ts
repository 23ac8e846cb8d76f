import { openKit, rootToMnemonic, zeroize } from '@latchkey/keyring'
import { finishJoin, JoinGoneError, KeysetNotFoundError, startJoin } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { createOneUseKey } from '../hpke/hpkeOpen.ts'
import { completeSession } from '../state/keysState.ts'
import { codeOf, hex } from '../testing/life.ts'
import { releaseForDevice } from '../wallet/signer.ts'
import { adoptJoin } from './adoptJoin.ts'
import { releaseMethod } from './bringByMethod.ts'
import { codeKey, newRecoveryCode, proveCode, sealCode } from './codeMethod.ts'
import { requireOpenWallet, withDeviceHalves } from './enrolMethod.ts'
import { bringIn, parseJoin, readJoinDetails } from './joinRequest.ts'
import { type AccountLife, addCode, startAccountLife } from './testing/openPanelKeys.ts'

const signal = new AbortController().signal
const damaged = codeOf(ShareDamagedError)
let life: AccountLife
let home: ReturnType<AccountLife['open']>
let address: string

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  address = (await home.login()).accounts[0]?.address ?? ''
})

const flip = (text: string, at = 3): string => {
  const bytes = decodeBase64url(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return encodeBase64url(bytes)
}
const device = async () =>
  releaseForDevice(home.context, await requireOpenWallet(home.context), { purpose: 'sign', signal })

describe('what leaves the vault', () => {
  it('the phrase is the wallet, and so is the key', async () => {
    const phrase = await home.vault.reveal({ device: await device(), what: 'phrase' })
    expect(phrase.split(' ')).toHaveLength(24)
    expect(mnemonicToAccount(phrase).address).toBe(address)
    const key = await home.vault.reveal({ device: await device(), what: 'key' })
    expect(privateKeyToAccount(key as `0x${string}`).address).toBe(address)
  })

  it('the kit opens with its own code, and gives the same phrase', async () => {
    const { accounts } = await requireOpenWallet(home.context)
    const { kit, code } = await home.vault.makeKit({ device: await device(), accounts, createdAt: 1 })
    const root = await openKit(JSON.parse(JSON.stringify(kit)), code)
    expect(rootToMnemonic(root)).toBe(await home.vault.reveal({ device: await device(), what: 'phrase' }))
    zeroize(root)
  })

  it('a released half serves once', async () => {
    const once = await device()
    await home.vault.reveal({ device: once, what: 'key' })
    await expect(home.vault.reveal({ device: once, what: 'key' })).rejects.toBeDefined()
  })
})

describe('a half of this device that was changed is found before anything comes of it', () => {
  const channelKey = ''
  const tampered = async (which: 'clientShare' | 'serverShare') => {
    const input = await device()
    const half = input[which]
    return { ...input, [which]: { ...half, ciphertext: flip(half.ciphertext) } }
  }
  it.each(['clientShare', 'serverShare'] as const)('%s', async (which) => {
    const methodKey = await codeKey(newRecoveryCode(), { userId: 'u', walletId: 'w' })
    const join = { joinId: 'j', deviceId: 'd', publicKey: (await createOneUseKey()).publicKey }
    const { vault } = home
    const accounts = (await requireOpenWallet(home.context)).accounts
    await expect(vault.reveal({ device: await tampered(which), what: 'key' })).rejects.toEqual(damaged)
    await expect(vault.enrol({ device: await tampered(which), channelKey, methodKey })).rejects.toEqual(
      damaged,
    )
    await expect(vault.sealForJoin({ device: await tampered(which), channelKey, join })).rejects.toEqual(
      damaged,
    )
    await expect(vault.makeKit({ device: await tampered(which), accounts, createdAt: 1 })).rejects.toEqual(
      damaged,
    )
  })

  it('and on the service: the panel is told to sign in again, and nothing is uploaded', async () => {
    const wallet = life.service.accounts.users.get('ada@example.com')?.wallet
    for (const keyset of wallet?.keysets.values() ?? []) keyset.share[0] = (keyset.share[0] ?? 0) ^ 1
    await expect(sealCode(home.context, newRecoveryCode(), 'Code', signal)).rejects.toEqual(
      codeOf(KeysetNotFoundError),
    )
    expect(life.recovery.methods.size).toBe(0)
    expect(await home.store.get('share')).toBeUndefined()
  })

  it('and of another session: the halves of one keyset do not fit those of another', async () => {
    const other = life.open()
    await other.login()
    const foreign = await releaseForDevice(other.context, await requireOpenWallet(other.context), {
      purpose: 'sign',
      signal,
    })
    const mixed = { ...(await device()), serverShare: foreign.serverShare }
    await expect(home.vault.reveal({ device: mixed, what: 'key' })).rejects.toEqual(damaged)
  })
})

describe('a half of a recovery method that was changed', () => {
  it('on the service is found before it is proven', async () => {
    const code = await addCode(home.context)
    const [method] = life.recovery.methods.values()
    if (!method?.keyset) throw new Error('No method')
    method.proven = false
    method.keyset.share[5] = (method.keyset.share[5] ?? 0) ^ 1
    await expect(proveCode(home.context, code, undefined, signal)).rejects.toBeDefined()
    expect(method.proven).toBe(false)
  })

  it.each(['clientShare', 'serverShare'] as const)(
    '%s is found before a device is made of it',
    async (which) => {
      const code = await addCode(home.context)
      const { userId, walletId, deviceId, accounts } = await requireOpenWallet(home.context)
      const { ticket, opened } = await releaseMethod(home.context, walletId, { kind: 'code' }, signal)
      const { keysetId, clientShare, serverShare } = opened
      const method = { keysetId, clientShare, serverShare }
      const { wrappingKey } = await home.context.partition.device()
      const half = method[which]
      const recovering = home.vault.recoverBy({
        userId,
        walletId,
        deviceId,
        accounts,
        ticket,
        wrappingKey,
        channelKey: home.context.config.channelKey,
        methodKey: await codeKey(code, { userId, walletId }),
        method: { ...method, [which]: { ...half, ciphertext: flip(half.ciphertext) } },
      })
      await expect(recovering).rejects.toEqual(damaged)
    },
  )
})

describe('a join', () => {
  const askToJoin = async () => {
    const site = life.open({ hostOrigin: 'http://app.localhost:5173' })
    const { keyPair, publicKey } = await createOneUseKey()
    const { client, partition, config, hostOrigin } = site.context
    const { proofKey, deviceId } = await partition.device()
    const body = { projectId: config.projectId, hostOrigin, deviceId }
    const { joinId } = await client.call(startJoin, { proofKey }, { body })
    const finish = async () => {
      const reply = await client.call(finishJoin, { proofKey }, { params: { joinId } })
      if (reply.status !== 'done') throw new Error('Not approved')
      return reply
    }
    return { site, keyPair, joinId, fragment: `${joinId}.${publicKey}`, finish }
  }
  const approve = async (fragment: string) => {
    const join = await parseJoin(fragment)
    await bringIn(home.context, join, await readJoinDetails(home.context, join, signal), null, signal)
  }
  const takeOver = async (
    { site, keyPair, joinId, finish }: Awaited<ReturnType<typeof askToJoin>>,
    change: (ciphertext: string) => string = (same) => same,
  ) => {
    const { tokens, session, keysetId, clientShare } = await finish()
    await site.context.partition.sessions.write({ v: 1, tokens, session, stage: 'login', loginId: joinId })
    const half = { ...clientShare, ciphertext: change(clientShare.ciphertext) }
    await adoptJoin(site.context, { joinId, keyPair, session, keysetId, clientShare: half }, signal)
    await site.context.partition.sessions.write({ v: 1, tokens, session, stage: 'ready', loginId: joinId })
  }

  it('brings another device in, which signs by the same key', async () => {
    const asked = await askToJoin()
    await approve(asked.fragment)
    await takeOver(asked)
    expect(await asked.site.signMessage(address, hex('hello'))).toMatchObject({
      signature: expect.any(String),
    })
  })

  it('whose half was changed on the way stores nothing', async () => {
    const asked = await askToJoin()
    await approve(asked.fragment)
    await expect(takeOver(asked, flip)).rejects.toEqual(damaged)
    expect(await asked.site.store.get('share')).toBeUndefined()
  })

  it('whose server half was changed stores nothing', async () => {
    const asked = await askToJoin()
    await approve(asked.fragment)
    const wallet = life.service.accounts.users.get('ada@example.com')?.wallet
    const newest = [...(wallet?.keysets.values() ?? [])].at(-1)
    if (newest) newest.share[0] = (newest.share[0] ?? 0) ^ 1
    await expect(takeOver(asked)).rejects.toEqual(damaged)
    expect(await asked.site.store.get('share')).toBeUndefined()
  })

  it('is sealed to the key of the address: the operator who reads it all cannot open it', async () => {
    const asked = await askToJoin()
    await approve(asked.fragment)
    const operator = { ...asked, keyPair: (await createOneUseKey()).keyPair }
    await expect(takeOver(operator)).rejects.toEqual(damaged)
  })

  it.each([
    ['nothing', undefined],
    ['no key', `${'j'.repeat(22)}.`],
    ['no point of the curve', `${'j'.repeat(22)}.${encodeBase64url(new Uint8Array(65).fill(4))}`],
    ['a compressed point', `${'j'.repeat(22)}.${encodeBase64url(new Uint8Array(33).fill(2))}`],
    ['a short id', `abc.${'A'.repeat(87)}`],
    ['a third part', `${'j'.repeat(22)}.${'A'.repeat(87)}.more`],
  ])('refuses %s in the address', async (_, text) => {
    await expect(parseJoin(text)).rejects.toEqual(codeOf(JoinGoneError))
  })
})

it('work in the vault needs a wallet that is open here', async () => {
  const stranger = life.open()
  await expect(withDeviceHalves(stranger.context, signal, async () => undefined)).rejects.toBeDefined()
  const session = (await stranger.context.partition.sessions.read())?.value ?? null
  expect(completeSession({ session, share: null })).toBeNull()
})
