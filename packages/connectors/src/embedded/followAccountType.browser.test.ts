import type { Handlers } from '@latchkey/bridge'
import { createStorage, STORAGE_KEYS, STORAGE_PREFIX } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import type { FrameContract, UserSession } from '@latchkey/protocol/frame'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectorContext, mainnet } from '../testing/connectorContext.ts'
import { createFrameSession } from './FrameSession.ts'
import { createFakeFrame, FRAME_ADDRESS, frameUser } from './testing/fakeFrame.ts'

const SMART = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const plain = { namespace: 'eip155', address: FRAME_ADDRESS, type: 'eoa' } as const
const smart = { namespace: 'eip155', address: SMART, type: 'smartAccount' } as const
const userOf = (type: unknown, chainId = 'eip155:1'): UserSession => ({
  ...frameUser,
  chainId,
  ...(type === 'eoa'
    ? { accounts: [plain, smart], preferredAccountType: 'eoa' }
    : { address: SMART, accounts: [smart, plain], preferredAccountType: 'smartAccount' }),
})
const KEY = STORAGE_PREFIX + STORAGE_KEYS.preferredAccountTypes
const EOA = '{"eip155":"eoa"}'
const SMART_ACCOUNT = '{"eip155":"smartAccount"}'

const ends: (() => void)[] = []
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const end of ends.splice(0)) end()
  localStorage.clear()
})

const hears = (here: Window, key: string) =>
  new Promise<void>((resolve) => {
    const listener = (event: StorageEvent) => {
      if (event.key !== key) return
      here.removeEventListener('storage', listener)
      resolve()
    }
    here.addEventListener('storage', listener)
  })

/**
 * Another document of this site: the browser tells this one of what it writes, as it does between tabs. Whatever was
 * written before has been told to both of them.
 */
async function otherTab() {
  const iframe = document.body.appendChild(document.createElement('iframe'))
  ends.push(() => iframe.remove())
  const other = iframe.contentWindow as Window
  const told = [hears(other, 'mark'), hears(window, 'mark')]
  localStorage.setItem('mark', 'from here')
  other.localStorage.setItem('mark', 'from there')
  await Promise.all(told)
  const heard: (string | null)[] = []
  other.addEventListener('storage', ({ key }) => heard.push(key))
  return { write: (key: string, value: string) => other.localStorage.setItem(key, value), heard }
}

function openTab(overrides: Partial<Handlers<FrameContract>> = {}, storage = createStorage()) {
  const network = { active: mainnet }
  const context = connectorContext({ storage, getNetwork: () => network.active })
  const frame = createFakeFrame({
    getUser: ({ preferredAccountType }) => userOf(preferredAccountType),
    ...overrides,
  })
  const session = createFrameSession(context, frame.open)
  ends.push(session.destroy, frame.destroy)
  const asked = () =>
    frame.calls.flatMap(({ name, params }) =>
      name === 'getUser' ? [(params as { preferredAccountType?: string }).preferredAccountType] : [],
    )
  const changes = () => context.events.flatMap(({ name, payload }) => (name === 'change' ? [payload] : []))
  const follows = (change: unknown) => vi.waitFor(() => expect(changes()).toContainEqual(change), 15_000)
  return { context, frame, network, session, asked, changes, follows }
}
const isPlain = { accounts: [plain, smart], preferredAccountType: 'eoa', smartAccountDeployed: false }
const isSmart = {
  accounts: [smart, plain],
  preferredAccountType: 'smartAccount',
  smartAccountDeployed: false,
}

it('R3-12 R3-37 the kind that is chosen in another tab holds here at once, and back again', async () => {
  const { write } = await otherTab()
  const { session, changes, follows, asked } = openTab()
  await session.getUser({})
  write(KEY, EOA)
  await follows(isPlain)
  write(KEY, SMART_ACCOUNT)
  await follows(isSmart)
  expect(asked()).toEqual(['smartAccount', 'eoa', 'smartAccount'])
  expect(changes()).toEqual([isPlain, isSmart])
})

