import { RequestBlockedError } from '@latchkey/protocol/frame'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import { rememberParties } from '../parties/knownParties.ts'

type Hex = `0x${string}`
const signal = new AbortController().signal
const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const forwarder = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain.stop())

const token = () => chain.contracts.token.address
const collectible = () => chain.contracts.collectible.address

type Who = Awaited<ReturnType<typeof someone>>
async function someone(url = chain.url) {
  const who = await worldFrame(worldChain(url, 'http://127.0.0.1:9'))
  if (url === chain.url) {
    await chain.mintToken(who.owner.address, 7_000_000n)
    await chain.mintCollectible(who.owner.address, BigInt(who.owner.address) % 10n ** 9n)
  }
  return who
}
const fields = (text: string) =>
  text.split(',').map((part) => {
    const [type = '', name = ''] = part.split(' ')
    return { name, type }
  })

type Asked = {
  type: string
  members: string
  message: object
  contract?: string
  types?: Record<string, string>
}

async function open({ frame, owner }: Who, { type, members, message, contract, types = {} }: Asked) {
  const structs = Object.entries({ [type]: members, ...types }).map(([name, text]) => [name, fields(text)])
  const document = {
    domain: { name: 'Any', version: '1', chainId: 31337, verifyingContract: contract ?? token() },
    types: Object.fromEntries(structs),
    primaryType: type,
    message,
  }
  return openNow(frame, { method: 'eth_signTypedData_v4', params: [owner.address, document] })
}
async function shown(who: Who, asked: Asked): Promise<ApprovalView> {
  const { view } = await (await open(who, asked)).prepare(signal)
  return view
}
const dangers = ({ warnings }: ApprovalView) =>
  warnings.filter(({ level }) => level === 'danger').map(({ title }) => title.key)
const rows = ({ changes }: ApprovalView) => (changes && 'rows' in changes ? changes.rows : [])
const facts = ({ facts }: ApprovalView, label: string) => facts.filter((fact) => fact.label === label)

const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
const authorized = ({ owner }: Who, to: string = thief) => ({
  from: owner.address,
  to,
  value: '5000000',
  validAfter: 0,
  validBefore: 9_999_999_999,
  nonce: `0x${'0'.repeat(64)}`,
})
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, maxUint256] })

