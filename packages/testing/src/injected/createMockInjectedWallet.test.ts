import type { RequestArguments } from '@latchkey/core'
import { verifyMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { createMockInjectedWallet } from './createMockInjectedWallet.ts'
import { devAccounts } from './devAccounts.ts'
import type { MockInjectedWallet, MockInjectedWalletOptions } from './MockInjectedWallet.ts'

const [first, second] = devAccounts
const both = { privateKeys: [first.privateKey, second.privateKey] }
const ask = (wallet: MockInjectedWallet, method: string, params?: RequestArguments['params']) =>
  wallet.provider.request(params ? { method, params } : { method })
const permission = [{ eth_accounts: {} }]
const make = (options: MockInjectedWalletOptions = {}) => {
  const wallet = createMockInjectedWallet({ connected: true, ...options })
  const events: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
    wallet.provider.on(name, (payload) => events.push([name, payload]))
  return { wallet, events }
}
/** What a request has come to by the time that everything which can go on has gone on. */
async function stateOf(work: Promise<unknown>): Promise<string> {
  const settled = work.then(
    () => 'answered',
    ({ code }: { code: number }) => `refused ${code}`,
  )
  const soon = new Promise<string>((resolve) => setTimeout(resolve, 0, 'waiting'))
  return Promise.race([settled, soon])
}

describe('failures', () => {
  it('rejectNext refuses one request, as a person does', async () => {
    const { wallet } = make()
    wallet.rejectNext('personal_sign')
    const params = ['0x01', first.address]
    await expect(ask(wallet, 'personal_sign', params)).rejects.toMatchObject({ code: 4001 })
    expect(await ask(wallet, 'personal_sign', params)).toMatch(/^0x/)
  })
  it('pending says that a window is open, until it is cleared', async () => {
    const { wallet } = make()
    wallet.pending('eth_requestAccounts')
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    wallet.clear('eth_requestAccounts')
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([first.address])
  })
  it.each(['release', 'clear'] as const)('hang gives no answer until %s', async (how) => {
    const { wallet } = make({ connected: false })
    wallet.hang('eth_requestAccounts')
    const work = ask(wallet, 'eth_requestAccounts')
    expect(await stateOf(work)).toBe('waiting')
    expect(wallet.calls.at(-1)?.state).toBe('waiting')
    wallet[how]('eth_requestAccounts')
    expect(await work).toEqual([first.address])
  })
  it('failWith throws any error, with a code that is no number too', async () => {
    const { wallet } = make()
    wallet.failWith('eth_chainId', { code: 'UNAVAILABLE', message: 'Not now', data: { a: 1 } })
    const error = await ask(wallet, 'eth_chainId').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'Not now', data: { a: 1 } })
  })
  it.each([[undefined], [null], ['0x'], [{ accounts: [] }], [[1, null]]])(
    'answerWith answers %j, whatever the standard says',
    async (answer) => {
      const { wallet } = make()
      wallet.answerWith('eth_accounts', answer)
      expect(await ask(wallet, 'eth_accounts')).toEqual(answer)
      wallet.clear()
      expect(await ask(wallet, 'eth_accounts')).toEqual([first.address])
    },
  )
  it('a getter may throw', () => {
    const { wallet } = make({ throwingGetters: ['isMetaMask'], flags: { isRabby: true } })
    const provider = wallet.provider as unknown as Record<string, unknown>
    expect(() => provider.isMetaMask).toThrow('isMetaMask is not available')
    expect(provider.isRabby).toBe(true)
  })
  it('refuses to be without an account', () => {
    expect(() => createMockInjectedWallet({ privateKeys: [] })).toThrow('at least one account')
  })
})

describe('switches', () => {
  it('locked hides the accounts, refuses to sign and waits for the password', async () => {
    const { wallet, events } = make()
    wallet.set({ locked: true })
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    await expect(ask(wallet, 'personal_sign', ['0x01', first.address])).rejects.toMatchObject({ code: 4100 })
    const work = ask(wallet, 'eth_requestAccounts')
    expect(await stateOf(work)).toBe('waiting')
    wallet.set({ locked: false })
    expect(await work).toEqual([first.address])
    expect(events).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [first.address]],
    ])
  })
  it('writes addresses in lower case, and twice', async () => {
    const { wallet } = make({ switches: { addresses: 'lower', duplicateAccounts: true } })
    const lower = first.address.toLowerCase()
    expect(await ask(wallet, 'eth_accounts')).toEqual([lower, lower])
  })
  it.each([
    ['hex', '0x2105'],
    ['number', 8453],
    ['decimal', '8453'],
  ] as const)('tells chainChanged as %s', (chainChanged, payload) => {
    const { wallet, events } = make({ switches: { chainChanged } })
    wallet.selectChain(8453)
    expect(events).toEqual([['chainChanged', payload]])
  })
  it.each([
    ['code', { code: 4902 }],
    ['nested', { code: -32603, data: { originalError: { code: 4902 } } }],
    ['internal', { code: -32603, message: expect.stringContaining('wallet_addEthereumChain') }],
    ['text', { code: '4902' }],
  ] as const)('hides an unknown network as %s', async (unknownChain, error) => {
    const { wallet } = make({ switches: { unknownChain } })
    await expect(ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject(error)
  })
  it('takes its time', async () => {
    const { wallet } = make({ switches: { delay: 20 } })
    const work = ask(wallet, 'eth_accounts')
    expect(await stateOf(work)).toBe('waiting')
    expect(await work).toEqual([first.address])
  })
})

