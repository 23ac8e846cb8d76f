import { type FalseAnswer, falseAnswers, type LyingServer } from '@latchkey/local-bundler'
import { httpRequest, sendTransaction } from '@latchkey/testing/node'
import { localChain } from '../../scripts/stack/serviceEnv.mjs'
import { chainClient, ether, friend } from '../support/chainClient.ts'
import type { HostPage } from '../support/HostPage.ts'
import { holdableClock } from '../support/holdableClock.ts'
import { outcome, startRequests } from '../support/provider.ts'
import { approvedWell, callsEnd, callsStatus, idOf, sendCalls, sendsWell } from '../support/sendCalls.ts'
import { test as base, expect } from '../support/test.ts'
import { token, tokenCalls } from '../support/tokenCalls.ts'

/** The chain's bundler does as the test tells it. */
const test = base.extend<{ liar: LyingServer }>({
  liar: ({ lyingBundler }, use) => use(lyingBundler),
  world: async ({ lyingBundler, worlds }, use) => {
    const chain = { ...localChain(worlds.stack.ports), bundlerUrls: [lyingBundler.url] }
    await use({ name: 'lying bundler', chains: [chain] })
  },
})

test.use({ hostAccount: 'smart' })

test.afterEach(({ liar }) => liar.tell())

const notice = ({ frame }: HostPage, text: string | RegExp) => frame.getByText(text).first()
const again = ({ frame }: HostPage) => frame.getByRole('button', { name: 'Try again' })
const addressOf = async (host: HostPage) => (await host.address()) as `0x${string}`

const strange = `0x${'ab'.repeat(32)}`
/** Names a hash of its own at once, and hands the operation on when it is let. */
function heldBack(): { lie: FalseAnswer; letGo: () => void } {
  let letGo: () => void = () => undefined
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const lie: FalseAnswer = async (call, truth) => {
    if (call.method !== 'eth_sendUserOperation') return truth()
    void free.then(() => truth())
    return { result: strange }
  }
  return { lie, letGo }
}

test('a bundler that is dead, silent or talks nonsense, and one that names absurd gas or an absurd fee', async ({
  host,
  page,
  email,
  liar,
}) => {
  await host.signIn(email)
  const batch = sendCalls([tokenCalls.mint(await addressOf(host), 1n)])
  const sentSince = (before: number) => liar.calls.slice(before).map(({ method }) => method)
  for (const [name, lie, sentence] of [
    ['is dead', falseAnswers.dead, 'The bundler is not responding'],
    ['says nothing', falseAnswers.silent, 'The bundler is not responding'],
    ['talks nonsense', falseAnswers.gibberish, 'The bundler is not responding'],
  ] as const)
    await test.step(`${name}: said, nothing is sent, and the next try works`, async () => {
      liar.tell(lie)
      const before = liar.calls.length
      await startRequests(page, [batch])
      await expect(notice(host, sentence)).toBeVisible()
      expect(sentSince(before)).not.toContain('eth_sendUserOperation')
      liar.tell()
      await host.press(again(host))
      await approvedWell(host)
    })

  await test.step('names absurd gas: said, nothing is sent, and the next request works', async () => {
    liar.tell(falseAnswers.gas('verificationGasLimit', 10n ** 9n))
    const before = liar.calls.length
    await startRequests(page, [batch])
    await expect(notice(host, /far too high/)).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
    expect(await outcome(page)).toMatchObject({
      code: -32003,
      data: { latchkeyCode: 2036, reason: 'absurdFee' },
    })
    expect(sentSince(before)).not.toContain('eth_sendUserOperation')
    liar.tell()
    await sendsWell(host, batch)
  })

  await test.step('names an absurd fee: not followed, the network’s own is paid', async () => {
    liar.tell(falseAnswers.fee(10n ** 15n))
    await sendsWell(host, batch)
    const [sent] = liar.calls.filter(({ method }) => method === 'eth_sendUserOperation').at(-1)?.params ?? []
    expect(BigInt((sent as { maxFeePerGas: string }).maxFeePerGas)).toBeLessThan(10n ** 12n)
  })
})

