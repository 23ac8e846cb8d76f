import { localhost } from '@latchkey/chain-evm'
import { type Connector, createConnector, type IdentityAbility, SOCIAL_RETURN } from '@latchkey/core'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createLatchkey, type Latchkey } from './createLatchkey.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const FLOW = 'f'.repeat(22)
const WALLET = 'https://wallet.example'
const before = location.href
let latchkey: Latchkey
const connectSocial = vi.fn<IdentityAbility['connectSocial']>()

const wallet = () =>
  createConnector(
    () =>
      ({
        id: 'embedded',
        name: 'E-mail',
        type: 'AUTH',
        namespaces: ['eip155'],
        connect: () => Promise.reject(new Error('Nobody is signed in')),
        reconnect: async () => undefined,
        disconnect: async () => undefined,
        request: async () => null,
        identity: async () => ({ connectSocial }) as Partial<IdentityAbility> as IdentityAbility,
      }) satisfies Connector,
  )
const load = () => {
  latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: WALLET,
    apiOrigin: 'http://127.0.0.1:9',
    networks: [localhost],
    connectors: [wallet()],
  })
}
const remember = (mode: string) =>
  localStorage.setItem(
    `latchkey.${SOCIAL_RETURN}`,
    JSON.stringify({ provider: 'google', mode, at: Date.now(), hash: '#top' }),
  )

// Loaded ahead: how long that takes is not what is tested here.
beforeAll(async () => {
  await import('./startSession.ts')
  await import('@latchkey/core/identity')
  await import('@latchkey/modal')
})
beforeEach(() => {
  localStorage.clear()
  connectSocial.mockReset().mockResolvedValue({
    accounts: [{ namespace: 'eip155', address: ADDRESS, type: 'eoa' }],
    caipNetworkId: 'eip155:31337',
  })
})
afterEach(() => {
  latchkey.destroy()
  localStorage.clear()
  history.replaceState(history.state, '', before)
})

it('takes the result off the address at once, then finishes the login', async () => {
  remember('redirect')
  history.replaceState(history.state, '', `#${SOCIAL_RETURN}=${FLOW}`)
  load()
  // Nothing was awaited: no other script of the page has run since.
  expect(location.href).not.toContain(SOCIAL_RETURN)
  await expect.poll(() => latchkey.getState().address).toBe(ADDRESS)
  expect(connectSocial.mock.lastCall?.[0].uri).toBe(`${WALLET}/social/done?flow=${FLOW}`)
  expect(location.hash).toBe('#top')
})

it('drops a result that nobody here asked for, and takes it off the address all the same', async () => {
  history.replaceState(history.state, '', `#${SOCIAL_RETURN}=${FLOW}`)
  load()
  expect(location.href).not.toContain(SOCIAL_RETURN)
  await latchkey.refreshBalance()
  expect(latchkey.getState()).toMatchObject({ open: false, status: 'disconnected' })
  expect(connectSocial).not.toHaveBeenCalled()
})

it('leaves a fragment of the page alone', () => {
  history.replaceState(history.state, '', '#about')
  load()
  expect(location.hash).toBe('#about')
})

it('goes on with a window that is still open', async () => {
  remember('popup')
  load()
  const data = { type: 'latchkey.social', resultUri: `${WALLET}/social/done?flow=${FLOW}` }
  await expect
    .poll(() => {
      window.dispatchEvent(new MessageEvent('message', { origin: 'https://evil.example', data }))
      window.dispatchEvent(new MessageEvent('message', { origin: WALLET, data }))
      return latchkey.getState().status
    })
    .toBe('connected')
  expect(connectSocial).toHaveBeenCalledTimes(1)
})
