import * as protocol from '@latchkey/protocol/http'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { createDevice, type Device, problemCode, type SignedIn } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver, createVault } from '../testing/createVault.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({ limits: {} })
})
afterAll(() => service.stop())

async function person() {
  const device = await createDevice(service)
  const login = await device.signIn(`keys${++count}@example.com`)
  const vault = await createVault(service, login.session.user.id)
  return { device, login, vault, token: login.tokens.accessToken }
}
type Person = { device: Device; token: string }
const create = ({ device, token }: Person, body: unknown) =>
  device.call(protocol.createWallet, { token, body })
async function release({ device, token }: Person, keysetId: string, purpose = 'sign') {
  const { publicKey } = await createReceiver()
  return device.call(protocol.releaseShare, { token, params: { keysetId }, body: { publicKey, purpose } })
}
async function recover({ device, token }: Person, walletId: string) {
  const [one, two] = [await createReceiver(), await createReceiver()]
  const body = { publicKey: one.publicKey, recoveryKeyPublicKey: two.publicKey }
  return device.call(protocol.recoverWallet, { token, params: { walletId }, body })
}

test('a share sealed for another user, wallet or keyset is refused', async () => {
  const mia = await person()
  const { ids, secrets, seal } = mia.vault
  const userId = mia.login.session.user.id
  for (const aad of [
    ['keyset', randomId(), ids.wallet, ids.keyset],
    ['keyset', userId, randomId(), ids.keyset],
    ['keyset', userId, ids.wallet, randomId()],
    ['recovery-share', userId, ids.wallet, ids.keyset],
  ]) {
    const good = await mia.vault.creation()
    const device = { ...good.device, serverShare: await seal(secrets.deviceShare, ...aad) }
    expect(problemCode(await create(mia, { ...good, device }))).toBe(protocol.SealedMessageError.code)
  }
  const good = await mia.vault.creation()
  const recovery = { ...good.recovery, recoveryKey: good.recovery.serverShare }
  expect(problemCode(await create(mia, { ...good, recovery }))).toBe(protocol.SealedMessageError.code)
  // Nothing of the failures stayed behind.
  expect((await create(mia, await mia.vault.creation())).status).toBe(200)
})

test('an account has one wallet; a pending one can be discarded and made anew, an active one cannot', async () => {
  const mia = await person()
  const params = { walletId: mia.vault.ids.wallet }
  await create(mia, await mia.vault.creation())
  const another = await createVault(service, mia.login.session.user.id)
  expect(problemCode(await create(mia, await another.creation()))).toBe(protocol.WalletConflictError.code)
  expect(problemCode(await release(mia, mia.vault.ids.keyset))).toBe(protocol.WalletNotActiveError.code)
  expect((await release(mia, mia.vault.ids.keyset, 'confirm')).status).toBe(200)
  expect(problemCode(await recover(mia, mia.vault.ids.wallet))).toBe(protocol.WalletNotActiveError.code)
  await mia.device.must(protocol.discardWallet, { token: mia.token, params })
  expect(problemCode(await release(mia, mia.vault.ids.keyset))).toBe(protocol.KeysetNotFoundError.code)
  const active = await createActiveWallet(service, mia.device, mia.login)
  const discard = { token: mia.token, params: { walletId: active.ids.wallet } }
  expect(problemCode(await mia.device.call(protocol.discardWallet, discard))).toBe(4301)
})

test('only the wallet’s own signature confirms it', async () => {
  const mia = await person()
  await create(mia, await mia.vault.creation())
  const stranger = privateKeyToAccount(generatePrivateKey())
  const confirm = (signature: string) =>
    mia.device.call(protocol.confirmWallet, {
      token: mia.token,
      params: { walletId: mia.vault.ids.wallet },
      body: { signature },
    })
  const foreign = await stranger.signMessage({ message: protocol.confirmText(mia.vault.ids.wallet) })
  const other = await mia.vault.account.signMessage({ message: protocol.confirmText(randomId()) })
  for (const signature of [foreign, other, `0x${'00'.repeat(65)}`])
    expect(problemCode(await confirm(signature))).toBe(protocol.WalletProofError.code)
  const right = await mia.vault.signature()
  expect((await confirm(right)).body).toMatchObject({ wallet: { status: 'active' } })
  expect((await confirm(right)).status).toBe(200)
})

