import * as protocol from '@latchkey/protocol/http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { historyAccounts } from '../db/historySchema.ts'
import { accountNames } from '../db/namesSchema.ts'
import { auditEvents, siwxSessions, wallets } from '../db/schema.ts'
import { openAccountPage } from '../testing/accountPage.ts'
import { problemCode } from '../testing/createDevice.ts'
import { accountNumber } from '../testing/createHostPage.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { createVault } from '../testing/createVault.ts'
import { safeAddressOf } from '../userOperations/userOperation.ts'

type Listed = { address: string; type: string }

const victim = accountNumber(7).address
const lower = (address: string) => address.toLowerCase()
const victims = [lower(victim), lower(safeAddressOf(victim))]

let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService()
})
afterAll(() => service.stop())

/** A wallet that names other accounts beside its own, as a program without a browser can send it. */
async function list(accountsOf: (own: string) => Listed[]) {
  const page = await openAccountPage(service, `lister${++count}@example.com`)
  const { device, token } = page
  const vault = await createVault(service, page.userId)
  const accounts = accountsOf(vault.account.address).map((one) => ({ namespace: 'eip155', ...one }))
  const body = { ...(await vault.creation()), accounts }
  const created = await device.call(protocol.createWallet, { token, body })
  const confirm = async () =>
    device.call(protocol.confirmWallet, {
      token,
      params: { walletId: vault.ids.wallet },
      body: { signature: await vault.signature() },
    })
  return { page, vault, created, confirm }
}
const followed = async () =>
  (await service.database.db.select().from(historyAccounts)).map(({ account }) => account)

/** What somebody else has under an address: a name, and a sign-in with the wallet. */
async function giveVictim() {
  const { db } = service.database
  const name = { zone: 'wallet.eth', coinType: null, createdAt: 1 }
  await db.insert(accountNames).values(
    victims.map((account, index) => ({
      ...name,
      account,
      name: `victim${index}.wallet.eth`,
      label: `victim${index}`,
    })),
  )
  const site = { projectId: 'demo', origin: HOST, domain: new URL(HOST).host, chainId: 'eip155:1' }
  await db.insert(siwxSessions).values(
    victims.map((address) => ({
      ...site,
      ...{ id: randomId(), tokenHash: randomId(), address, addressKey: address },
      ...{ proof: 'key' as const, issuedAt: 1, expiresAt: service.config.now() + 86_400_000 },
    })),
  )
}
const ofVictim = async () => {
  const { db } = service.database
  const names = await db.select().from(accountNames)
  const signIns = await db.select().from(siwxSessions)
  return [names.map(({ account }) => account).sort(), signIns.map(({ addressKey }) => addressKey).sort()]
}

test('whoever lists the address of another in a wallet and deletes the account takes no name and no sign-in away', async () => {
  await giveVictim()
  const all = [...victims].sort()
  const others = victims.map((address) => ({ address, type: 'eoa' }))
  const pending = await list(() => others)
  expect(pending.created.status).toBe(200)
  const active = await list((address) => [{ address, type: 'eoa' }, ...others])
  expect((await active.confirm()).status).toBe(200)
  for (const { page } of [pending, active])
    await page.device.must(protocol.deleteAccount, { token: page.token })
  expect(await ofVictim()).toEqual([all, all])
})

test('only the account that has signed is followed, with its smart account', async () => {
  const { vault, confirm } = await list((address) => [
    { address, type: 'eoa' },
    { address: victim, type: 'eoa' },
    { address: victim, type: 'smartAccount' },
  ])
  expect((await confirm()).status).toBe(200)
  const { address } = vault.account
  expect(await followed()).toEqual(expect.arrayContaining([lower(address), lower(safeAddressOf(address))]))
  for (const one of victims) expect(await followed()).not.toContain(one)
})

test('the account that signs is the one whose smart account is paid for', async () => {
  const mixed = await list((address) => [
    { address, type: 'smartAccount' },
    { address: victim, type: 'eoa' },
  ])
  expect(problemCode(await mixed.confirm())).toBe(protocol.WalletProofError.code)
  const [row] = await service.database.db.select().from(wallets).where(eq(wallets.id, mixed.vault.ids.wallet))
  expect(row?.status).toBe('pending')
  const none = await list((address) => [{ address, type: 'smartAccount' }])
  expect(problemCode(none.created)).toBe(protocol.InvalidRequestError.code)
})

test('a confirmation that fails in the middle is made whole by the next one', async () => {
  const { db } = service.database
  const { page, vault, confirm } = await list((address) => [{ address, type: 'eoa' }])
  await db.execute(sql`alter table history_accounts rename to away`)
  expect((await confirm()).status).toBe(500)
  await db.execute(sql`alter table away rename to history_accounts`)
  expect((await confirm()).status).toBe(200)
  expect(await followed()).toContain(lower(vault.account.address))
  const log = await db.select().from(auditEvents).where(eq(auditEvents.userId, page.userId))
  expect(log.filter(({ kind }) => kind === 'wallet-confirmed')).toHaveLength(1)
})
