import type { MockWalletSwitches } from '@latchkey/testing'
import { createMockInjectedWallet } from '@latchkey/testing'
import { base, foundry, optimism } from 'viem/chains'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { switchChain } from './switchChain.ts'

const chains = [foundry, base, optimism]
const make = (switches: Partial<MockWalletSwitches> = {}) => {
  const wallet = createMockInjectedWallet({ chainId: foundry.id, chains: [base.id], switches })
  const added = () => wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')
  return { ...wallet, added }
}

afterEach(() => void vi.useRealTimers())

describe('a network that the wallet does not know (EIP-3326, EIP-3085)', () => {
  it.each(['code', 'nested', 'internal', 'text'] as const)('is added, told as %s', async (unknownChain) => {
    const { provider, added } = make({ unknownChain })
    expect(await switchChain(provider, chains, { chainId: optimism.id })).toBe(optimism)
    expect(added()).toMatchObject([
      {
        params: [
          {
            chainId: '0xa',
            chainName: optimism.name,
            nativeCurrency: optimism.nativeCurrency,
            rpcUrls: [optimism.rpcUrls.default.http[0]],
            blockExplorerUrls: [optimism.blockExplorers.default.url],
          },
        ],
      },
    ])
  })
  it('is added as the caller describes it', async () => {
    const { provider, added } = make()
    const addEthereumChainParameter = {
      chainName: 'Mine',
      rpcUrls: ['https://rpc.example.net'],
      blockExplorerUrls: ['https://scan.example.net'],
      iconUrls: ['https://icon.example.net'],
    }
    await switchChain(provider, chains, { chainId: optimism.id, addEthereumChainParameter })
    expect(added()).toMatchObject([{ params: [{ ...addEthereumChainParameter, chainId: '0xa' }] }])
  })
  it('that is refused is a rejection by the person', async () => {
    const { provider, rejectNext } = make()
    rejectNext('wallet_addEthereumChain')
    await expect(switchChain(provider, chains, { chainId: optimism.id })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
  })
})

describe('the change', () => {
  it.each(['hex', 'number', 'decimal'] as const)('is waited for, and told as %s', async (chainChanged) => {
    const { provider, answerWith, selectChain, calls } = make({ chainChanged })
    answerWith('wallet_switchEthereumChain', null)
    const work = switchChain(provider, chains, { chainId: base.id })
    await vi.waitFor(
      () => expect(calls.at(-1)).toMatchObject({ method: 'eth_chainId', state: 'answered' }),
      15_000,
    )
    selectChain(optimism.id)
    selectChain(base.id)
    expect(await work).toBe(base)
  })
  it('that does not come is an error after 10 s', async () => {
    vi.useFakeTimers()
    const { provider, answerWith } = make()
    answerWith('wallet_switchEthereumChain', null)
    const work = expect(switchChain(provider, chains, { chainId: base.id })).rejects.toMatchObject({
      name: 'SwitchChainError',
      details: 'The wallet did not change to chain 8453.',
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await work
  })
  it('is not asked for where the failure is another', async () => {
    const { provider, pending, added } = make()
    pending('wallet_switchEthereumChain')
    await expect(switchChain(provider, chains, { chainId: base.id })).rejects.toMatchObject({
      name: 'SwitchChainError',
      cause: { code: -32002 },
    })
    expect(added()).toEqual([])
  })
})

it('asks the wallet for nothing where wagmi does not list the network', async () => {
  const { provider, calls } = make()
  await expect(switchChain(provider, [foundry], { chainId: base.id })).rejects.toMatchObject({ code: 4902 })
  expect(calls).toEqual([])
})
