import { creationByDeployer, creationDeployer, safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { ChainUnreachableError, SmartAccountCreationError } from '@latchkey/protocol/frame'
import { getCreate2Address, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { usualOperationAnswers } from '../../../testing/fakeBundler.ts'
import { fakeChain, fakeFrame } from '../../../testing/fakeFrame.ts'
import { signingKeys, smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { openApproval } from '../approvalKinds.ts'

const { owner, state, keys } = signingKeys()
const smart = safeAccount.addressOf(owner.address)
const creationCode = '0x6001600c60003960016000f300'
const place = (salt: number) =>
  creationByDeployer(creationCode, `0x${salt.toString(16).padStart(64, '0')}`).address

/** Asks for a creation where these addresses have this code. */
function open(codes: Readonly<Record<string, unknown>>, fields: object = {}) {
  const chain = fakeChain(({ method, params }) => {
    if (method === 'eth_getCode') return codes[(params as [string])[0]] ?? '0x'
    const found = usualOperationAnswers[method]
    return typeof found === 'function' ? found(params as never) : (found ?? null)
  })
  const frame = fakeFrame({ chain, state, keys: keys as never, config: smartConfig, now: () => 1 })
  const params = [{ from: smart, data: creationCode, ...fields }]
  return openApproval(frame, { method: 'eth_sendTransaction', params, chain: smartChain })
}
const deployer = { [creationDeployer.address]: creationDeployer.code }

test('a contract’s place is that of EIP-1014', () => {
  const made = creationByDeployer(creationCode, zeroHash)
  const from = creationDeployer.address
  expect(made.address).toBe(getCreate2Address({ bytecode: creationCode, from, salt: zeroHash }))
  expect(made.data).toBe(`${zeroHash}${creationCode.slice(2)}`)
})

describe('a contract that the smart account creates', () => {
  test('goes through the deployer; the screen says where it will be and who creates it', async () => {
    const approval = await open(deployer)
    const { view, payload } = await approval.prepare(new AbortController().signal)
    expect(view).toMatchObject({ title: 'create.title', sentence: { key: 'create.say' }, stop: null })
    expect(view.facts.slice(0, 2)).toEqual([
      { label: 'row.newContract', value: { kind: 'address', address: place(0) }, long: true },
      { label: 'row.deployer', value: { kind: 'address', address: creationDeployer.address }, long: true },
    ])
    expect(view.warnings.map(({ level, title }) => `${level} ${title.key}`)).toEqual([
      'warning warn.create',
      'warning warn.creator',
    ])
    const { operation } = payload as { operation: { callData: `0x${string}` } }
    const { to, data } = creationByDeployer(creationCode, zeroHash)
    expect(safeAccount.decodeCalls(operation.callData)).toEqual([{ to, value: 0n, data }])
  })

  test('money that goes along is a danger', async () => {
    const { view } = await (await open(deployer, { value: '0x5' })).prepare(new AbortController().signal)
    expect(view.warnings[0]).toMatchObject({ level: 'danger', risk: { key: 'risk.lost' } })
    expect(view.facts).toContainEqual(expect.objectContaining({ label: 'row.value' }))
  })

  test('takes the next place where the same code stands already', async () => {
    const { view } = await open({ ...deployer, [place(0)]: '0x00', [place(1)]: '0x00' })
    expect(view.facts[0]).toMatchObject({ value: { address: place(2) } })
    const all = Object.fromEntries(Array.from({ length: 8 }, (_, salt) => [place(salt), '0x00']))
    await expect(open({ ...deployer, ...all })).rejects.toMatchObject({ data: { reason: 'creationTaken' } })
  })

  test.each([
    ['is not there', {}],
    ['is another program', { [creationDeployer.address]: '0x6000' }],
  ])('where the deployer %s the site learns what helps', async (_, codes) => {
    await expect(open(codes)).rejects.toThrow(SmartAccountCreationError)
    await expect(open(codes)).rejects.toThrow(/Switch to the plain account/)
  })

  test('a network that does not tell is asked again later', () =>
    expect(open({ [creationDeployer.address]: 7 })).rejects.toThrow(ChainUnreachableError))
})
