import type { Eip1193Provider, ProviderListener } from '@latchkey/core'
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'

/** One wallet that the suite looks at from the site's side. */
export type WalletUnderTest = {
  provider: Eip1193Provider
  /** Called before the wallet asks its person; it makes them agree, or refuse. */
  onPrompt(answer: 'agree' | 'refuse'): void
  /** Ends the site's access, as the person or the site would. */
  end(): Promise<void>
  destroy?(): void
}

export type WalletHarness = {
  /** A wallet to which the site has no access yet. */
  make(): Promise<WalletUnderTest> | WalletUnderTest
  /** The network it starts on, another one that it knows and one that it does not. EIP-155 ids. */
  chains: { start: number; known: number; unknown: number }
}

const MESSAGE = '0x68656c6c6f'
const TYPED_DATA = {
  domain: { name: 'Contract', version: '1' },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text: 'hello' },
} as const
const hex = (chainId: number) => `0x${chainId.toString(16)}`

/**
 * What every EIP-1193 wallet must keep to, as a site sees it (EIP-1193, 1102, 695, 3326, 191, 712). Call it in a test
 * file of vitest.
 *
 * @example
 * eip1193WalletContract('my wallet', { make: () => ({ provider, onPrompt, end }), chains: { start: 1, known: 10, unknown: 99 } })
 */
export function eip1193WalletContract(name: string, harness: WalletHarness): void {
  const made: WalletUnderTest[] = []
  const make = async (): Promise<Bench> => {
    const wallet = await harness.make()
    made.push(wallet)
    return bench(wallet)
  }
  describe(`EIP-1193 wallet contract: ${name}`, () => {
    afterEach(() => {
      for (const wallet of made.splice(0)) wallet.destroy?.()
    })
    accountRules(make)
    requestRules(make)
    chainRules(make, harness.chains)
    signingRules(make)
    eventRules(make, harness.chains)
  })
}

type Bench = WalletUnderTest & {
  ask(method: string, params?: unknown[]): Promise<unknown>
  connect(): Promise<string>
  hear(event: string): unknown[]
}
type Make = () => Promise<Bench>

function bench(wallet: WalletUnderTest): Bench {
  const ask = (method: string, params?: unknown[]) =>
    wallet.provider.request(params ? { method, params } : { method })
  return {
    ...wallet,
    ask,
    async connect() {
      wallet.onPrompt('agree')
      const accounts = (await ask('eth_requestAccounts')) as string[]
      return String(accounts[0])
    },
    hear(event) {
      const heard: unknown[] = []
      wallet.provider.on(event, (payload) => heard.push(payload))
      return heard
    },
  }
}

/** EIP-1193: what is thrown is an Error with an integer code. */
async function codeOf(work: Promise<unknown>): Promise<number> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  const { code } = error as { code: unknown }
  expect(Number.isInteger(code)).toBe(true)
  return Number(code)
}

function accountRules(make: Make): void {
  it('EIP-1102 shows no account before consent', async () => {
    const { ask } = await make()
    expect(await ask('eth_accounts')).toEqual([])
  })
  it('EIP-1102 eth_requestAccounts gives addresses, each once, and eth_accounts gives the same', async () => {
    const { ask, connect } = await make()
    const first = await connect()
    expect(first).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const accounts = (await ask('eth_accounts')) as string[]
    expect(accounts[0]).toBe(first)
    expect(new Set(accounts.map((account) => account.toLowerCase())).size).toBe(accounts.length)
    expect(await ask('eth_requestAccounts')).toEqual(accounts)
  })
  it('EIP-1193 a person who refuses is 4001, and nothing is shown', async () => {
    const { ask, onPrompt } = await make()
    onPrompt('refuse')
    expect(await codeOf(ask('eth_requestAccounts'))).toBe(4001)
    expect(await ask('eth_accounts')).toEqual([])
  })
  it('may be asked again after a refusal', async () => {
    const { ask, onPrompt, connect } = await make()
    onPrompt('refuse')
    await codeOf(ask('eth_requestAccounts'))
    expect(await connect()).toMatch(/^0x/)
  })
  it('shows no account once the access has ended', async () => {
    const { ask, connect, end } = await make()
    await connect()
    await end()
    expect(await ask('eth_accounts')).toEqual([])
  })
}

