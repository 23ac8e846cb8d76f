import { isBitcoinSignature } from '@latchkey/chain-bitcoin/decode'
import { ChainRefusedError, NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import { type BitcoinServer, startBitcoin } from '@latchkey/testing/node'
import { networks, Psbt, payments } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval, Receipt } from '../../approvals/ApprovalView.ts'
import { textOf } from '../../approvals/phrases.ts'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { accountAddresses, chooseAccount, visibleAccounts } from './accounts/bitcoinAccounts.ts'
import { followSent, openApproval } from './approvalKinds.ts'
import { bitcoinWorld, REGTEST, scriptOf } from './testing/bitcoinWorld.ts'

const { signal } = new AbortController()
const request = (method: string, params: object) => ({ method, params: params as never, chain: REGTEST })
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let server: BitcoinServer
beforeAll(async () => {
  server = await startBitcoin()
})
afterAll(() => server.stop())

/** The service's answers about the local chain. */
function answer({ method, params }: RpcCall): unknown {
  const [first = ''] = params as string[]
  const { chain } = server
  const script = () =>
    payments.p2wpkh({ address: first, network: networks.regtest }).output ?? new Uint8Array()
  const heightOf = (txid: string) => chain.heightOf(txid) ?? null
  if (method === 'getFeeRates') return { slow: 1, normal: 3, fast: 5 }
  if (method === 'getUtxos')
    return chain.unspentOf(script()).map(({ txid, vout, value }) => ({
      ...{ txid, vout, value: String(value), height: heightOf(txid) },
    }))
  if (method === 'getTransaction') {
    const found = chain.find(first)
    if (!found) throw new ChainRefusedError({ data: { rpcCode: -32_001 } })
    return { hex: found.transaction.toHex(), fee: '0', height: heightOf(first) }
  }
  if (method === 'sendTransaction') return chain.broadcast(first)
  throw new Error(method)
}

const world = (on: (call: RpcCall) => unknown = answer) => bitcoinWorld(fakeChain(on))

async function approve(approval: Approval, change?: Parameters<NonNullable<Approval['edit']>>[1]) {
  const first = await approval.prepare(signal)
  const prepared = change ? await approval.edit?.(first, change, signal) : first
  if (!prepared || prepared.payload === null) throw new Error('nothing to sign')
  return { view: prepared.view, result: await approval.sign(prepared.payload, () => undefined) }
}

const refusalOf = (method: string, params: object, { frame } = world()) =>
  openApproval(frame, request(method, params)).then(
    () => 'opened',
    (error: { code?: number; data?: { reason?: string } }) => error.data?.reason ?? error.code,
  )

type Part = { kind?: 'payment' | 'ordinal'; amount: bigint; told?: bigint }

/** A PSBT of bitcoinjs-lib that spends outputs which the local chain has. */
function psbtOf(inputs: readonly Part[], outputs: readonly { to: string; amount: bigint }[]) {
  const psbt = new Psbt({ network: networks.regtest })
  const { payment, ordinal } = world()
  for (const { kind = 'payment', amount, told = amount } of inputs) {
    const hash = server.chain.give(kind === 'payment' ? payment : ordinal, amount)
    server.chain.mine()
    const index = server.chain.find(hash)?.transaction.outs.findIndex(({ value }) => value === amount) ?? 0
    psbt.addInput({ hash, index, witnessUtxo: { script: scriptOf(kind), value: told } })
  }
  for (const { to, amount } of outputs) psbt.addOutput({ address: to, value: amount })
  return psbt
}

