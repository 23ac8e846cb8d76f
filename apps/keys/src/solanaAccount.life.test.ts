import { openKit } from '@latchkey/keyring'
import { deriveSolanaAccount } from '@latchkey/keyring/solana'
import { KeysetNotFoundError } from '@latchkey/protocol/http'
import { IntentRefusedError, SignedOutError, UnknownAccountError } from '@latchkey/protocol/keys'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { encodeSolanaMessage } from '@latchkey/std/solana/transaction'
import { beforeEach, describe, expect, it } from 'vitest'
import { requireOpenWallet, withDeviceHalves } from './recovery/enrolMethod.ts'
import { startAccountLife } from './recovery/testing/openPanelKeys.ts'
import { codeOf, hex } from './testing/life.ts'

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const { signal } = new AbortController()
const live = { origin: 'http://wallet.localhost:8787', signal }
const bytesOf = (text: string) => encodeBase64url(new TextEncoder().encode(text))

let life: Awaited<ReturnType<typeof startAccountLife>>
let home: ReturnType<(typeof life)['open']>
let evm: string

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  evm = (await home.login()).accounts[0]?.address ?? ''
})

const gain = (keys = home) => keys.keys.handlers.gainAccounts({ namespaces: ['solana'] }, live)
const signBytes = (account: string, kind: 'message' | 'transaction', bytes: string, keys = home) =>
  keys.keys.handlers.signBytes({ account, kind, bytes }, live)
const releases = () => life.service.calls.filter((call) => call.endsWith('/release')).length

/** The wallet's Solana account, gained. */
async function solana(): Promise<string> {
  const { accounts } = await gain()
  return accounts.find(({ namespace }) => namespace === 'solana')?.address ?? ''
}

async function isSigned(address: string, signature: string, bytes: Uint8Array<ArrayBuffer>) {
  const raw = decodeBase58(address) ?? new Uint8Array()
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, decodeBase64url(signature), bytes)
}

const transferOf = (from: string, accounts = [from, encodeBase58(new Uint8Array(32).fill(7))]) =>
  encodeSolanaMessage({
    version: 0,
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: 1,
    accounts: [...accounts, '11111111111111111111111111111111'],
    blockhash: encodeBase58(new Uint8Array(32).fill(9)),
    instructions: [{ program: 2, accounts: [0, 1], data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0) }],
    lookups: [],
  })

describe('a wallet made before', () => {
  it('gains its Solana account without a question, and keeps it', async () => {
    expect((await home.state()).accounts).toEqual([{ namespace: 'eip155', address: evm, type: 'eoa' }])
    const address = await solana()
    expect(decodeBase58(address)).toHaveLength(32)
    expect((await requireOpenWallet(home.context)).accounts).toEqual([
      `eip155:1:${evm}`,
      `${NETWORK}:${address}`,
    ])
    const before = releases()
    await gain()
    expect(releases()).toBe(before)
    const next = life.open({ store: home.store })
    expect((await next.state()).accounts).toContainEqual({ namespace: 'solana', address, type: 'eoa' })
  })

  it('that no site asks it of has none', async () => {
    await home.vault.lock()
    await home.signMessage(evm, hex('hello'))
    expect((await home.state()).accounts).toHaveLength(1)
  })

  it('gains nothing for a namespace that has no signer, for somebody who is signed out, or from a revoked share', async () => {
    const none = await home.keys.handlers.gainAccounts({ namespaces: ['cosmos'] }, live)
    expect(none.accounts).toHaveLength(1)
    const out = life.open()
    await expect(gain(out)).rejects.toEqual(codeOf(SignedOutError))
    life.service.setFault((at, { path }) =>
      at === 'before' && path.endsWith('/release') ? Promise.reject(new KeysetNotFoundError()) : undefined,
    )
    await expect(gain()).rejects.toBeDefined()
  })
})

describe('R6-18: the Solana account', () => {
  it('signs a message and a transaction that another library checks, with one unlock', async () => {
    const address = await solana()
    await home.vault.lock()
    const before = releases()
    const text = new TextEncoder().encode('hello')
    const message = await signBytes(`${NETWORK}:${address}`, 'message', encodeBase64url(text))
    expect(await isSigned(address, message.signature, text)).toBe(true)
    const bytes = transferOf(address)
    const sent = await signBytes(`${NETWORK}:${address}`, 'transaction', encodeBase64url(bytes))
    expect(await isSigned(address, sent.signature, bytes)).toBe(true)
    await home.signMessage(evm, hex('hello'))
    expect(releases() - before).toBe(1)
  })

  it('does not sign a message that is a transaction, nor a transaction that is none or names it nowhere', async () => {
    const address = await solana()
    await home.vault.lock()
    const before = releases()
    const account = `${NETWORK}:${address}`
    const bytes = encodeBase64url(transferOf(address))
    const refusal = codeOf(IntentRefusedError)
    await expect(signBytes(account, 'message', bytes)).rejects.toEqual(refusal)
    await expect(signBytes(account, 'transaction', bytesOf('hello'))).rejects.toEqual(refusal)
    // Nothing that is refused makes the service release a share.
    expect(releases()).toBe(before)
    const others = encodeBase58(new Uint8Array(32).fill(5))
    const foreign = encodeBase64url(transferOf(others))
    await expect(signBytes(account, 'transaction', foreign)).rejects.toEqual(refusal)
    await expect(signBytes(`${NETWORK}:${others}`, 'message', bytesOf('hello'))).rejects.toEqual(
      codeOf(UnknownAccountError),
    )
  })

  it('is exported as other wallets take it, and stands in the kit of a wallet that has never used it', async () => {
    const derive = withDeviceHalves(home.context, signal, async (device, { accounts }) =>
      home.vault.makeKit({ device, accounts, createdAt: 1 }),
    )
    const { kit, code } = await derive
    const root = await openKit(JSON.parse(JSON.stringify(kit)), code)
    const { address, privateKey } = await deriveSolanaAccount(root)
    expect(kit.accounts.slice(0, 2)).toEqual([`eip155:1:${evm}`, `${NETWORK}:${address}`])
    expect(await solana()).toBe(address)
    const account = `${NETWORK}:${address}`
    const key = await withDeviceHalves(home.context, signal, (device) =>
      home.vault.reveal({ device, what: 'key', account }),
    )
    const both = decodeBase58(key) ?? new Uint8Array()
    expect(both.subarray(0, 32)).toEqual(Uint8Array.from(privateKey))
    expect(encodeBase58(both.subarray(32))).toBe(address)
  })
})