describe('what a person does in the wallet', () => {
  it('chooses another account', async () => {
    const { wallet, events } = make(both)
    wallet.selectAccount(second.address.toLowerCase())
    expect(await ask(wallet, 'eth_accounts')).toEqual([second.address, first.address])
    expect(events).toEqual([['accountsChanged', [second.address, first.address]]])
    expect(() => wallet.selectAccount(`0x${'00'.repeat(20)}`)).toThrow('has no account')
  })
  it('takes the access away, once', () => {
    const { wallet, events } = make()
    wallet.revoke()
    wallet.revoke()
    expect(events).toEqual([['accountsChanged', []]])
  })
  it('anything may be told to the site', () => {
    const { wallet, events } = make()
    wallet.emit('disconnect', { code: 4900 })
    expect(events).toEqual([['disconnect', { code: 4900 }]])
  })
})

describe('methods', () => {
  it('EIP-2255 permissions are asked for, listed and revoked', async () => {
    const { wallet } = make({ connected: false })
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    const given = await ask(wallet, 'wallet_requestPermissions', permission)
    expect(given).toMatchObject([{ parentCapability: 'eth_accounts', caveats: [{ value: [first.address] }] }])
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual(given)
    expect(await ask(wallet, 'wallet_revokePermissions', permission)).toBeNull()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    await expect(ask(wallet, 'wallet_requestPermissions', [{}])).rejects.toMatchObject({ code: -32602 })
  })
  it('EIP-3085 adds a network, and is on it then', async () => {
    const { wallet, events } = make()
    const chain = { chainId: '0xa', chainName: 'Ten', rpcUrls: ['http://127.0.0.1:1'] }
    await expect(ask(wallet, 'wallet_addEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({
      code: -32602,
    })
    expect(await ask(wallet, 'wallet_addEthereumChain', [chain])).toBeNull()
    expect(events).toEqual([['chainChanged', '0xa']])
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBeNull()
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
  })
  it('EIP-747 takes an object, and a list with one', async () => {
    const { wallet } = make()
    const asset = { type: 'ERC20', options: { address: first.address, symbol: 'T', decimals: 6 } }
    expect(await ask(wallet, 'wallet_watchAsset', asset)).toBe(true)
    expect(await ask(wallet, 'wallet_watchAsset', [asset])).toBe(true)
    await expect(ask(wallet, 'wallet_watchAsset', { type: 'ERC20' })).rejects.toMatchObject({ code: -32602 })
  })
  it('signs text that is not hexadecimal as text', async () => {
    const { wallet } = make(both)
    const signature = (await ask(wallet, 'personal_sign', ['hello', second.address])) as `0x${string}`
    expect(await verifyMessage({ address: second.address, message: 'hello', signature })).toBe(true)
  })
  it.each([
    ['personal_sign', [1, first.address], -32602],
    ['personal_sign', ['0x01'], -32602],
    ['eth_signTypedData_v4', [first.address, '{'], -32602],
    ['eth_signTypedData_v4', [first.address, '{}'], -32602],
    ['eth_sendTransaction', [null], -32602],
    ['eth_sendTransaction', [{ from: first.address, value: 1 }], -32602],
    ['eth_sendTransaction', [{ from: first.address, chainId: '0x1' }], -32602],
    ['eth_sendTransaction', [{ from: second.address }], 4100],
    ['eth_sendTransaction', [{ from: first.address }], 4200],
    ['eth_sign', [first.address, '0x01'], 4200],
    ['eth_blockNumber', [], 4200],
    ['toString', [], 4200],
  ])('%s with %j is %i', async (method, params, code) => {
    const { wallet } = make()
    await expect(ask(wallet, method, params)).rejects.toMatchObject({ code })
  })
  it('logs each request and what came of it', async () => {
    const { wallet } = make()
    await ask(wallet, 'eth_accounts')
    await ask(wallet, 'eth_sign', []).catch(() => undefined)
    expect(wallet.readCalls()).toEqual([
      { method: 'eth_accounts', params: undefined, state: 'answered' },
      { method: 'eth_sign', params: [], state: 'refused', code: 4200 },
    ])
  })
})
