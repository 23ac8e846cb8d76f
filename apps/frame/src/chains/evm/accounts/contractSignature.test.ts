import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { deployAccountContracts } from '@latchkey/local-bundler'
import type { ChainInfo } from '@latchkey/protocol'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import {
  type Client,
  createPublicClient,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  isErc6492Signature,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { verifyHash, verifyMessage } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { approvable } from '../../../testing/approvalRunner.ts'
import { fakeChain, fakeFrame, testConfig } from '../../../testing/fakeFrame.ts'
import { mail, permit, signIn } from '../../../workbench/sampleRequests.ts'
import { messageApproval } from '../message/messageApproval.ts'
import type { ApprovalContext } from '../model/transaction.ts'
import { typedDataApproval } from '../typedData/typedDataApproval.ts'

const owner = privateKeyToAccount(devAccounts[0].privateKey)
const stranger = privateKeyToAccount(devAccounts[1].privateKey)
const smart = safeAccount.addressOf(owner.address)
const [plainChain] = testConfig.chains as [(typeof testConfig.chains)[number]]
const chain: ChainInfo = { ...plainChain, smartAccounts: { entryPoint: '0.7' } }
const signal = new AbortController().signal

const contextOf = (account: Hex, where = chain): ApprovalContext => ({
  account,
  accounts: {
    eoa: owner.address,
    smart: where.smartAccounts ? smart : null,
    preferred: 'smartAccount',
    address: where.smartAccounts ? smart : owner.address,
    chain: where,
  },
})

/** What the keys app does: it signs what it is given, by itself. */
const keysOf = (signer = owner) => ({
  signMessage: (async ({ message }: { message: Hex }) => ({
    signature: await signer.signMessage({ message: { raw: message } }),
  })) as never,
  signTypedData: (async ({ typedData }: { typedData: string }) => {
    const hash = hashTypedData(JSON.parse(typedData))
    return { hash, signature: await signer.sign({ hash }) }
  }) as never,
})

let anvil: Anvil
let client: Client
beforeAll(async () => {
  anvil = await startAnvil({ contracts: false })
  await deployAccountContracts(anvil.call)
  client = createPublicClient({ transport: http(anvil.url) })
})
afterAll(() => anvil?.stop())

const realFrame = (keys = keysOf()) => {
  const chain = fakeChain(({ method, params }) => anvil.call(method, params as unknown[]))
  return fakeFrame({ keys, chain, now: () => Date.parse('2026-01-15T12:00:30Z') })
}
const askMessage = (message: string, account: Hex = smart, frame = realFrame()) =>
  messageApproval(frame, { method: 'personal_sign', params: [message, account], chain }, contextOf(account))
const askTyped = (document: object, account: Hex = smart, where = chain, frame = realFrame()) => {
  const request = { method: 'eth_signTypedData_v4', params: [account, document], chain: where }
  return typedDataApproval(frame, request, contextOf(account, where))
}
async function sign<Payload>(approval: Approval<Payload>): Promise<{ signature: Hex; signed: number }> {
  const { payload } = approvable(await approval.prepare(signal))
  let signed = 0
  const signature = (await approval.sign(payload, () => {
    signed += 1
  })) as Hex
  return { signature, signed }
}
const deploy = async () => {
  const { factory, factoryData } = safeAccount.deployment(owner.address)
  const from = devAccounts[2].address
  await sendTransaction(anvil.call, { from, to: factory, data: factoryData })
}
const document = { ...mail, domain: { ...mail.domain, chainId: 31337 } }

describe('the smart account signs', () => {
  test('R3-37 before it is deployed and after; whoever checks it asks the account', async () => {
    for (const deployed of [false, true]) {
      if (deployed) await deploy()
      const message = await sign(askMessage('Hello there.'))
      expect(message.signed).toBe(1)
      expect(isErc6492Signature(message.signature)).toBe(!deployed)
      expect(await verifyMessage(client, { address: smart, message: 'Hello there.', ...message })).toBe(true)
      expect(await verifyMessage(client, { address: smart, message: 'Hello here.', ...message })).toBe(false)
      const typed = await sign(await askTyped(document))
      const hash = hashTypedData(document as unknown as Parameters<typeof hashTypedData>[0])
      expect(isErc6492Signature(typed.signature)).toBe(!deployed)
      expect(await verifyHash(client, { address: smart, hash, ...typed })).toBe(true)
      const other = hashMessage('other')
      expect(await verifyHash(client, { address: smart, hash: other, ...typed })).toBe(false)
    }
  })
  test('the plain account signs as ever, whatever the smart one is', async () => {
    const { signature } = await sign(askMessage('Hello there.', owner.address))
    expect(signature).toBe(await owner.signMessage({ message: 'Hello there.' }))
    const typed = await sign(await askTyped(document, owner.address))
    const hash = hashTypedData(document as unknown as Parameters<typeof hashTypedData>[0])
    expect(typed.signature).toBe(await owner.sign({ hash }))
  })
  test('the screen says which of the two signs', async () => {
    const noteOf = ({ view }: Pick<Approval, 'view'>) =>
      view.facts.find(({ label }) => label === 'row.account' || label === 'row.address')
    for (const [account, key] of [
      [smart, 'value.smartAccount'],
      [owner.address, 'value.plainAccount'],
    ] as const) {
      const shown = { value: { kind: 'address', address: account }, note: { key } }
      const message = askMessage('Hello there.', account)
      const typed = await askTyped(document, account)
      const spending = await askTyped(permit('5'), account)
      for (const approval of [message, typed, spending]) {
        expect(noteOf(approval)).toMatchObject(shown)
        expect(noteOf(await approval.prepare(signal))).toMatchObject(shown)
      }
    }
    expect(noteOf(await askTyped(document, owner.address, plainChain))?.note).toBeUndefined()
  })
  test('a permit of the smart account says that not every token takes it', async () => {
    for (const [account, noted] of [
      [smart, true],
      [owner.address, false],
    ] as const) {
      const approval = await askTyped(permit('5'), account)
      for (const { view } of [approval, await approval.prepare(signal)])
        expect(view.warnings.some(({ title }) => title.key === 'warn.smartPermit')).toBe(noted)
    }
    const { view } = await askTyped(document, smart)
    expect(view.warnings.some(({ title }) => title.key === 'warn.smartPermit')).toBe(false)
  })
  test('a sign-in must name it', async () => {
    const named = signIn.replace(owner.address, smart)
    expect(() => askMessage(signIn, smart)).toThrow(
      expect.objectContaining({ data: { reason: 'signInAddress' } }),
    )
    expect(() => askMessage(named, owner.address)).toThrow(
      expect.objectContaining({ data: { reason: 'signInAddress' } }),
    )
    const approval = askMessage(named, smart)
    expect(approval.view.facts).toContainEqual({
      label: 'row.address',
      value: { kind: 'address', address: smart },
      long: true,
      note: { key: 'value.smartAccount' },
    })
    const { signature } = await sign(approval)
    expect(await verifyMessage(client, { address: smart, message: named, signature })).toBe(true)
  })
  test('nothing is signed where the network does not tell whether it is deployed', async () => {
    const frame = fakeFrame({
      keys: keysOf(),
      chain: fakeChain(() => {
        throw new Error('busy')
      }),
    })
    for (const approval of [
      askMessage('Hello.', smart, frame),
      await askTyped(document, smart, chain, frame),
    ]) {
      const prepared = await approval.prepare(signal)
      expect(prepared.view.stop).toMatchObject({ title: { key: 'stop.network' }, retry: true })
      expect(prepared.refusal).toMatchObject({ name: 'ChainUnreachableError' })
    }
    // Its owner’s own account needs no network.
    expect((await askMessage('Hello.', owner.address, frame).prepare(signal)).view.stop).toBeNull()
  })
  test('an ended request ends the question to the network', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const frame = fakeFrame({
      chain: fakeChain(() => {
        throw new Error('aborted')
      }),
    })
    await expect(askMessage('Hello.', smart, frame).prepare(gone)).rejects.toThrow('aborted')
  })
  test('what keys sign of another’s, or of something else, is thrown away', async () => {
    const lying = {
      ...keysOf(),
      signTypedData: (async () => ({
        hash: hashMessage('something else'),
        signature: await owner.sign({ hash: hashMessage('something else') }),
      })) as never,
    }
    for (const keys of [keysOf(stranger), lying]) {
      const frame = realFrame(keys)
      const refusal = { name: 'RequestBlockedError', data: { reason: 'signatureMismatch' } }
      await expect(sign(askMessage('Hello.', smart, frame))).rejects.toMatchObject(refusal)
      if (keys !== lying)
        await expect(sign(askMessage('Hello.', owner.address, frame))).rejects.toMatchObject(refusal)
      await expect(sign(await askTyped(document, smart, chain, frame))).rejects.toMatchObject(refusal)
    }
  })
})

