import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice } from './testing/createDevice.ts'
import { createTestService, HOST, type TestService } from './testing/createTestService.ts'
import { createActiveWallet, createReceiver } from './testing/createVault.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

test('a person signs in, creates a wallet, signs, and gets it back on a second device', async () => {
  const first = await createDevice(service)
  const login = await first.signIn('Mia@Example.com')
  expect(login.session).toMatchObject({ user: { email: 'Mia@example.com' }, wallet: null, grants: [HOST] })
  const vault = await createActiveWallet(service, first, login)
  const token = login.tokens.accessToken

  const receiver = await createReceiver()
  const { share } = await first.must(protocol.releaseShare, {
    token,
    params: { keysetId: vault.ids.keyset },
    body: { publicKey: receiver.publicKey, purpose: 'sign' },
  })
  expect(await receiver.open(share, `v1|release|${vault.ids.keyset}|sign`)).toBe(
    vault.secrets.deviceShare.toString('hex'),
  )

  const second = await createDevice(service)
  service.advance(31_000)
  const again = await second.signIn('Mia@example.com')
  expect(again.session.user.id).toBe(login.session.user.id)
  expect(again.session.wallet).toMatchObject({ id: vault.ids.wallet, status: 'active' })
  const [shares, keys] = [await createReceiver(), await createReceiver()]
  const recovered = await second.must(protocol.recoverWallet, {
    token: again.tokens.accessToken,
    params: { walletId: vault.ids.wallet },
    body: { publicKey: shares.publicKey, recoveryKeyPublicKey: keys.publicKey },
  })
  expect(await shares.open(recovered.serverShare, `v1|recover-share|${vault.ids.recovery}`)).toBe(
    vault.secrets.recoveryShare.toString('hex'),
  )
  expect(await keys.open(recovered.recoveryKey, `v1|recover-key|${vault.ids.recovery}`)).toBe(
    vault.secrets.recoveryKey.toString('hex'),
  )
  await first.must(protocol.signOut, { token, body: { keysetId: vault.ids.keyset } })
  expect((await first.call(protocol.getSession, { token })).status).toBe(401)
})
