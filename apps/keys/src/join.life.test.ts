import { JoinGoneError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { NothingPendingError, RoundTripError } from '@latchkey/protocol/keys'
import { recoverMessageAddress } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { bringIn, parseJoin, readJoinDetails } from './recovery/joinRequest.ts'
import { type AccountLife, startAccountLife } from './recovery/testing/openPanelKeys.ts'
import { createMemoryStore, type RecordStore } from './storage/recordStore.ts'
import { codeOf, hex } from './testing/life.ts'
import { openKeys } from './testing/openKeys.ts'

let life: AccountLife
let page: ReturnType<AccountLife['open']>
let store: RecordStore

beforeEach(async () => {
  life = await startAccountLife()
  page = life.open()
  await page.login()
  store = createMemoryStore()
})

/** A tab of the device that wants to be brought in; called again it is a reload. */
const open = (hostOrigin?: string) =>
  openKeys({ service: life.service, store, now: life.clock.now, ...(hostOrigin ? { hostOrigin } : {}) })

/** The person approves in the wallet's own window. @param fragment as in the address of that window */
async function approve(fragment: string) {
  const { signal } = new AbortController()
  const join = await parseJoin(fragment.replace('join=', ''))
  await bringIn(page.context, join, await readJoinDetails(page.context, join, signal), null, signal)
}

describe('a device that another window brings in', () => {
  it('is signed in with a share of its own, and signs by the same key', async () => {
    const keys = open()
    const { fragment, number } = await keys.call('startJoin', {})
    expect(number).toMatch(/^[0-9]{2}$/)
    expect(fragment).toMatch(/^join=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{87}$/)
    expect(await keys.call('checkJoin', {})).toMatchObject({ isDone: false, state: { status: 'signedOut' } })
    await approve(fragment)
    const { isDone, state } = await keys.call('checkJoin', {})
    expect([isDone, state.status, state.granted]).toEqual([true, 'signedIn', true])
    const address = state.accounts[0]?.address ?? ''
    expect(address).toBe((await page.state()).accounts[0]?.address)
    const { signature } = await keys.signMessage(address, hex('hello'))
    const signer = await recoverMessageAddress({ message: 'hello', signature: signature as `0x${string}` })
    expect(signer).toBe(address)
  })

  it('opens a protected wallet too, where no passkey works', async () => {
    const wallet = [...life.service.accounts.users.values()][0]?.wallet
    if (wallet) Object.assign(wallet, { tier: 'protected', methods: ['passkey'] })
    const keys = open()
    expect((await keys.login('ada@example.com')).status).toBe('awaitingRecovery')
    const { fragment } = await keys.call('startJoin', {})
    await approve(fragment)
    expect((await keys.call('checkJoin', {})).state).toMatchObject({ status: 'signedIn', tier: 'protected' })
  })

  it('survives a reload, in another tab too: the same number and the same key', async () => {
    const asked = await open().call('startJoin', {})
    expect(await open().call('startJoin', {})).toEqual(asked)
    await approve(asked.fragment)
    expect((await open().call('checkJoin', {})).isDone).toBe(true)
    await expect(open().call('checkJoin', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('is brought in where the browser stores nothing', async () => {
    expect((await open().getState()).persistent).toBe(false)
    const keys = open()
    await approve((await keys.call('startJoin', {})).fragment)
    expect((await keys.call('checkJoin', {})).isDone).toBe(true)
  })

  it('asks anew when little time is left', async () => {
    const asked = await open().call('startJoin', {})
    life.clock.advance(500_000)
    expect((await open().call('startJoin', {})).fragment).not.toBe(asked.fragment)
  })

  it('cannot use the private key for anything but this message', async () => {
    await open().call('startJoin', {})
    const { keyPair } = (await store.get('join')) as { keyPair: CryptoKeyPair }
    expect(keyPair.privateKey.extractable).toBe(false)
    expect(keyPair.privateKey.usages).toEqual(['deriveBits'])
  })
})

describe('a join is refused', () => {
  it('before one was asked for, on another site, and after it was given up', async () => {
    await expect(open().call('checkJoin', {})).rejects.toEqual(codeOf(NothingPendingError))
    await open().call('startJoin', {})
    const other = open('http://other.localhost:5173')
    await expect(other.call('checkJoin', {})).rejects.toEqual(codeOf(NothingPendingError))
    await open().call('cancelLogin', {})
    await expect(open().call('checkJoin', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('when its time is over', async () => {
    const keys = open()
    await keys.call('startJoin', {})
    life.clock.advance(600_001)
    await expect(keys.call('checkJoin', {})).rejects.toEqual(codeOf(JoinGoneError))
    await expect(keys.call('checkJoin', {})).rejects.toEqual(codeOf(NothingPendingError))
  })

  it('when the half that came does not give the wallet', async () => {
    const keys = open()
    const { fragment } = await keys.call('startJoin', {})
    await approve(fragment)
    const wallet = [...life.service.accounts.users.values()][0]?.wallet
    const newest = [...(wallet?.keysets.values() ?? [])].at(-1)
    if (newest) newest.share[0] = (newest.share[0] ?? 0) ^ 1
    await expect(keys.call('checkJoin', {})).rejects.toEqual(codeOf(RoundTripError))
    expect((await keys.getState()).status).toBe('signedOut')
    expect(await store.get('share')).toBeUndefined()
  })

  it('while the service is down, and goes on afterwards', async () => {
    const keys = open()
    const { fragment } = await keys.call('startJoin', {})
    life.service.setFault((when) => {
      if (when === 'before') throw new TypeError('Failed to fetch')
    })
    await expect(keys.call('checkJoin', {})).rejects.toEqual(codeOf(ServiceUnreachableError))
    life.service.setFault(() => undefined)
    await approve(fragment)
    expect((await keys.call('checkJoin', {})).isDone).toBe(true)
  })
})