describe('data by which others move what the account has', () => {
  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])(
    '%s says how much of what, to whom and until when',
    async (type) => {
      const who = await someone()
      const view = await shown(who, { type, members: authorization, message: authorized(who) })
      expect(view.title).toBe('relayed.title')
      expect(view.sentence).toMatchObject({
        key: 'send.token',
        values: { amount: { amount: 5_000_000n, decimals: 6 }, to: { address: thief } },
      })
      expect(rows(view)).toMatchObject([{ direction: 'out', value: { amount: 5_000_000n, decimals: 6 } }])
      expect(facts(view, 'row.to')).toMatchObject([{ value: { address: thief }, long: true }])
      expect(facts(view, 'row.deadline')).toMatchObject([{ value: { seconds: 9_999_999_999n } }])
      expect(dangers(view)).toEqual(['warn.relayed', 'warn.long'])
      expect(view.warnings.every(({ level, risk }) => level !== 'danger' || risk)).toBe(true)
    },
  )

  test('one that somebody else’s account owns is said to be so', async () => {
    const who = await someone()
    const message = { ...authorized(who), from: forwarder }
    const view = await shown(who, { type: 'TransferWithAuthorization', members: authorization, message })
    expect(view.warnings.map(({ title }) => title.key)).toContain('warn.otherOwner')
  })

  test('to somebody who imitates whom it dealt with', async () => {
    const who = await someone()
    rememberParties(who.frame, who.owner.address, { recipients: [thief], tokens: [] })
    const imitator = `0x3c4${'1'.repeat(34)}3bc`
    const message = authorized(who, imitator)
    const view = await shown(who, { type: 'TransferWithAuthorization', members: authorization, message })
    expect(dangers(view)).toContain('warn.lookalike')
  })

  test('to somebody who was planted in its history', async () => {
    const who = await someone()
    const planted = privateKeyToAddress(generatePrivateKey())
    const args = [who.owner.address, planted, 0n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
    await sendTransaction(chain.call, { from: thief, to: token(), data })
    const message = authorized(who, planted)
    const view = await shown(who, { type: 'TransferWithAuthorization', members: authorization, message })
    expect(dangers(view)).toContain('warn.planted')
  })

  test('a call that nobody can read, made to a token of the account', async () => {
    const who = await someone()
    const message = { nonce: 0, from: who.owner.address, functionSignature: '0x12345678' }
    const members = 'uint256 nonce,address from,bytes functionSignature'
    const view = await shown(who, { type: 'MetaTransaction', members, message })
    expect(dangers(view)).toEqual(expect.arrayContaining(['warn.relayed', 'warn.long', 'warn.ownToken']))
  })

  test('an authorisation that is called back takes nothing', async () => {
    const who = await someone()
    const message = { authorizer: who.owner.address, nonce: `0x${'0'.repeat(64)}` }
    const members = 'address authorizer,bytes32 nonce'
    const view = await shown(who, { type: 'CancelAuthorization', members, message })
    expect(view.title).toBe('relayed.cancel')
    expect(view.warnings).toEqual([])
  })

  test('permits of an item and of a collection', async () => {
    const who = await someone()
    const item = await shown(who, {
      type: 'Permit',
      members: 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline',
      message: { spender: thief, tokenId: 7, nonce: 0, deadline: 9 },
      contract: collectible(),
    })
    expect(item.sentence.key).toBe('approval.sayItem')
    expect(dangers(item)).toEqual(
      expect.arrayContaining(['warn.relayed', 'warn.approvalItem', 'warn.spenderPerson']),
    )
    const all = await shown(who, {
      type: 'PermitForAll',
      members: 'address operator,bool approved,uint256 nonce,uint256 deadline',
      message: { operator: thief, approved: true, nonce: 0, deadline: 9 },
      contract: collectible(),
    })
    expect(dangers(all)).toEqual(expect.arrayContaining(['warn.relayed', 'warn.approvalAll']))
  })

  test.each([
    ['MetaTransaction', 'uint256 nonce,address from,bytes functionSignature'],
    [
      'ForwardRequest',
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data',
    ],
    [
      'ForwardRequest',
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime',
    ],
  ])('%s shows the call within it with its own dangers', async (type, members) => {
    const who = await someone()
    const message = Object.fromEntries(
      fields(members).map(({ name, type }) => [
        name,
        type === 'address' ? token() : type === 'bytes' ? approveAll : 0,
      ]),
    )
    const asked = { type, members, message: { ...message, from: who.owner.address } }
    const contract = type === 'MetaTransaction' ? token() : forwarder
    const view = await shown(who, { ...asked, contract })
    expect(view.sentence).toMatchObject({ key: 'approval.sayAll', values: { spender: { address: thief } } })
    expect(rows(view)).toMatchObject([{ direction: 'gives', unlimited: true }])
    expect(dangers(view)).toEqual(
      expect.arrayContaining(['warn.relayed', 'warn.unlimited', 'warn.spenderPerson']),
    )
  })

  test('calls within the call are rows of their own', async () => {
    const who = await someone()
    const abi = parseAbi(['function multicall(bytes[] data)'])
    const functionSignature = encodeFunctionData({
      abi,
      functionName: 'multicall',
      args: [[approveAll, '0x12345678']],
    })
    const members = 'uint256 nonce,address from,bytes functionSignature'
    const message = { nonce: 0, from: who.owner.address, functionSignature }
    const view = await shown(who, { type: 'MetaTransaction', members, message })
    expect(view.calls).toMatchObject([{ level: 'danger', to: thief }, { level: 'danger' }])
    expect(dangers(view)).toEqual(
      expect.arrayContaining(['warn.relayed', 'warn.unlimited', 'warn.innerCalls']),
    )
  })

  test('nothing is asked of the own smart account by this way either', async () => {
    const who = await someone()
    const members = 'address from,address to,bytes data'
    const message = { from: who.owner.address, to: who.smart, data: '0x610b5925' }
    await expect(
      open(who, { type: 'ForwardRequest', members, message, contract: forwarder }),
    ).rejects.toThrow(RequestBlockedError)
  })
})

