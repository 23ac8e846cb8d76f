import { openKit } from '@latchkey/keyring'
import { UnknownAccountError } from '@latchkey/protocol/keys'
import { beforeEach, describe, expect, it } from 'vitest'
import { defineKeySigner } from './accounts/KeySigner.ts'
import { requireOpenWallet, withDeviceHalves } from './recovery/enrolMethod.ts'
import { startAccountLife } from './recovery/testing/openPanelKeys.ts'
import { KEY_SIGNERS } from './signers/keySigners.ts'
import { codeOf, hex } from './testing/life.ts'
import { createSigner } from './wallet/signer.ts'

/** A signer of this test in the place of Solana's: its key is the root turned around, and it signs by writing what it signs behind its address. */
const toySigner = defineKeySigner<string, string>({
  namespace: 'solana',
  reference: 'toy',
  async derive(root) {
    const privateKey = Uint8Array.from(root).reverse()
    return [{ address: `Toy${Buffer.from(privateKey.slice(0, 8)).toString('hex')}`, privateKey }]
  },
  prepare: (request) => request,
  sign: (key, text) => ({ kind: 'signature', signature: `${key.length}:${text}` }),
  exportKey: (key) => `toy:${key.length}`,
})
const WITH_TOY = [...KEY_SIGNERS.filter(({ namespace }) => namespace !== 'solana'), toySigner]
const signal = new AbortController().signal

let life: Awaited<ReturnType<typeof startAccountLife>>
let home: ReturnType<(typeof life)['open']>
let address: string

/** A record as builds before CAIP-10 wrote it. */
async function writeFirstRecord(): Promise<Record<string, unknown>> {
  const { v: _, ...share } = await requireOpenWallet(home.context)
  const accounts = [{ namespace: 'eip155', address, type: 'eoa' }]
  const record = { v: 1, ...share, accounts }
  await home.store.update('share', () => record)
  return record
}

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  address = (await home.login()).accounts[0]?.address ?? ''
  await home.vault.lock()
})

describe('a record without CAIP-10 accounts', () => {
  it('is read as that of its eip155 account, and stays as it is while nothing is gained', async () => {
    const record = await writeFirstRecord()
    expect((await requireOpenWallet(home.context)).accounts).toEqual([`eip155:1:${address}`])
    expect(await home.state()).toMatchObject({ status: 'signedIn', accounts: [{ address }] })
    await home.signMessage(address, hex('hello'))
    expect(await home.store.get('share')).toEqual(record)
  })

  it('is refused when its accounts are none, or not of its version', async () => {
    const record = await writeFirstRecord()
    for (const accounts of [[], [`eip155:1:${address}`], [{ namespace: 'eip155', address }]]) {
      await home.store.update('share', () => ({ ...record, accounts }))
      expect(await home.context.partition.readShare()).toBeNull()
    }
  })
})

describe('an existing wallet, where a namespace got a signer', () => {
  const reopen = () => life.open({ store: home.store, signers: WITH_TOY })
  const toyIdOf = async () => (await requireOpenWallet(home.context)).accounts[1] ?? ''

  it('gains the account at its next unlock, signs by it, and keeps it for the next document', async () => {
    await writeFirstRecord()
    const next = reopen()
    expect((await next.state()).accounts).toHaveLength(1)
    const states: number[] = []
    next.keys.onState(({ accounts }) => states.push(accounts.length))
    await next.signMessage(address, hex('hello'))
    expect(states).toEqual([2])
    const account = await toyIdOf()
    expect(account).toMatch(/^solana:toy:Toy[0-9a-f]{16}$/)
    const toy = { namespace: 'solana', address: account.split(':')[2], type: 'eoa' }
    expect((await next.state()).accounts).toEqual([{ namespace: 'eip155', address, type: 'eoa' }, toy])
    const signed = await createSigner(next.context).sign({ account, request: 'hello' }, 'hello', signal)
    expect(signed).toEqual({ kind: 'signature', signature: '32:hello' })
    expect((await reopen().state()).accounts).toContainEqual(toy)
  })

  it('does not sign by an account that it has not gained, nor by one of no signer', async () => {
    await writeFirstRecord()
    const signer = createSigner(reopen().context)
    const unknown = codeOf(UnknownAccountError)
    for (const account of ['solana:toy:Toy0011223344556677', 'bip122:toy:bc1', `solana:1:${address}`])
      await expect(signer.sign({ account, request: 'hello' }, 'hello', signal)).rejects.toEqual(unknown)
    await expect(home.signMessage(`0x${'00'.repeat(20)}`, hex('hello'))).rejects.toEqual(unknown)
  })

  it('exports its key, and writes it into the kit', async () => {
    await writeFirstRecord()
    const next = reopen()
    await next.signMessage(address, hex('hello'))
    const account = await toyIdOf()
    const reveal = { what: 'key', account } as const
    const { vault } = next
    const key = await withDeviceHalves(next.context, signal, (device) => vault.reveal({ device, ...reveal }))
    expect(key).toBe('toy:32')
    const { kit, code } = await withDeviceHalves(next.context, signal, (device, { accounts }) =>
      vault.makeKit({ device, accounts, createdAt: 1 }),
    )
    expect(kit.accounts.slice(0, 2)).toEqual([`eip155:1:${address}`, account])
    expect(await openKit(JSON.parse(JSON.stringify(kit)), code)).toHaveLength(32)
  })

  it('stays open in a build without the signer, which keeps the account on record', async () => {
    await reopen().signMessage(address, hex('hello'))
    const back = life.open({ store: home.store })
    expect((await back.state()).status).toBe('signedIn')
    expect((await back.signMessage(address, hex('hello'))).signature).toMatch(/^0x/)
    expect(await toyIdOf()).toMatch(/^solana:toy:/)
  })

  it('is refused when the root does not give a gained account any more', async () => {
    await reopen().signMessage(address, hex('hello'))
    const share = await requireOpenWallet(home.context)
    const accounts = [share.accounts[0] ?? '', 'solana:toy:Toy0000000000000000']
    await home.store.update('share', () => ({ ...share, accounts }))
    await expect(reopen().signMessage(address, hex('hello'))).rejects.toBeDefined()
    expect(await home.store.get('share')).toBeUndefined()
  })
})