it('writes nothing: the tab that chose hears of nothing, and two that follow do not call each other', async () => {
  const { write, heard } = await otherTab()
  const first = openTab()
  const second = openTab()
  await first.session.getUser({})
  await second.session.getUser({})
  write(KEY, EOA)
  await first.follows(isPlain)
  await second.follows(isPlain)
  // The mark comes after whatever else was written.
  localStorage.setItem('mark', 'after')
  await vi.waitFor(() => expect(heard).toContain('mark'), 15_000)
  expect(heard).not.toContain(KEY)
  expect(first.asked()).toEqual(['smartAccount', 'eoa'])
  expect(second.asked()).toEqual(['smartAccount', 'eoa'])
})

it('the kind that was chosen while the browser kept this page out of use holds when it is shown again', async () => {
  const { session, changes, follows, asked } = openTab()
  await session.getUser({})
  localStorage.setItem(KEY, EOA)
  for (const persisted of [false, true, true])
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }))
  await follows(isPlain)
  expect(asked()).toEqual(['smartAccount', 'eoa'])
  expect(changes()).toEqual([isPlain])
})

it.each([
  '',
  'null',
  '[]',
  '{',
  '"eoa"',
  '{"eip155":"payment"}',
  '{"eip155":["eoa"]}',
  '{"solana":"eoa"}',
  '{"__proto__":{"eip155":"eoa"}}',
])('a stored %j changes nothing', async (text) => {
  const { write } = await otherTab()
  const { session, asked, follows } = openTab()
  localStorage.setItem(KEY, EOA)
  await session.getUser({})
  write(KEY, text)
  write(KEY, SMART_ACCOUNT)
  await follows(isSmart)
  expect(asked()).toEqual(['eoa', 'smartAccount'])
})

it('nor does another key, the same kind, or a storage that is cleared', async () => {
  const { write } = await otherTab()
  const { session, asked, follows } = openTab()
  localStorage.setItem(KEY, EOA)
  await session.getUser({})
  write('preferred_account_types', SMART_ACCOUNT)
  write(`${STORAGE_PREFIX}other`, SMART_ACCOUNT)
  const told = hears(window, KEY)
  write(KEY, '{"eip155":"eoa","solana":"eoa"}')
  await told
  // This tab's own choice is told by whoever makes it.
  localStorage.setItem(KEY, SMART_ACCOUNT)
  window.dispatchEvent(new StorageEvent('storage', { key: `${STORAGE_PREFIX}other` }))
  await session.request({ method: 'eth_blockNumber' })
  expect(asked()).toEqual(['eoa'])
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  write(KEY, SMART_ACCOUNT)
  await follows(isSmart)
  expect(asked()).toEqual(['eoa', 'smartAccount'])
})

it('a tab where nobody is connected asks nothing: neither before, nor after leaving, nor after the session’s end', async () => {
  const { write } = await otherTab()
  const { context, frame, session, asked } = openTab()
  const seen = vi.fn()
  window.addEventListener('storage', seen)
  ends.push(() => window.removeEventListener('storage', seen))
  write(KEY, EOA)
  await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(1), 15_000)
  expect(frame.opened).toBe(0)
  await session.getUser({})
  await session.signOut()
  write(KEY, SMART_ACCOUNT)
  await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2), 15_000)
  await session.getUser({})
  frame.server?.emit('sessionEnded', { code: 2004 })
  await vi.waitFor(() => expect(context.events.map(({ name }) => name)).toContain('disconnect'), 15_000)
  write(KEY, EOA)
  await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(3), 15_000)
  await session.ready()
  expect(asked()).toEqual(['eoa', 'smartAccount'])
})

it('what is chosen in another tab while this one is still connecting holds as well', async () => {
  const { write } = await otherTab()
  let answer = () => undefined as unknown
  const { session, asked } = openTab({
    getUser: ({ preferredAccountType: type }) =>
      new Promise((resolve) => {
        answer = () => resolve(userOf(type))
        if (type === 'eoa') answer()
      }),
  })
  const restored = session.restore({})
  await vi.waitFor(() => expect(asked()).toEqual(['smartAccount']), 15_000)
  write(KEY, EOA)
  answer()
  expect(await restored).toMatchObject({ accounts: [plain, smart], preferredAccountType: 'eoa' })
  expect(asked()).toEqual(['smartAccount', 'eoa'])
})

