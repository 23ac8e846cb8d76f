import { beforeEach, describe, expect, it } from 'vitest'
import { CancelledError } from './errors/keysErrors.ts'
import type { RecordName, RecordStore } from './storage/recordStore.ts'
import { codeOf, EMAIL, type Life, startLife } from './testing/life.ts'
import { HOST_ORIGIN } from './testing/openKeys.ts'

const BOB = 'bob@example.com'
let life: Life

beforeEach(async () => {
  life = await startLife()
})

type Keys = ReturnType<Life['open']>
const startSocial = (keys: Keys) =>
  keys.call('startSocial', { provider: 'google', mode: 'popup', purpose: 'login' })
const gain = (keys: Keys) => keys.call('gainAccounts', { namespaces: ['solana'] })
const syncAnew = async (keys: Keys) => {
  for (const family of life.service.accounts.families) family.emailSharedWith = [HOST_ORIGIN]
  await keys.syncSession()
}

describe('a sign-out', () => {
  it.each<[RecordName, string, (keys: Keys) => Promise<unknown>]>([
    ['challenge', 'a code that was sent', (keys) => keys.startEmail(EMAIL)],
    ['session', 'a login', (keys) => keys.login(EMAIL)],
    ['share', 'a new wallet', (keys) => keys.login(EMAIL)],
    ['share', 'a wallet that is brought here', (keys) => keys.login(BOB)],
    ['flows', 'a social login', startSocial],
    ['share', 'an account that the wallet gains', gain],
    ['session', 'what the service says of the session', syncAnew],
  ])('just before the %s record of %s is written keeps it out', async (name, _, run) => {
    let isDue = false
    const update: RecordStore['update'] = async (record, next) => {
      if (isDue && record === name) {
        isDue = false
        await keys.signOut()
      }
      return life.store.update(record, next)
    }
    const keys = life.open({ store: { ...life.store, update } })
    await life.openElsewhere().login(BOB)
    if (run === syncAnew || run === gain) await keys.login(EMAIL)
    isDue = true
    await run(keys).catch((error) => expect(error).toEqual(codeOf(CancelledError)))
    expect(isDue).toBe(false)
    expect(await life.store.get(name)).toBeUndefined()
  })

  it('while tokens are renewed does not bring the session back', async () => {
    const keys = life.open()
    await keys.login(EMAIL)
    life.clock.advance(601_000)
    let isOver = false
    life.service.setFault(async (when, { path }) => {
      if (isOver || when !== 'after' || !path.endsWith('/auth/v1/token')) return
      isOver = true
      await keys.signOut()
    })
    expect((await keys.syncSession()).status).toBe('signedOut')
    expect(await life.store.get('session')).toBeUndefined()
  })
})