describe('data that would make the own account act is refused, of either account and on any network', () => {
  const member = (name: string, type: string) => ({ name, type })
  const typed = (
    primaryType: string,
    verifyingContract: string,
    members: Record<string, [type: string, value: unknown]>,
    more: object = {},
  ) => ({
    domain: { chainId: 31337, verifyingContract, ...more },
    types: { [primaryType]: Object.entries(members).map(([name, [type]]) => member(name, type)) },
    primaryType,
    message: Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value])),
  })
  const module = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
  const entryPoint08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
  const elsewhere = safeAccount.addressOf(stranger.address)
  const data = toHex('x')
  const own = [
    ['SafeTx', typed('SafeTx', smart, { data: ['bytes', data] })],
    ['SafeMessage', typed('SafeMessage', smart, { message: ['bytes', data] })],
    ['SafeMessage in lower case', typed('SafeMessage', smart.toLowerCase(), { message: ['bytes', data] })],
    ['SafeOp', typed('SafeOp', module, { safe: ['address', smart] })],
    [
      'SafeOp of somebody else’s account, at the own module',
      typed('SafeOp', module, { safe: ['address', elsewhere] }),
    ],
    ['SafeOp at another module', typed('SafeOp', elsewhere, { safe: ['address', smart] })],
    ['a domain with more in it', typed('SafeTx', smart, { data: ['bytes', data] }, { name: 'Safe' })],
    [
      'an operation of EntryPoint 0.8',
      typed('PackedUserOperation', entryPoint08, { sender: ['address', owner.address] }),
    ],
    [
      'an operation of the smart account',
      typed('UserOperation', entryPoint08, { sender: ['address', smart] }),
    ],
  ] as const
  const refusal = expect.objectContaining({ name: 'RequestBlockedError', data: { reason: 'ownAccount' } })

  test.each(own)('%s', async (_, document) => {
    await expect(askTyped(document, owner.address)).rejects.toThrow(refusal)
    await expect(askTyped(document, smart)).rejects.toThrow(refusal)
    await expect(askTyped(document, owner.address, plainChain)).rejects.toThrow(refusal)
  })
  test('any struct at all for a domain of the own account', async () => {
    await expect(askTyped(typed('Order', smart, { id: ['uint256', '1'] }))).rejects.toThrow(refusal)
  })
  test('what another account of the owner’s does is theirs to sign', async () => {
    for (const document of [
      typed('SafeTx', elsewhere, { data: ['bytes', data] }),
      typed('PackedUserOperation', entryPoint08, { sender: ['address', elsewhere] }),
    ]) {
      const approval = await askTyped(document, owner.address)
      expect((await sign(approval)).signature).toMatch(/^0x[0-9a-f]{130}$/)
    }
  })
  test('the hash of an operation is no message either: the owner’s signature of it would count for the account', () => {
    for (const account of [owner.address, smart])
      expect(() => askMessage(`0x${'ab'.repeat(32)}`, account)).toThrow(
        expect.objectContaining({ data: { reason: 'hashLikeMessage' } }),
      )
  })
})
