import { KeysetNotFoundError, ServiceUnreachableError } from '@latchkey/protocol/http'
import {
  IntentRefusedError,
  RoundTripError,
  SignedOutError,
  UnknownAccountError,
} from '@latchkey/protocol/keys'
import {
  hashTypedData,
  parseTransaction,
  recoverMessageAddress,
  recoverTypedDataAddress,
  type TypedDataDefinition,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { CancelledError } from './errors/keysErrors.ts'
import { codeOf, EMAIL, hex, type Life, network, startLife } from './testing/life.ts'

let life: Life

beforeEach(async () => {
  life = await startLife()
})

describe('signing', () => {
  const transaction = {
    chainId: 31337,
    nonce: 0,
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    value: '1000',
    data: '0x',
    gas: '21000',
    maxFeePerGas: '2000000000',
    maxPriorityFeePerGas: '1000000000',
    accessList: [],
  }
  const typedData: TypedDataDefinition = {
    domain: { name: 'Ether Mail', chainId: 31337 },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Mail: [{ name: 'contents', type: 'string' }],
    },
    primaryType: 'Mail',
    message: { contents: 'Hello' },
  }

  it('R1-9 signs a message, typed data and a transaction with one unlock', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address as `0x${string}`
    await keys.vault.lock()
    const before = life.releases()
    const message = await keys.signMessage(address, hex('hello'))
    const typed = await keys.signTypedData(address, JSON.stringify(typedData))
    const sent = await keys.signTransaction({ address, transaction })
    expect(life.releases() - before).toBe(1)
    const signature = message.signature as `0x${string}`
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address)
    expect(typed.hash).toBe(hashTypedData(typedData))
    const typedSignature = typed.signature as `0x${string}`
    expect(await recoverTypedDataAddress({ ...typedData, signature: typedSignature })).toBe(address)
    expect(parseTransaction(sent.raw as `0x02${string}`)).toMatchObject({ chainId: 31337, value: 1000n })
  })

  it('releases the share again once the unlock is over', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    const before = life.releases()
    await keys.signMessage(address, hex('one'))
    expect(life.releases() - before).toBe(0)
    life.clock.advance(5 * 60_000)
    await keys.signMessage(address, hex('two'))
    expect(life.releases() - before).toBe(1)
  })

  it('refuses what could be the hash or pre-image of something else, and asks for no share', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    const before = life.releases()
    const refused = codeOf(IntentRefusedError)
    await expect(keys.signMessage(address, `0x${'ab'.repeat(32)}`)).rejects.toEqual(refused)
    await expect(keys.signMessage(address, `0x1901${'00'.repeat(64)}`)).rejects.toEqual(refused)
    await expect(keys.signTypedData(address, '{')).rejects.toEqual(refused)
    const extra = { ...typedData, message: { contents: 'Hello', hidden: 1 } }
    await expect(keys.signTypedData(address, JSON.stringify(extra))).rejects.toEqual(refused)
    const tooMuchTip = { ...transaction, maxPriorityFeePerGas: '3000000000' }
    await expect(keys.signTransaction({ address, transaction: tooMuchTip })).rejects.toEqual(refused)
    expect(life.releases()).toBe(before)
  })

  it('refuses without a session, for another account, and for a site that was not connected', async () => {
    const keys = life.open()
    const signedOut = codeOf(SignedOutError)
    await expect(keys.signMessage(transaction.to, hex('hello'))).rejects.toEqual(signedOut)
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    const unknown = codeOf(UnknownAccountError)
    await expect(keys.signMessage(transaction.to, hex('hello'))).rejects.toEqual(unknown)
    const other = life.open({ hostOrigin: 'http://other.localhost:5173' })
    expect(await other.getState()).toMatchObject({ status: 'signedIn', granted: false })
    await expect(other.signMessage(address, hex('hello'))).rejects.toEqual(signedOut)
  })

  it('honours an abort until the signature exists', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    const abort = new AbortController()
    life.service.setFault((when, { path }) => {
      if (when === 'before' && path.endsWith('/release')) abort.abort()
    })
    await expect(keys.signMessage(address, hex('hello'), abort.signal)).rejects.toEqual(
      codeOf(CancelledError),
    )
  })

  it('honours an abort that comes while the halves are put together', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    const abort = new AbortController()
    const { unlock } = keys.vault
    keys.vault.unlock = async (input) => {
      const accounts = await unlock(input)
      abort.abort()
      return accounts
    }
    const signing = keys.signMessage(address, hex('hello'), abort.signal)
    await expect(signing).rejects.toEqual(codeOf(CancelledError))
  })

  it('says that the service is out of reach, and signs once it is back', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    life.service.setFault(network)
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(ServiceUnreachableError))
    life.heal()
    expect((await keys.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
  })
})