describe('data that nobody can read', () => {
  const at = (type: string, value: unknown): Asked => ({
    type: 'Any',
    members: `${type} it`,
    message: { it: value },
    contract: forwarder,
  })
  const plain = () => token().slice(2).toLowerCase()

  test.each<[string, () => Asked]>([
    ['its contract', () => ({ ...at('uint256', 1), contract: token() })],
    ['an address', () => at('address', token())],
    ['a number', () => at('uint256', BigInt(token()).toString())],
    ['a word', () => at('bytes32', `0x${plain().padStart(64, '0')}`)],
    ['call data', () => at('bytes', `0x12345678${plain().padStart(64, '0')}`)],
    ['text', () => at('string', `Spend of ${token()}`)],
    ['a collection', () => at('address', collectible())],
  ])('and names a token of the account as %s', async (_, asked) => {
    const view = await shown(await someone(), asked())
    expect(dangers(view)).toEqual(['warn.typedToken'])
  })

  test('and names a known token packed among other bytes', async () => {
    const who = await someone()
    const tokens = [{ chainId: 31337, address: token(), symbol: 'USDC' }]
    rememberParties(who.frame, who.owner.address, { recipients: [], tokens })
    const view = await shown(who, at('bytes', `0x121212${plain()}000bb8${'34'.repeat(9)}`))
    expect(dangers(view)).toEqual(['warn.typedToken'])
  })

  test('and names the account itself, plain or smart', async () => {
    const who = await someone()
    for (const account of [who.owner.address, who.smart])
      expect(dangers(await shown(who, at('address', account)))).toEqual(['warn.typedOwn'])
  })

  test('and names somebody who imitates', async () => {
    const who = await someone()
    rememberParties(who.frame, who.owner.address, { recipients: [thief], tokens: [] })
    const imitator = `0x3c44c${'1'.repeat(34)}c`
    expect(dangers(await shown(who, at('address', imitator)))).toEqual(['warn.lookalike'])
  })

  test('and names none of it: the warning as ever', async () => {
    const view = await shown(await someone(), at('string', 'Hello'))
    expect(view.warnings.map(({ level, title }) => `${level} ${title.key}`)).toEqual(['warning warn.typed'])
  })

  test('and names more than can be looked into', async () => {
    const many = Array.from(
      { length: 60 },
      (_, index) => `0x${(index + 1).toString(16).padStart(2, '0').repeat(20)}`,
    )
    const view = await shown(await someone(), at('address[]', [...many, token()]))
    expect(dangers(view)).toEqual(['warn.typedUnchecked'])
  })

  test('and the network does not tell whose it is', async () => {
    const who = await someone('http://127.0.0.1:9')
    expect(dangers(await shown(who, at('address', token())))).toEqual(['warn.typedUnchecked'])
  })

  const permit = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  const permitted = ({ owner }: Who, value: Hex | string = String(maxUint256)) => ({
    owner: owner.address,
    spender: thief,
    value,
    nonce: 0,
    deadline: 9,
  })

  test('and reads like a permit under another name', async () => {
    const who = await someone()
    for (const type of ['permit', 'Login']) {
      const view = await shown(who, { type, members: permit, message: permitted(who) })
      expect(rows(view)).toMatchObject([{ direction: 'gives', unlimited: true }])
      expect(facts(view, 'row.spender')).toMatchObject([{ value: { address: thief } }])
      expect(dangers(view)).toEqual(
        expect.arrayContaining(['warn.typedCalls', 'warn.unlimited', 'warn.typedToken']),
      )
    }
  })

  test('and holds a list of permits: each is a row', async () => {
    const who = await someone()
    const message = { permits: [permitted(who), permitted(who, '3')] }
    const view = await shown(who, {
      type: 'Permits',
      members: 'Permit[] permits',
      types: { Permit: permit },
      message,
    })
    expect(view.calls).toMatchObject([{ to: thief, level: 'danger' }, { to: thief }])
    expect(dangers(view)).toContain('warn.typedCalls')
  })

  test('and imitates Permit2', async () => {
    const who = await someone()
    const view = await shown(who, {
      type: 'PermitSingle',
      members: 'PermitDetails details,address spender,uint256 sigDeadline',
      types: { PermitDetails: 'address token,uint160 amount,uint48 expiration,uint48 nonce' },
      message: {
        details: { token: token(), amount: '9', expiration: 9, nonce: 0 },
        spender: thief,
        sigDeadline: 9,
      },
      contract: forwarder,
    })
    expect(dangers(view)).toEqual(expect.arrayContaining(['warn.typedCalls', 'warn.typedToken']))
  })
})

test('a permit for somebody who imitates is a danger', async () => {
  const who = await someone()
  rememberParties(who.frame, who.owner.address, { recipients: [thief], tokens: [] })
  const view = await shown(who, {
    type: 'Permit',
    members: 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline',
    message: {
      owner: who.owner.address,
      spender: `0x3c44${'1'.repeat(32)}93bc`,
      value: 5,
      nonce: 0,
      deadline: 9,
    },
  })
  expect(dangers(view)).toContain('warn.lookalike')
})
