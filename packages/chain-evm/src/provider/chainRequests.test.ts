import { connect } from '@latchkey/core'
import { connectFake } from '@latchkey/core/testing'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { evmConfig } from '../testing/evmConfig.ts'

/** What the first request loads is there: no wait here is for a download. */
beforeAll(async () => void (await import('./walletCalls.ts')))

type Made = ReturnType<typeof evmConfig>
const ask = ({ config }: Made, method: string, params: unknown) =>
  config.provider.request({ method, params: params as never })
async function make(options: { outside?: boolean } = {}) {
  const made = evmConfig()
  if (options.outside) made.wallet.connector.approvesInFrame = false
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made
}
const base = {
  chainId: '0x2105',
  chainName: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://mainnet.base.org'],
  blockExplorerUrls: ['https://basescan.org'],
  iconUrls: null,
}

describe('wallet_switchEthereumChain (EIP-3326)', () => {
  it('R7-86 answers null once it has switched, and the page hears of it', async () => {
    const made = await make()
    const heard: unknown[] = []
    made.config.provider.on('chainChanged', (chainId) => heard.push(chainId))
    const work = ask(made, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    await vi.waitFor(() => made.wallet.take('switchNetwork').resolve(), 15_000)
    expect(await work).toBeNull()
    expect(heard).toEqual(['0x2105'])
  })
  it('R7-86 R8-74 an unknown network is 4902', async () => {
    const work = ask(await make(), 'wallet_switchEthereumChain', [{ chainId: '0xa' }])
    await expect(work).rejects.toMatchObject({ code: 4902 })
  })
  it('R7-86 R8-74 so is one that the page lists and the wallet does not know', async () => {
    const made = await make()
    const work = ask(made, 'wallet_switchEthereumChain', [{ chainId: '0x2105' }])
    const refused = expect(work).rejects.toMatchObject({ code: 4902 })
    const { BaseError } = await import('@latchkey/errors')
    await vi.waitFor(() => made.wallet.take('switchNetwork').reject(new BaseError(2014, 'Unknown')), 15_000)
    await refused
    expect(await ask(made, 'eth_chainId', undefined)).toBe('0x1')
  })
})

describe('wallet_addEthereumChain (EIP-3085)', () => {
  it('R7-87 a network that the page lists is switched to', async () => {
    const made = await make()
    const work = ask(made, 'wallet_addEthereumChain', [base])
    await vi.waitFor(() => made.wallet.take('switchNetwork').resolve(), 15_000)
    expect(await work).toBeNull()
    expect(await ask(made, 'eth_chainId', undefined)).toBe('0x2105')
  })
  it('R7-87 the one in use is there already', async () => {
    const made = await make()
    expect(await ask(made, 'wallet_addEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    expect(made.wallet.waiting).toEqual([])
  })
  it('R7-87 any other is refused with the reason', async () => {
    const made = await make()
    await expect(ask(made, 'wallet_addEthereumChain', [{ ...base, chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
      message: expect.stringContaining('only through its own service'),
    })
    expect(made.wallet.waiting).toEqual([])
  })
  it('so is it for a wallet with settings of its own: the page could not read it', async () => {
    const made = await make({ outside: true })
    await expect(ask(made, 'wallet_addEthereumChain', [{ ...base, chainId: '0xa' }])).rejects.toMatchObject({
      code: 4902,
      message: 'Network not found',
    })
    expect(made.wallet.waiting).toEqual([])
  })
})

describe('params', () => {
  const wrong: unknown[] = [
    undefined,
    {},
    [],
    [null],
    [[]],
    [{}],
    [{ chainId: 1 }],
    [{ chainId: '1' }],
    [{ chainId: '0x' }],
    [{ chainId: '0x0' }],
    [{ chainId: '0x01' }],
    [{ chainId: '0x2105 ' }],
    [{ chainId: '0x20000000000000' }],
    [{ chainId: '0x2105' }, { chainId: '0x2105' }],
  ]
  it.each(
    wrong.flatMap((params) => [
      ['wallet_switchEthereumChain', params],
      ['wallet_addEthereumChain', params],
    ]),
  )('R7-86 R7-87 R8-60 %s refuses %j', async (method, params) => {
    await expect(ask(await make(), method as string, params)).rejects.toMatchObject({ code: -32602 })
  })
  it.each([
    { chainName: 1 },
    { chainName: '' },
    { nativeCurrency: null },
    { nativeCurrency: { symbol: 'ETH', decimals: '18' } },
    { nativeCurrency: { symbol: 'ETH', decimals: -1 } },
    { nativeCurrency: { name: 5, symbol: 'ETH', decimals: 18 } },
    { rpcUrls: 'https://mainnet.base.org' },
    { rpcUrls: ['no url'] },
    { blockExplorerUrls: [1] },
    { iconUrls: new Array(33).fill('https://base.org') },
  ])('R7-87 wallet_addEthereumChain refuses %j', async (part) => {
    const work = ask(await make(), 'wallet_addEthereumChain', [{ ...base, ...part }])
    await expect(work).rejects.toMatchObject({ code: -32602 })
  })
})

describe('wallet_revokePermissions', () => {
  it('of the accounts signs out of the embedded wallet, and opens nothing', async () => {
    const made = await make()
    const work = ask(made, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => made.wallet.take('disconnect').resolve(), 15_000)
    expect(await work).toBeNull()
    expect(made.config.modal.getState().open).toBe(false)
    expect(await ask(made, 'eth_accounts', undefined)).toEqual([])
  })
  it('of a permission to spend goes before the person', async () => {
    const made = await make()
    const work = ask(made, 'wallet_revokePermissions', [{ permissionsContext: '0x01' }])
    await vi.waitFor(() => made.wallet.take('request').resolve(null), 15_000)
    expect(await work).toBeNull()
  })
  it('goes to any other wallet as it is', async () => {
    const made = await make({ outside: true })
    const work = ask(made, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    await vi.waitFor(() => made.wallet.take('request').resolve(null), 15_000)
    expect(await work).toBeNull()
    expect(await ask(made, 'eth_accounts', undefined)).toHaveLength(1)
  })
})