describe('accounts', () => {
  test('a site is told both, as they are written on its network', async () => {
    const { frame, payment, ordinal } = world()
    const { accounts } = await frame.keys.state()
    expect(payment).toMatch(/^bcrt1q/)
    expect(ordinal).toMatch(/^bcrt1p/)
    expect(await visibleAccounts(frame, accounts, frame.store.getState())).toEqual([
      { namespace: 'bip122', address: payment, type: 'payment' },
      { namespace: 'bip122', address: ordinal, type: 'ordinal' },
    ])
    const wanted = (params: object) => accountAddresses(frame, request('getAccountAddresses', params))
    expect(await wanted({})).toEqual([
      { address: payment, intention: 'payment' },
      { address: ordinal, intention: 'ordinal' },
    ])
    expect(await wanted({ intentions: ['ordinal'] })).toEqual([{ address: ordinal, intention: 'ordinal' }])
    await expect(wanted({ intentions: ['stacks'] })).rejects.toThrow(RpcParamsError)
    expect(await chooseAccount(frame, 'ordinal')).toEqual({ type: 'ordinal', address: ordinal })
    // Whoever chose it signs with it where no address is named.
    const approval = await openApproval(frame, request('signMessage', { message: 'a' }))
    expect(approval.view.facts[0]).toMatchObject({ value: { address: ordinal } })
    await expect(chooseAccount(frame, 'eoa')).rejects.toThrow(NotAvailableError)
    // The choice outlives the document, and is of this site alone.
    const [later] = await visibleAccounts(
      { ...world().frame, memory: frame.memory },
      accounts,
      frame.store.getState(),
    )
    expect(later?.type).toBe('ordinal')
    const elsewhere = { ...frame, origin: 'https://other.example' }
    expect((await visibleAccounts(elsewhere, accounts, frame.store.getState()))[0]?.type).toBe('payment')
  })
})

describe('signMessage', () => {
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

  test.each(['payment', 'ordinal'] as const)('by BIP-322 with the account for %s', async (kind) => {
    const { frame, ...addresses } = world()
    const address = addresses[kind]
    const approval = await openApproval(frame, request('signMessage', { message: 'Grüße', account: address }))
    const { view, result } = await approve(approval)
    expect(view).toMatchObject({ title: 'message.title', text: { content: 'Grüße' }, warnings: [] })
    const told = result as { address: string; signature: string }
    expect(told.address).toBe(address)
    const message = new TextEncoder().encode('Grüße')
    expect(
      isBitcoinSignature({ address, chain: 'regtest', message, signature: base64(told.signature) }),
    ).toBe(true)
  })

  test('another account, the older kind and a sign-in to another site are refused', async () => {
    expect(await refusalOf('signMessage', { message: 'a', account: STRANGER })).toBe('wrongAccount')
    expect(await refusalOf('signMessage', { message: 'a', protocol: 'ecdsa' })).toBe(NotAvailableError.code)
    expect(await refusalOf('signMessage', { message: 'a', extra: 1 })).not.toBe('opened')
    const { payment } = world()
    const signIn = (domain: string, address: string) =>
      `${domain} wants you to sign in with your Bitcoin account:\n${address}\n\nURI: http://${domain}/\nVersion: 1`
    const of = (domain: string, address = payment) =>
      refusalOf('signMessage', { message: signIn(domain, address) })
    expect(await of('evil.example')).toBe('signInDomain')
    expect(await of('app.localhost:5173', STRANGER)).toBe('signInAddress')
    expect(await of('app.localhost:5173')).toBe('opened')
    const malformed = 'x wants you to sign in with your Ethereum account:\nabc'
    expect(await refusalOf('signMessage', { message: malformed })).toBe('signInMalformed')
  })

  test('what is shown as a sign-in is one as a whole', async () => {
    const { payment } = world()
    const head = `app.localhost:5173 wants you to sign in with your Bitcoin account:\n${payment}`
    const fields =
      'URI: http://app.localhost:5173/\nVersion: 1\nChain ID: 0f9188f13cb7b2c71f2a335e3a4fc328\nNonce: abcdefgh12345678\nIssued At: 2026-11-28T00:00:00Z\nResources:\n- ipfs://a'
    for (const tail of ['', '\n', `\n\n${fields}`, `\n\n\n${fields}`, `\n\nWelcome back.\n\n${fields}`])
      expect(await refusalOf('signMessage', { message: head + tail })).toBe('opened')
    for (const tail of [
      '\n\nWelcome.\nI sell what I have for nothing.\n\nURI: http://app.localhost:5173/',
      `\n\n${fields}\n- ipfs://b and more`,
      `\n\n${fields}\n\nI sell what I have for nothing.`,
      '\n\nURI: http://app.localhost:5173/\nVersion: 1, and I sell what I have for nothing',
      '\n\nURI: http://app.localhost:5173/\nURI: https://evil.example/',
    ])
      expect(await refusalOf('signMessage', { message: head + tail })).toBe('signInMalformed')
  })
})