it('an answer of the network before this one is left to whoever switched', async () => {
  const { write } = await otherTab()
  const { session, network, asked, changes } = openTab()
  await session.getUser({})
  network.active = { ...mainnet, id: 8453, caipNetworkId: 'eip155:8453' }
  write(KEY, EOA)
  await vi.waitFor(() => expect(asked()).toEqual(['smartAccount', 'eoa']), 15_000)
  await session.request({ method: 'eth_blockNumber' })
  expect(changes()).toEqual([])
  // From now on the network's account is asked for as the other tab chose.
  await session.switchNetwork('eip155:8453')
  expect(asked()).toEqual(['smartAccount', 'eoa', 'eoa'])
})

it('of several choices the last one holds, whatever order the answers come in', async () => {
  const { write } = await otherTab()
  const answers: (() => void)[] = []
  let isSlow = false
  const { session, asked, changes, follows } = openTab({
    getUser: ({ preferredAccountType: type }) =>
      isSlow ? new Promise((resolve) => answers.push(() => resolve(userOf(type)))) : userOf(type),
  })
  await session.getUser({})
  isSlow = true
  write(KEY, EOA)
  await vi.waitFor(() => expect(answers).toHaveLength(1), 15_000)
  write(KEY, SMART_ACCOUNT)
  await vi.waitFor(() => expect(answers).toHaveLength(2), 15_000)
  answers[1]?.()
  await follows(isSmart)
  answers[0]?.()
  await session.request({ method: 'eth_blockNumber' })
  expect(changes()).toEqual([isSmart])
  expect(asked()).toEqual(['smartAccount', 'eoa', 'smartAccount'])
})

it('a switch that is under way says which kind holds, not which held when it began', async () => {
  const { write } = await otherTab()
  let answer = () => undefined as unknown
  const { session, changes, asked } = openTab({
    getUser: ({ chainId, preferredAccountType: type }) =>
      chainId === 'eip155:8453'
        ? new Promise((resolve) => {
            answer = () => resolve(userOf(type, chainId))
          })
        : userOf(type),
  })
  await session.getUser({})
  const switching = session.switchNetwork('eip155:8453')
  await vi.waitFor(() => expect(asked()).toHaveLength(2), 15_000)
  write(KEY, EOA)
  await vi.waitFor(() => expect(asked()).toHaveLength(3), 15_000)
  answer()
  await switching
  expect(changes().at(-1)).toMatchObject({ caipNetworkId: 'eip155:8453', preferredAccountType: 'eoa' })
})

it('a wallet that cannot answer raises no alarm, and takes the choice with its next call', async () => {
  const { write } = await otherTab()
  let isOut = false
  const { context, session, asked, changes } = openTab({
    getUser: ({ preferredAccountType: type }) => {
      if (isOut) throw new BaseError(4000, 'We cannot reach the wallet service.')
      return userOf(type)
    },
  })
  await session.getUser({})
  isOut = true
  write(KEY, EOA)
  await vi.waitFor(() => expect(asked()).toEqual(['smartAccount', 'eoa']), 15_000)
  await session.request({ method: 'eth_blockNumber' })
  expect(changes()).toEqual([])
  expect(context.events.map(({ name }) => name)).not.toContain('alert')
  isOut = false
  await session.switchNetwork('eip155:1')
  expect(changes().at(-1)).toMatchObject({ preferredAccountType: 'eoa' })
})

it('a blocked storage follows nobody, and a tab that is gone neither', async () => {
  const { write } = await otherTab()
  const blocked = openTab(
    {},
    createStorage(() => undefined),
  )
  const storage = createStorage()
  const reads = vi.spyOn(storage, 'get')
  const gone = openTab({}, storage)
  const live = openTab()
  for (const { session } of [blocked, gone, live]) await session.getUser({})
  gone.session.destroy()
  reads.mockClear()
  write(KEY, EOA)
  await live.follows(isPlain)
  expect(blocked.asked()).toEqual(['smartAccount'])
  expect(reads).not.toHaveBeenCalled()
})