test('a bundler that names another hash, dies with the operation in hand, is slow or refuses; a batch that must fail; a person who says no', async ({
  host,
  page,
  email,
  stack,
  liar,
}) => {
  await host.signIn(email)
  const address = await addressOf(host)
  await test.step('another hash is not believed: uncertain first, and found when it is there', async () => {
    const { lie, letGo } = heldBack()
    liar.tell(lie)
    await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n)], { id: 'crooked' })])
    await host.approve()
    const told = await outcome(page)
    expect(told).toMatchObject({ code: -32003, data: { latchkeyCode: 2038, reason: 'otherHash' } })
    expect(told.data?.userOpHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(told.data?.userOpHash).not.toBe(strange)
    expect((await callsStatus(page, 'crooked')).status).toBe(100)
    letGo()
    expect((await callsEnd(page, 'crooked')).status).toBe(200)
  })

  await test.step('one that dies with the operation in hand, and one that is slow: it is there all the same', async () => {
    liar.tell(falseAnswers.cutAfterAccepting)
    await sendsWell(host, sendCalls([tokenCalls.mint(address, 1n)]))

    liar.tell(falseAnswers.slow(1_000))
    await sendsWell(host, sendCalls([tokenCalls.mint(address, 1n)]))

    // The network tells what the bundler cannot tell any more.
    liar.tell()
    await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n)])])
    await host.approve()
    const id = idOf(await outcome(page))
    const owned = () =>
      chainClient(stack).readContract({
        address: token.address,
        abi: token.abi,
        functionName: 'balanceOf',
        args: [address],
      })
    await expect.poll(owned).toBe(4_000_000n)
    liar.tell(falseAnswers.dead)
    expect((await callsEnd(page, id)).status).toBe(200)
  })

  await test.step('one that refuses says why', async () => {
    liar.tell(falseAnswers.refuses(-32500, 'AA25 invalid account nonce'))
    await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n)], { id: 'refused' })])
    await host.approve()
    expect(await outcome(page)).toMatchObject({
      code: -32003,
      data: { latchkeyCode: 2036, reason: 'nonce' },
    })
    liar.tell()
  })

  await test.step('a batch that is known to fail is not sent', async () => {
    // More tokens than it has.
    await startRequests(page, [sendCalls([tokenCalls.transfer(friend, 7n)])])
    await expect(notice(host, 'The network refuses this')).toBeVisible()
    await host.press(host.frame.getByRole('button', { name: 'Close', exact: true }))
    expect(await outcome(page)).toMatchObject({
      code: -32003,
      data: { latchkeyCode: 2036, reason: 'reverted' },
    })
  })

  await test.step('a person says no', async () => {
    await startRequests(page, [sendCalls([tokenCalls.mint(address, 1n)])])
    await host.reject()
    expect((await outcome(page)).code).toBe(4001)
  })

  await test.step('an id of which nothing was sent can be used again', () =>
    sendsWell(host, sendCalls([tokenCalls.mint(address, 1n)], { id: 'refused' })))
})

test('a service that is away, a bundler that is killed, and an operation that fails on the network', async ({
  host,
  page,
  email,
  stack,
}) => {
  const { call, setBalance } = stack.chain
  const clock = await holdableClock(page, stack)
  await host.signIn(email)
  const address = await addressOf(host)
  const batch = sendCalls([tokenCalls.mint(address, 1n)])
  await test.step('a service that is away while a batch is approved: said, nothing is lost, and it works later', async () => {
    await stack.service.kill()
    try {
      await startRequests(page, [batch])
      await expect(notice(host, /is not responding/)).toBeVisible()
    } finally {
      await stack.service.restart()
    }
    const health = await httpRequest(`http://127.0.0.1:${stack.ports.service}/health`, {
      headers: { host: new URL(stack.origins.api).host },
    })
    expect(health.status).toBe(200)
    await host.press(again(host))
    await approvedWell(host)
  })

  await test.step('a bundler that is killed: said, and what was asked for goes on when it is back', async () => {
    await stack.bundler.kill()
    try {
      await startRequests(page, [batch])
      await expect(notice(host, 'The bundler is not responding')).toBeVisible()
    } finally {
      await stack.bundler.restart()
    }
    await host.press(again(host))
    await approvedWell(host)
  })

  await test.step('an operation that fails on the network is told as failed, with its receipt', async () => {
    await sendsWell(host, sendCalls([tokenCalls.mint(address, 3n)]))
    // What was simulated is approved as it was: what is old would be simulated anew.
    await clock.hold()
    await startRequests(page, [sendCalls([tokenCalls.transfer(friend, 2n), tokenCalls.transfer(friend, 3n)])])
    await host.read()
    await expect(host.frame.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', 'true')
    // Between the look and the approval the tokens go elsewhere.
    await setBalance(address, ether)
    await call('anvil_impersonateAccount', [address])
    await sendTransaction(call, { from: address, ...tokenCalls.transfer(friend, 4n) })
    await call('anvil_stopImpersonatingAccount', [address])
    await host.approve()
    const told = await outcome(page)
    await clock.release()
    const end = await callsEnd(page, idOf(told))
    expect(end).toMatchObject({ status: 500, atomic: true })
    expect(end.receipts?.[0]?.status).toBe('0x0')

    // What is left can still be sent.
    await sendsWell(host, sendCalls([tokenCalls.transfer(friend, 1n)]))
  })
})