test('nobody reaches the wallet of somebody else', async () => {
  const [mia, eve] = [await person(), await person()]
  const vault = await createActiveWallet(service, mia.device, mia.login)
  expect(problemCode(await release(eve, vault.ids.keyset))).toBe(protocol.KeysetNotFoundError.code)
  expect(problemCode(await recover(eve, vault.ids.wallet))).toBe(protocol.WalletNotFoundError.code)
  const params = { walletId: vault.ids.wallet }
  const body = await vault.keyset(randomId(), vault.secrets.deviceShare)
  expect(problemCode(await eve.device.call(protocol.addKeyset, { token: eve.token, params, body }))).toBe(
    4305,
  )
  expect(problemCode(await eve.device.call(protocol.discardWallet, { token: eve.token, params }))).toBe(4305)
  await eve.device.must(protocol.signOut, { token: eve.token, body: { keysetId: vault.ids.keyset } })
  expect((await release(mia, vault.ids.keyset)).status).toBe(200)
  // Its ids cannot be taken either.
  const bob = await person()
  const copy = await createVault(service, bob.login.session.user.id)
  copy.ids.keyset = vault.ids.keyset
  expect(problemCode(await create(bob, await copy.creation()))).toBe(protocol.WalletConflictError.code)
})

test('a new device of the same person gets a keyset of its own, with a fresh login', async () => {
  const mia = await person()
  const vault = await createActiveWallet(service, mia.device, mia.login)
  service.advance(31_000)
  const phone = await createDevice(service)
  const login = await phone.signIn(mia.login.session.user.email ?? '')
  const second = { device: phone, token: login.tokens.accessToken }
  // The first device's share is not the second's, though the account is the same.
  expect(problemCode(await release(second, vault.ids.keyset))).toBe(protocol.KeysetNotFoundError.code)
  expect((await recover(second, vault.ids.wallet)).status).toBe(200)
  const keysetId = randomId()
  const params = { walletId: vault.ids.wallet }
  const add = async (id: string) =>
    phone.call(protocol.addKeyset, {
      token: second.token,
      params,
      body: await vault.keyset(id, vault.secrets.deviceShare, 'p'.repeat(22)),
    })
  expect((await add(keysetId)).status).toBe(200)
  expect((await release(second, keysetId)).status).toBe(200)
  // A later split of the same device replaces the earlier one.
  const later = randomId()
  expect((await add(later)).status).toBe(200)
  expect(problemCode(await release(second, keysetId))).toBe(protocol.KeysetNotFoundError.code)
  expect(problemCode(await add(vault.ids.keyset))).toBe(protocol.WalletConflictError.code)
  // A device that calls itself as another one does takes nothing away from it.
  const body = await vault.keyset(randomId(), vault.secrets.deviceShare)
  expect((await phone.call(protocol.addKeyset, { token: second.token, params, body })).status).toBe(200)
  const first = { device: mia.device, token: mia.login.tokens.accessToken }
  expect((await release(first, vault.ids.keyset)).status).toBe(200)
  service.advance(270_000 + 30_001)
  expect(problemCode(await recover(second, vault.ids.wallet))).toBe(protocol.FreshLoginRequiredError.code)
  expect(problemCode(await add(randomId()))).toBe(protocol.FreshLoginRequiredError.code)
  expect((await release(second, later)).status).toBe(200)
})

test('thirty releases a minute', async () => {
  const mia = await person()
  const vault = await createActiveWallet(service, mia.device, mia.login)
  const answers = await Promise.all(Array.from({ length: 35 }, () => release(mia, vault.ids.keyset)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter((answer) => answer.status === 429 && problemCode(answer) === 4020)).toHaveLength(5)
})

test('a one-use key that is no point of the curve is refused', async () => {
  const mia = await person()
  const vault = await createActiveWallet(service, mia.device, mia.login)
  const answer = await mia.device.call(protocol.releaseShare, {
    token: mia.token,
    params: { keysetId: vault.ids.keyset },
    body: { publicKey: 'BAAA', purpose: 'sign' },
  })
  expect(problemCode(answer)).toBe(protocol.SealedMessageError.code)
})

test('signing out with the keyset deletes the share', async () => {
  const mia = await person()
  const vault = await createActiveWallet(service, mia.device, mia.login)
  await mia.device.must(protocol.signOut, { token: mia.token, body: { keysetId: vault.ids.keyset } })
  service.advance(31_000)
  const login: SignedIn = await mia.device.signIn(mia.login.session.user.email ?? '')
  const again = { device: mia.device, token: login.tokens.accessToken }
  expect(problemCode(await release(again, vault.ids.keyset))).toBe(protocol.KeysetNotFoundError.code)
})
