import { verifyMessage } from 'ethers'
import { chainClient } from '../support/chainClient.ts'
import { type DrivenHost, expect, noFirefox, test } from '../support/driven.ts'
import { idOf, sendCalls } from '../support/sendCalls.ts'
import { tokenCalls } from '../support/tokenCalls.ts'

const message = 'Welcome to Harbour. This is a message to sign.'

test.skip(noFirefox, 'There is no Firefox ESR on this machine.')

async function signs(host: DrivenHost): Promise<`0x${string}`> {
  await host.page.click({ css: 'button', text: 'Sign a message' })
  await host.approve()
  await host.page.waitFor('[data-testid="result"][data-state="done"]')
  return (await host.page.textOf('[data-testid="result"]')) as `0x${string}`
}

test('in Firefox ESR a visitor signs in by e-mail, signs a message, and is still connected after a reload', async ({
  firefox,
  firefoxHost: host,
  email,
}) => {
  const before = firefox.errors().length
  await host.signIn(email)
  const address = await host.address()
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

  expect(verifyMessage(message, await signs(host))).toBe(address)

  await host.page.reload()
  await host.page.waitFor('button[data-state="connected"]')
  expect(await host.address()).toBe(address)
  expect(firefox.errors().slice(before)).toEqual([])
})

test('in Firefox ESR a rejected message is an answer, and signing out ends the account on the page', async ({
  firefoxHost: host,
  email,
}) => {
  await host.signIn(email)
  await host.page.click({ css: 'button', text: 'Sign a message' })
  await host.reject()
  await host.page.waitFor('[data-testid="result"][data-state="failed"]')

  await host.page.click('button[data-state="connected"]')
  await host.page.click({ css: 'button', text: 'Sign out' })
  await host.page.waitFor('button[data-state="disconnected"]')
  expect(await host.address()).toBe('')
})

test.describe('a smart account', () => {
  test.use({ hostAccount: 'smart' })

  test('in Firefox ESR signs before it is on the network, is set up by a sponsored batch, and signs after', async ({
    firefox,
    firefoxHost: host,
    stack,
    email,
  }) => {
    const before = firefox.errors().length
    const chain = chainClient(stack)
    await host.signIn(email)
    const address = (await host.address()) as `0x${string}`
    expect(await chain.verifyMessage({ address, message, signature: await signs(host) })).toBe(true)

    await host.startRequest(sendCalls([tokenCalls.mint(address, 5n)], { atomicRequired: true }))
    await host.approve()
    const id = idOf(await host.outcome())
    const status = async () => {
      await host.startRequest({ method: 'wallet_getCallsStatus', params: [id] })
      return ((await host.outcome()).result as { status?: number }).status
    }
    await expect.poll(status, { intervals: [200] }).toBe(200)
    expect(await chain.getCode({ address })).toBeDefined()
    expect(await chain.getBalance({ address })).toBe(0n)
    expect(await chain.verifyMessage({ address, message, signature: await signs(host) })).toBe(true)
    expect(firefox.errors().slice(before)).toEqual([])
  })
})
