import * as protocol from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import { verifyChain } from './audit.ts'

let service: TestService
beforeAll(async () => {
  service = await createTestService({ limits: { releasesPerMinute: 1_000 } })
})
afterAll(() => service.stop())

test('fifty sign-ins to one account at once all get in, and all stand in its log', async () => {
  const page = await openAccountPage(service, 'many@example.com')
  const passkey = await addPasskey(page)
  const devices = await Promise.all(Array.from({ length: 50 }, () => createDevice(service)))
  const before = await verifyChain(service.database.db, page.userId)
  const logins = await Promise.all(devices.map((device) => signInWithPasskey(device, passkey, HOST)))
  expect(new Set(logins.map(({ session }) => session.user.id))).toEqual(new Set([page.userId]))
  const after = await verifyChain(service.database.db, page.userId)
  expect((after?.length ?? 0) - (before?.length ?? 0)).toBe(50)
})

test('a hundred releases of one account at once leave a log without gaps', async () => {
  const page = await openAccountPage(service, 'busy@example.com')
  const vault = await createActiveWallet(service, page.device, page.login)
  const { publicKey } = await createReceiver()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      page.device.call(protocol.releaseShare, {
        token: page.token,
        params: { keysetId: vault.ids.keyset },
        body: { publicKey, purpose: 'sign' },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  const { intact, events } = await page.device.must(protocol.getActivity, { token: page.token })
  expect([intact, events[0]?.kind]).toEqual([true, 'share-released'])
})