describe('sendTransfer', () => {
  test('coins are chosen, the fee is the person’s choice, and what was shown is what moves', async () => {
    const { frame, payment } = world()
    for (const value of [30_000n, 45_000n]) server.chain.give(payment, value)
    server.chain.mine()
    const asked = request('sendTransfer', { recipientAddress: STRANGER, amount: '60000', memo: '6869' })
    const { view, result } = await approve(await openApproval(frame, asked), { kind: 'fee', speed: 'fast' })
    expect(view.sentence).toMatchObject({ key: 'send.native', values: { amount: { amount: 60_000n } } })
    expect(view.facts).toContainEqual({
      ...{ label: 'row.to', value: { kind: 'address', address: STRANGER }, long: true },
    })
    expect(view.fee).toMatchObject({ chosen: 'fast', options: [{}, {}, {}] })
    expect(view.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['row.btcPays', 'row.btcChange', 'row.btcData', 'row.btcSpends']),
    )
    // Two inputs, and the transactions before them were compared: the fee is proven.
    expect(view.warnings).toEqual([])
    const { txid } = result as { txid: string }
    const sent = server.chain.find(txid)?.transaction
    expect(sent?.outs.some(({ value }) => value === 60_000n)).toBe(true)
    const fee = view.facts.find(({ label }) => label === 'row.fee')
    const paid = 75_000n - (sent?.outs.reduce((sum, { value }) => sum + value, 0n) ?? 0n)
    expect(fee).toMatchObject({ value: { amount: paid, symbol: 'sat' } })

    const receipts: Receipt[] = []
    const controller = new AbortController()
    const told = (receipt: Receipt) => {
      receipts.push(receipt)
      controller.abort()
    }
    await followSent(frame, asked)({ result, view }, told, controller.signal)
    server.chain.mine()
    await followSent(frame, asked)({ result, view }, (one) => receipts.push(one), signal)
    expect(receipts.map(({ status }) => status)).toEqual(['pending', 'confirmed'])
  })

  test('what there is not enough for cannot be approved', async () => {
    const { frame } = world()
    const asked = request('sendTransfer', { recipientAddress: STRANGER, amount: '900000000000' })
    const prepared = await (await openApproval(frame, asked)).prepare(signal)
    expect(prepared).toMatchObject({ payload: null, view: { stop: { title: { key: 'stop.funds' } } } })
  })

  test('a network that lies about a coin is found out before anything is shown', async () => {
    const { payment } = world()
    for (const value of [20_000n, 21_000n]) server.chain.give(payment, value)
    server.chain.mine()
    const lying = world((call) => {
      const told = answer(call)
      if (call.method !== 'getUtxos') return told
      return (told as { value: string }[]).map((one) => ({ ...one, value: String(BigInt(one.value) / 2n) }))
    })
    const amount = '25000'
    const opened = await openApproval(
      lying.frame,
      request('sendTransfer', { recipientAddress: STRANGER, amount }),
    )
    await expect(opened.prepare(signal)).rejects.toMatchObject({ data: { reason: 'amount' } })
    expect(lying.signed).toEqual([])
  })

  test('coins that wait for a block are spent only where there is not enough without them', async () => {
    const { frame, payment } = world()
    server.chain.mine()
    const settled = server.chain.unspentOf(scriptOf('payment')).reduce((sum, { value }) => sum + value, 0n)
    const waiting = server.chain.give(payment, 5_000_000n)
    const spent = async (amount: bigint) => {
      const asked = request('sendTransfer', { recipientAddress: STRANGER, amount: String(amount) })
      const { view } = await (await openApproval(frame, asked)).prepare(signal)
      return view.facts.some(({ note }) => textOf(note ?? null).includes(waiting))
    }
    expect(await spent(settled / 2n)).toBe(false)
    expect(await spent(settled + 1_000_000n)).toBe(true)
    server.chain.mine()
  })

  test.each([
    [{ recipientAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, 'recipientAddress'],
    [{ recipientAddress: STRANGER, amount: '293' }, 'amount'],
    [{ recipientAddress: STRANGER, amount: '1.5' }, 'amount'],
    [{ recipientAddress: STRANGER, changeAddress: STRANGER }, 'changeAddress'],
    [{ recipientAddress: STRANGER, account: STRANGER }, 'wrongAccount'],
    [{ recipientAddress: STRANGER, account: bitcoinWorld().ordinal }, 'ordinalTransfer'],
    [{ recipientAddress: STRANGER, memo: 'ab'.repeat(81) }, 'memo'],
  ])('%j is refused', async (params, reason) => {
    expect(await refusalOf('sendTransfer', { amount: '5000', ...params })).toBe(reason)
  })
})

