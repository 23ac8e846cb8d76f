import * as protocol from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { keysets, wallets } from '../db/schema.ts'
import { recoveryKeys } from '../recovery/schema.ts'
import { type AccountPage, openAccountPage } from '../testing/accountPage.ts'
import { createTestService, HOST, type TestService, WALLET } from '../testing/createTestService.ts'
import { createReceiver, createVault } from '../testing/createVault.ts'
import { createMethodKeyset, createProtected } from '../testing/recoveryMethods.ts'

const EMAIL = 'downgrade@example.com'

let service: TestService
let made: Awaited<ReturnType<typeof createProtected>>
let page: AccountPage
beforeAll(async () => {
  service = await createTestService({
    limits: { codesPerQuarterHour: 1_000, codesPerDay: 1_000, joinWait: 0 },
  })
  made = await createProtected(service, EMAIL)
  page = made.page
})
afterAll(() => service.stop())

const isRoute = (value: unknown): value is protocol.Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value && 'auth' in value
/** The last one deletes the wallet: nothing is left to downgrade. */
const routes = Object.entries(protocol).flatMap(([name, value]) =>
  isRoute(value) && value.auth !== 'none' && value !== protocol.deleteAccount ? [{ name, route: value }] : [],
)

/** Bodies that go as far as they can; others are refused by their form. */
async function bodiesOf(name: string): Promise<object[]> {
  const { vault } = made
  const { publicKey } = await createReceiver()
  const another = await createVault(service, page.userId)
  const where = { projectId: 'demo', hostOrigin: HOST }
  const sealing = { kind: 'code', label: 'x', keyset: await createMethodKeyset(vault, page.userId) }
  const table: Record<string, object[]> = {
    createWallet: [await vault.creation(), await another.creation()],
    confirmWallet: [{ signature: await vault.signature() }],
    addKeyset: [
      await vault.keyset(randomId(), vault.secrets.deviceShare),
      await vault.keyset(vault.ids.recovery, vault.secrets.deviceShare),
    ],
    releaseShare: [
      { publicKey, purpose: 'sign' },
      { publicKey, purpose: 'confirm' },
    ],
    recoverWallet: [{ publicKey, recoveryKeyPublicKey: publicKey }],
    addMethod: [sealing, { ...sealing, kind: 'recovery' }, { ...sealing, kind: 'device' }],
    openMethod: [{ kind: 'code', publicKey }],
    startPasskeyLogin: [where],
    startJoin: [{ ...where, deviceId: randomId() }],
    allowExport: [{ what: 'kit' }],
    revokeSite: [{ projectId: 'demo', origin: WALLET }],
    startEmail: [{ ...where, email: EMAIL, purpose: 'login' }],
    startEmailChange: [{ email: 'other@example.com' }],
  }
  return table[name] ?? [{}]
}

/** Paths name several things by one word: each of the wallet's is tried. */
function paramsOf(path: string): Record<string, string>[] {
  const { vault, passkey, code } = made
  const known: Record<string, string[]> = {
    walletId: [vault.ids.wallet],
    keysetId: [vault.ids.keyset, vault.ids.recovery, code.keyset.keysetId],
    methodId: [passkey.methodId, code.methodId],
    deviceId: [page.device.jkt],
    identityId: [page.userId],
    joinId: [randomId()],
  }
  const [, name] = /:([a-zA-Z]+)/.exec(path) ?? []
  return name ? (known[name] ?? [randomId()]).map((value) => ({ [name]: value })) : [{}]
}

async function expectProtected() {
  const { db } = service.database
  const walletId = made.vault.ids.wallet
  const [wallet] = await db.select().from(wallets).where(eq(wallets.id, walletId))
  expect(wallet?.tier).toBe('protected')
  const standard = and(eq(keysets.walletId, walletId), eq(keysets.kind, 'recovery'))
  expect(await db.select().from(keysets).where(standard)).toEqual([])
  expect(await db.select().from(recoveryKeys).where(eq(recoveryKeys.walletId, walletId))).toEqual([])
}

test.each(routes)('$name leaves a protected wallet protected', async ({ name, route }) => {
  // Signing out and the like end the session: each route gets a fresh one.
  service.advance(3_600_000)
  page = await openAccountPage(service, EMAIL)
  for (const params of paramsOf(route.path))
    for (const body of await bodiesOf(name))
      await page.device.call(route, {
        params,
        ...(route.method === 'POST' ? { body } : {}),
        ...(route.auth === 'proof' ? {} : { token: page.token }),
      })
  await expectProtected()
})

test('the list has what could bring the standard tier back', () => {
  const names = routes.map(({ name }) => name)
  for (const name of ['createWallet', 'discardWallet', 'addMethod', 'removeMethod', 'protect', 'unfreeze'])
    expect(names).toContain(name)
})