describe('a share that is damaged or lost', () => {
  const damage = async (change: (share: { clientShare: { ciphertext: string } }) => unknown) => {
    await life.store.update('share', (current) => change(structuredClone(current) as never))
  }

  it('is noticed before anything is signed, and costs a login and nothing else', async () => {
    const first = life.open()
    const address = (await first.login(EMAIL)).accounts[0]?.address ?? ''
    await damage((share) => {
      const { ciphertext } = share.clientShare
      share.clientShare.ciphertext = (ciphertext.startsWith('A') ? 'B' : 'A') + ciphertext.slice(1)
      return share
    })
    const reloaded = life.open()
    await expect(reloaded.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(KeysetNotFoundError))
    expect((await reloaded.getState()).status).toBe('signedOut')
    expect((await reloaded.login(EMAIL)).accounts[0]?.address).toBe(address)
    expect((await reloaded.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
  })

  it('that is gone means signed out; the next login brings the same wallet back', async () => {
    const first = life.open()
    const address = (await first.login(EMAIL)).accounts[0]?.address ?? ''
    await damage(() => undefined)
    const reloaded = life.open()
    expect((await reloaded.getState()).status).toBe('signedOut')
    expect((await reloaded.login(EMAIL)).accounts[0]?.address).toBe(address)
  })

  it('of a device that is gone: one login brings the same wallet back, and it signs', async () => {
    const address = (await life.open().login(EMAIL)).accounts[0]?.address ?? ''
    await life.store.update('device', () => undefined)
    const reloaded = life.open()
    expect((await reloaded.login(EMAIL)).accounts[0]?.address).toBe(address)
    expect((await reloaded.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
  })

  it('that the service has given up takes the unlocked key along, also where nothing is to be signed', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    const { id = '', keysets } = life.walletOf(EMAIL) ?? {}
    const request = { kind: 'message', message: '0x00' } as const
    const sign = () => keys.vault.sign(id, { account: `eip155:1:${address}`, request })
    expect(await sign()).not.toBeNull()
    keysets?.clear()
    const gaining = keys.call('gainAccounts', { namespaces: ['solana'] })
    await expect(gaining).rejects.toEqual(codeOf(KeysetNotFoundError))
    expect(await sign()).toBeNull()
  })

  it('on the service: noticed before anything is signed', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    for (const { share } of life.walletOf(EMAIL)?.keysets.values() ?? []) share[0] = (share[0] ?? 0) ^ 1
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(KeysetNotFoundError))
  })

  const spoil = () => {
    const wallet = life.walletOf(EMAIL)
    for (const { share } of wallet?.keysets.values() ?? []) share[0] = (share[0] ?? 0) ^ 1
    if (wallet) wallet.recovery.share[1] = (wallet.recovery.share[1] ?? 0) ^ 255
  }

  it('on the service, with what recovers it: once both are whole again, this device opens the wallet by its own half', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    spoil()
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(KeysetNotFoundError))
    await keys.startEmail(EMAIL)
    await expect(keys.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(RoundTripError))
    // Operators restore what was damaged, though not always all of it.
    spoil()
    life.walletOf(EMAIL)?.recovery.share.fill(0)
    expect((await keys.login(EMAIL)).accounts[0]?.address).toBe(address)
    expect((await keys.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
    expect(await life.store.get('doubtedShare')).toBeUndefined()
  })

  it('on the service, and only there: the next login brings the wallet anew, and gives the old half up', async () => {
    const keys = life.open()
    const address = (await keys.login(EMAIL)).accounts[0]?.address ?? ''
    await keys.vault.lock()
    for (const { share } of life.walletOf(EMAIL)?.keysets.values() ?? []) share[0] = (share[0] ?? 0) ^ 1
    await expect(keys.signMessage(address, hex('hello'))).rejects.toEqual(codeOf(KeysetNotFoundError))
    expect(await life.store.get('doubtedShare')).toBeDefined()
    expect((await keys.login(EMAIL)).accounts[0]?.address).toBe(address)
    expect(await life.store.get('doubtedShare')).toBeUndefined()
  })

  it('in recovery: refused, and nothing is stored', async () => {
    await life.openElsewhere().login(EMAIL)
    const wallet = life.walletOf(EMAIL)
    if (wallet) wallet.recovery.share[1] = (wallet.recovery.share[1] ?? 0) ^ 255
    const keys = life.open()
    await keys.startEmail(EMAIL)
    await expect(keys.submitCode(life.service.lastCode())).rejects.toEqual(codeOf(RoundTripError))
    expect(await life.store.get('share')).toBeUndefined()
    expect(wallet?.keysets.size).toBe(1)
  })
})