describe('signPsbt', () => {
  test('one of bitcoinjs-lib is shown, signed, finalised by it, and taken by the network', async () => {
    const { frame, payment } = world()
    const psbt = psbtOf(
      [{ amount: 50_000n }],
      [
        { to: STRANGER, amount: 20_000n },
        { to: payment, amount: 29_000n },
      ],
    )
    const asked = request('signPsbt', { account: payment, psbt: psbt.toBase64() })
    const { view, result } = await approve(await openApproval(frame, asked))
    // The site sends it, or nobody does: there is nothing to wait for.
    expect(followSent(frame, asked)({ result, view }, () => undefined, signal)).toBeUndefined()
    expect(view.sentence).toMatchObject({ key: 'send.native', values: { amount: { amount: 20_000n } } })
    const signed = Psbt.fromBase64((result as { psbt: string }).psbt).finalizeAllInputs()
    expect(server.chain.broadcast(signed.extractTransaction(true).toHex())).toHaveLength(64)
    expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({ value: { amount: 1_000n } })
  })

  test('both accounts sign where the inputs of both are named, and it is sent where that is asked for', async () => {
    const { frame, payment, ordinal, signed } = world()
    const psbt = psbtOf(
      [{ amount: 50_000n }, { kind: 'ordinal', amount: 10_000n }],
      [{ to: STRANGER, amount: 58_000n }],
    )
    const signInputs = [
      { address: payment, index: 0 },
      { address: ordinal, index: 1, sighashTypes: [1] },
    ]
    const params = { psbt: psbt.toBase64(), signInputs, broadcast: true }
    const { view, result } = await approve(await openApproval(frame, request('signPsbt', params)))
    expect(view.warnings.map(({ title }) => title.key)).toEqual(['warn.btcOrdinal'])
    expect(signed).toHaveLength(2)
    expect(server.chain.find((result as { txid: string }).txid)).toBeDefined()
  })

  test('a lie about an amount is refused, and where nobody knows the fee is not proven', async () => {
    const lie = psbtOf(
      [{ amount: 50_000n }, { amount: 40_000n, told: 30_000n }],
      [{ to: STRANGER, amount: 79_000n }],
    )
    const open = async (of: ReturnType<typeof world>) =>
      (await openApproval(of.frame, request('signPsbt', { psbt: lie.toBase64() }))).prepare(signal)
    await expect(open(world())).rejects.toMatchObject({ data: { reason: 'amount' } })
    const silent = world((call) => {
      if (call.method === 'getTransaction') throw new ChainRefusedError()
      return answer(call)
    })
    const { view } = await open(silent)
    expect(view.warnings.map(({ title }) => title.key)).toEqual(['warn.btcFeeUnproven'])
  })

  test('an own input that is called somebody else’s is found out, or nothing is shown', async () => {
    const { payment, ordinal } = world()
    const [first, second] = [server.chain.give(payment, 100_000n), server.chain.give(payment, 100_000n)]
    // Whose it is, only the PSBT says.
    const bait = server.chain.give(STRANGER, 330n)
    server.chain.mine()
    const indexIn = (txid: string, amount: bigint) =>
      server.chain.find(txid)?.transaction.outs.findIndex(({ value }) => value === amount) ?? 0
    const stranger = payments.p2wpkh({ address: STRANGER, network: networks.regtest }).output
    const script = Uint8Array.from(stranger ?? [])
    const psbt = new Psbt({ network: networks.regtest })
      .addInput({
        hash: first,
        index: indexIn(first, 100_000n),
        witnessUtxo: { script: scriptOf('payment'), value: 100_000n },
      })
      .addInput({
        hash: second,
        index: indexIn(second, 100_000n),
        witnessUtxo: { script, value: 100_000n },
      })
      .addInput({
        hash: bait,
        index: indexIn(bait, 330n),
        witnessUtxo: { script: scriptOf('ordinal'), value: 330n },
      })
      .addOutput({ address: payment, value: 100_000n })
      .addOutput({ address: STRANGER, value: 100_000n })
    const signInputs = [
      { address: payment, index: 0 },
      { address: ordinal, index: 2 },
    ]
    const params = { psbt: psbt.toBase64(), signInputs }
    const open = async (of: ReturnType<typeof world>) =>
      (await openApproval(of.frame, request('signPsbt', params))).prepare(signal)
    await expect(open(world())).rejects.toMatchObject({ data: { reason: 'amount' } })
    const forgetful = world((call) => {
      if (call.method === 'getTransaction' && call.params?.[0 as never] !== bait)
        throw new ChainRefusedError()
      return answer(call)
    })
    const { signed } = forgetful
    await expect(open(forgetful)).rejects.toMatchObject({ data: { reason: expect.any(String) } })
    const one = new Psbt({ network: networks.regtest })
      .addInput({
        hash: first,
        index: indexIn(first, 100_000n),
        witnessUtxo: { script: scriptOf('payment'), value: 100_000n },
      })
      .addInput({ hash: second, index: indexIn(second, 100_000n), witnessUtxo: { script, value: 100_000n } })
      .addOutput({ address: payment, value: 100_000n })
      .addOutput({ address: STRANGER, value: 99_000n })
    const asked = await openApproval(forgetful.frame, request('signPsbt', { psbt: one.toBase64() }))
    await expect(asked.prepare(signal)).rejects.toMatchObject({ data: { reason: 'unprovenInput' } })
    expect(signed).toEqual([])
  })

  test('an output that this test network does not know may be one of mainnet: it is not spent', async () => {
    const { payment } = world()
    const psbt = new Psbt({ network: networks.regtest })
      .addInput({
        hash: 'ab'.repeat(32),
        index: 0,
        witnessUtxo: { script: scriptOf('payment'), value: 100_000n },
      })
      .addOutput({ address: STRANGER, value: 99_000n })
    const params = { psbt: psbt.toBase64(), account: payment }
    const asked = await openApproval(world().frame, request('signPsbt', params))
    await expect(asked.prepare(signal)).rejects.toMatchObject({ data: { reason: 'otherNetwork' } })
  })

  test('what the wallet never signs is refused before a screen is shown', async () => {
    const { ordinal, payment } = world()
    const mixed = psbtOf(
      [{ amount: 50_000n }, { kind: 'ordinal', amount: 546n }],
      [{ to: STRANGER, amount: 49_000n }],
    ).toBase64()
    const refused = (params: object) => refusalOf('signPsbt', params)
    expect(await refused({ psbt: mixed })).toBe('otherAccount')
    expect(await refused({ psbt: mixed, account: STRANGER })).toBe('wrongAccount')
    const one = { address: payment, index: 0 }
    const other = { address: ordinal, index: 1 }
    expect(await refused({ psbt: mixed, signInputs: [one] })).toBe('otherAccount')
    expect(await refused({ psbt: mixed, signInputs: [one, { ...other, address: payment }] })).toBe(
      'otherAccount',
    )
    expect(await refused({ psbt: mixed, signInputs: [one, { ...other, index: 2 }] })).toBe('signInputs')
    expect(await refused({ psbt: mixed, signInputs: [{ ...one, sighashTypes: [0x83] }, other] })).toBe(
      'signInputs',
    )
    expect(await refused({ psbt: 'AAAA' })).toBe('unreadable')
    expect(await refused({ psbt: 'no base64' })).toBe('psbt')
    const dear = psbtOf([{ amount: 50_000_000n }], [{ to: STRANGER, amount: 1_000n }]).toBase64()
    expect(await refused({ psbt: dear })).toBe('fee')
  })
})