function requestRules(make: Make): void {
  it.each([undefined, null, 'eth_chainId', {}, { method: 1 }, { method: '' }])(
    'EIP-1193 refuses %j as a request',
    async (args) => {
      const { provider } = await make()
      expect(await codeOf(provider.request(args as never))).toBe(-32600)
    },
  )
  it('EIP-1193 refuses params that are no array or object', async () => {
    const { provider } = await make()
    expect(await codeOf(provider.request({ method: 'eth_chainId', params: 'x' as never }))).toBe(-32602)
  })
  it('EIP-1193 a method that it does not have is 4200', async () => {
    const { ask, connect } = await make()
    await connect()
    expect(await codeOf(ask('wallet_thatDoesNotExist', []))).toBe(4200)
  })
  it('answers requests that are made together, each with its own', async () => {
    const { ask, connect } = await make()
    const first = await connect()
    const [accounts, chainId, version] = await Promise.all(
      ['eth_accounts', 'eth_chainId', 'net_version'].map((method) => ask(method)),
    )
    expect((accounts as string[])[0]).toBe(first)
    expect(Number(chainId)).toBe(Number(version))
  })
}

function chainRules(make: Make, { start, known, unknown }: WalletHarness['chains']): void {
  it('EIP-695 says the network as a hexadecimal number without leading zeros', async () => {
    const { ask } = await make()
    expect(await ask('eth_chainId')).toBe(hex(start))
    expect(await ask('net_version')).toBe(String(start))
  })
  it('EIP-3326 switches to a network that it knows, and answers null', async () => {
    const { ask, connect } = await make()
    await connect()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: hex(known) }])).toBeNull()
    expect(await ask('eth_chainId')).toBe(hex(known))
  })
  it('EIP-3326 one that it does not know is 4902, and it stays where it is', async () => {
    const { ask, connect } = await make()
    await connect()
    expect(await codeOf(ask('wallet_switchEthereumChain', [{ chainId: hex(unknown) }]))).toBe(4902)
    expect(await ask('eth_chainId')).toBe(hex(start))
  })
  it.each([[[]], [[{}]], [[{ chainId: 1 }]], [[{ chainId: '1' }]], [[{ chainId: '0x' }]], [[null]]])(
    'EIP-3326 refuses the params %j',
    async (params) => {
      const { ask, connect } = await make()
      await connect()
      expect(await codeOf(ask('wallet_switchEthereumChain', params))).toBe(-32602)
    },
  )
}

function signingRules(make: Make): void {
  it('EIP-1193 signs nothing before consent (4100)', async () => {
    const { ask } = await make()
    expect(await codeOf(ask('personal_sign', [MESSAGE, `0x${'11'.repeat(20)}`]))).toBe(4100)
  })
  it('ERC-191 personal_sign is a signature of the account', async () => {
    const { ask, connect } = await make()
    const account = await connect()
    const signature = (await ask('personal_sign', [MESSAGE, account])) as Hex
    const signer = await recoverMessageAddress({ message: { raw: MESSAGE }, signature })
    expect(signer.toLowerCase()).toBe(account.toLowerCase())
  })
  it.each(['text', 'object'])('EIP-712 data as %s is signed by the account', async (form) => {
    const { ask, connect } = await make()
    const account = await connect()
    const data = form === 'text' ? JSON.stringify(TYPED_DATA) : TYPED_DATA
    const signature = (await ask('eth_signTypedData_v4', [account, data])) as Hex
    const signer = await recoverTypedDataAddress({ ...TYPED_DATA, signature })
    expect(signer.toLowerCase()).toBe(account.toLowerCase())
  })
  it('signs for no account that is not its own (4100)', async () => {
    const { ask, connect } = await make()
    await connect()
    expect(await codeOf(ask('personal_sign', [MESSAGE, `0x${'22'.repeat(20)}`]))).toBe(4100)
  })
}

function eventRules(make: Make, { known }: WalletHarness['chains']): void {
  it('EIP-1193 accountsChanged tells what eth_accounts says, at the start and at the end', async () => {
    const { ask, connect, hear, end } = await make()
    const heard = hear('accountsChanged')
    await connect()
    expect(heard).toEqual([await ask('eth_accounts')])
    await end()
    expect(heard.at(-1)).toEqual([])
  })
  it('EIP-1193 chainChanged carries the hexadecimal number, once a switch', async () => {
    const { ask, connect, hear } = await make()
    await connect()
    const heard = hear('chainChanged')
    await ask('wallet_switchEthereumChain', [{ chainId: hex(known) }])
    await ask('wallet_switchEthereumChain', [{ chainId: hex(known) }])
    expect(heard).toEqual([hex(known)])
  })
  it('tells nothing to a listener that was removed', async () => {
    const { provider, connect } = await make()
    const heard: unknown[] = []
    const listener: ProviderListener = (payload) => heard.push(payload)
    provider.on('accountsChanged', listener)
    provider.removeListener('accountsChanged', listener)
    await connect()
    expect(heard).toEqual([])
  })
}
