import * as fc from 'fast-check'
import { encodeFunctionData, erc20Abi, erc721Abi, type Hex, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall, flattenCalls } from './calldata.ts'
import { arbitraryTypedData } from './testing/arbitraryTypedData.ts'
import { parseTypedDataRequest } from './typedData.ts'
import { addressesIn, purposeOf } from './typedDataPurpose.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const forwarder = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
const parse = (document: unknown) => parseTypedDataRequest([address, document], { chainId: 1, address })
const fields = (text: string) =>
  text.split(',').map((part) => {
    const [type = '', name = ''] = part.split(' ')
    return { name, type }
  })
const document = (
  primaryType: string,
  types: Readonly<Record<string, string>>,
  message: object,
  verifyingContract: string = token,
) => ({
  domain: { name: 'Any', version: '1', chainId: 1, verifyingContract },
  types: Object.fromEntries(Object.entries(types).map(([name, members]) => [name, fields(members)])),
  primaryType,
  message,
})
const purpose = (...asked: Parameters<typeof document>) => purposeOf(parse(document(...asked)))

const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
const authorized = {
  from: address,
  to: thief,
  value: '5000000',
  validAfter: 1,
  validBefore: 9,
  nonce: `0x${'0'.repeat(64)}`,
}
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, 5n] })
const approveAll = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, maxUint256] })
const unlimited = [{ kind: 'approval', token, spender: thief, unlimited: true }]

describe('authorisations of EIP-3009', () => {
  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('%s', (name) => {
    expect(purpose(name, { [name]: authorization }, authorized)).toEqual({
      kind: 'relayed',
      standard: 'erc3009',
      actor: address,
      call: { kind: 'tokenTransfer', token, from: address, to: thief, amount: 5_000_000n },
      validAfter: 1n,
      deadline: 9n,
    })
  })

  test('CancelAuthorization takes nothing', () => {
    const name = 'CancelAuthorization'
    const message = { authorizer: address, nonce: authorized.nonce }
    expect(purpose(name, { [name]: 'address authorizer,bytes32 nonce' }, message)).toEqual({
      kind: 'cancel',
      standard: 'erc3009',
      owner: address,
    })
  })

  test('their calls are transfers too, by either form of signature', () => {
    const abi = parseAbi([
      'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
      'function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    ])
    const nonce = authorized.nonce as Hex
    for (const data of [
      encodeFunctionData({
        abi,
        functionName: 'transferWithAuthorization',
        args: [address, thief, 5n, 0n, 9n, nonce, '0x12'],
      }),
      encodeFunctionData({
        abi,
        functionName: 'receiveWithAuthorization',
        args: [address, thief, 5n, 0n, 9n, nonce, 27, nonce, nonce],
      }),
    ])
      expect(decodeCall({ to: token, value: 0n, data })).toMatchObject({
        kind: 'tokenTransfer',
        from: address,
        to: thief,
        amount: 5n,
      })
  })
})

describe('permits of collections', () => {
  test('one item (ERC-4494)', () => {
    const message = { spender: thief, tokenId: 7, nonce: 0, deadline: 9 }
    const type = 'address spender,uint256 tokenId,uint256 nonce,uint256 deadline'
    expect(purpose('Permit', { Permit: type }, message)).toMatchObject({
      kind: 'relayed',
      standard: 'erc4494',
      actor: null,
      call: { kind: 'approval', token, spender: thief, amount: 7n },
      deadline: 9n,
    })
  })

  test('all of them', () => {
    const message = { operator: thief, approved: true, nonce: 0, deadline: 9 }
    const type = 'address operator,bool approved,uint256 nonce,uint256 deadline'
    expect(purpose('PermitForAll', { PermitForAll: type }, message)).toMatchObject({
      call: { kind: 'approvalForAll', operator: thief, approved: true },
    })
  })
})

describe('requests that somebody else makes a call', () => {
  const nonces = { nonce: 0, gas: 100_000 }
  test.each<[string, string, string, object]>([
    [
      'MetaTransaction',
      'MetaTransaction',
      'uint256 nonce,address from,bytes functionSignature',
      { nonce: 0, from: address, functionSignature: approveAll },
    ],
    [
      'OpenZeppelin 4',
      'ForwardRequest',
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data',
      { ...nonces, from: address, to: token, value: 0, data: approveAll },
    ],
    [
      'OpenZeppelin 5',
      'ForwardRequest',
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data',
      { ...nonces, from: address, to: token, value: 0, deadline: 9, data: approveAll },
    ],
    [
      'GSN',
      'ForwardRequest',
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime',
      { ...nonces, from: address, to: token, value: 0, validUntilTime: 0, data: approveAll },
    ],
    [
      'Gelato',
      'SponsoredCallERC2771',
      'uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline',
      { chainId: 1, target: token, data: approveAll, user: address, userNonce: 0, userDeadline: 9 },
    ],
    [
      'any other',
      'Renamed',
      'address signer,address callee,bytes call_data',
      { signer: address, callee: token, call_data: approveAll },
    ],
  ])('%s', (form, name, members, message) => {
    const contract = form === 'MetaTransaction' ? token : forwarder
    expect(purpose(name, { [name]: members }, message, contract)).toMatchObject({
      kind: 'relayed',
      standard: 'request',
      actor: address,
      call: unlimited[0],
      deadline: /9/.test(JSON.stringify(message).replace(/"[^"]*"/g, '')) ? 9n : null,
    })
  })

  test('GSN with what the relay wants', () => {
    const relay = 'uint256 gasPrice,address relayWorker,bytes paymasterData'
    const members =
      'address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,RelayData relayData'
    const message = {
      ...nonces,
      from: address,
      to: token,
      value: 0,
      validUntilTime: 9,
      data: transfer,
      relayData: { gasPrice: 0, relayWorker: thief, paymasterData: '0x' },
    }
    expect(
      purpose('RelayRequest', { RelayRequest: members, RelayData: relay }, message, forwarder),
    ).toMatchObject({
      kind: 'relayed',
      call: { kind: 'tokenTransfer', to: thief, amount: 5n },
      deadline: 9n,
    })
  })

  test('calls within the call are read as well, and not without end', () => {
    const meta = 'uint256 nonce,address from,bytes functionSignature'
    const abi = parseAbi(['function multicall(bytes[] data)'])
    const wrap = (data: Hex) => encodeFunctionData({ abi, functionName: 'multicall', args: [[data]] })
    const asked = (data: Hex) =>
      purpose(
        'MetaTransaction',
        { MetaTransaction: meta },
        { nonce: 0, from: address, functionSignature: data },
      )
    const once = asked(wrap(approveAll))
    expect(once.kind === 'relayed' && flattenCalls(once.call)).toMatchObject(unlimited)
    let deep = approveAll
    for (let level = 0; level < 12; level++) deep = wrap(deep)
    const read = asked(deep)
    expect(read.kind === 'relayed' && flattenCalls(read.call).at(-1)).toMatchObject({ kind: 'unknown' })
  })

  test('a second call in the same request is not hidden behind the first', () => {
    const members = 'address from,address to,bytes data,bytes payload'
    const message = { from: address, to: token, data: transfer, payload: approveAll }
    expect(purpose('ForwardRequest', { ForwardRequest: members }, message)).toEqual({ kind: 'unknown' })
    const outer = 'address from,address to,bytes data,Inner inner'
    const inner = 'address user,address target,bytes payload'
    const nested = {
      from: address,
      to: token,
      data: transfer,
      inner: { user: address, target: token, payload: approveAll },
    }
    expect(purpose('ForwardRequest', { ForwardRequest: outer, Inner: inner }, nested)).toMatchObject({
      kind: 'unknown',
      calls: [{ kind: 'tokenTransfer' }, unlimited[0]],
    })
  })

  test('money that goes along with steps in a request within another struct is told', () => {
    const abi = parseAbi(['function multicall(bytes[] data)'])
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [[transfer]] })
    const types = { Order: 'Call call', Call: 'address from,address to,uint256 value,bytes data' }
    const asked = purpose('Order', types, { call: { from: address, to: token, value: 7, data } })
    expect(asked.kind === 'unknown' && asked.calls?.flatMap(flattenCalls)).toMatchObject([
      { kind: 'nativeTransfer', to: token, value: 7n },
      { kind: 'tokenTransfer' },
    ])
  })

  test('a transfer with data beside it is no request for a call', () => {
    const members = 'address from,address to,uint256 amount,bytes data'
    const message = { from: address, to: thief, amount: 5, data: '0x' }
    expect(purpose('Transfer', { Transfer: members }, message)).toMatchObject({ kind: 'unknown' })
  })

  test('forwarders and contracts are called with such requests by anybody', () => {
    const abi = parseAbi([
      'function executeMetaTransaction(address userAddress, bytes functionSignature, bytes32 r, bytes32 s, uint8 v)',
      'function execute((address from, address to, uint256 value, uint256 gas, uint48 deadline, bytes data, bytes signature) request)',
    ])
    const zero: Hex = `0x${'0'.repeat(64)}`
    const data = encodeFunctionData({
      abi,
      functionName: 'executeMetaTransaction',
      args: [address, approveAll, zero, zero, 27],
    })
    expect(decodeCall({ to: token, value: 0n, data })).toMatchObject({ kind: 'control', calls: unlimited })
    const request = {
      from: address,
      to: token,
      value: 0n,
      gas: 1n,
      deadline: 9,
      data: approveAll,
      signature: '0x12',
    } as const
    const forwarded = encodeFunctionData({ abi, functionName: 'execute', args: [request] })
    expect(decodeCall({ to: forwarder, value: 0n, data: forwarded })).toMatchObject({
      kind: 'control',
      calls: unlimited,
    })
  })
})

describe('what is no standard’s and reads like one', () => {
  const permit = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  const permitted = { owner: address, spender: thief, value: String(maxUint256), nonce: 0, deadline: 9 }

  test.each(['permit', 'PERMIT', 'Permits', 'Login'])('a permit under the name %s', (name) => {
    expect(purpose(name, { [name]: permit }, permitted)).toMatchObject({ kind: 'unknown', calls: unlimited })
  })

  test('an authorisation under another name', () => {
    expect(
      purpose('transferwithauthorization', { transferwithauthorization: authorization }, authorized),
    ).toMatchObject({
      kind: 'unknown',
      calls: [{ kind: 'tokenTransfer', to: thief, amount: 5_000_000n }],
    })
  })

  test('a list of permits, and permits within structs', () => {
    const types = { Permits: 'Permit[] permits', Permit: permit }
    const list = { permits: [permitted, { ...permitted, value: 5 }] }
    expect(purpose('Permits', types, list)).toMatchObject({
      kind: 'unknown',
      calls: [unlimited[0], { amount: 5n, unlimited: false }],
    })
    const deep = { Login: 'string say,Box box', Box: 'Permit[2][] all', Permit: permit }
    const message = { say: 'Welcome', box: { all: [[permitted, permitted]] } }
    expect(purpose('Login', deep, message)).toMatchObject({
      kind: 'unknown',
      calls: [...unlimited, ...unlimited],
    })
  })

  test('Permit2’s structs for a contract that calls itself Permit2', () => {
    const types = {
      PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline',
      PermitDetails: 'address token,uint160 amount,uint48 expiration,uint48 nonce',
    }
    const details = { token, amount: String(2n ** 160n - 1n), expiration: 9, nonce: 0 }
    const message = { details, spender: thief, sigDeadline: 9 }
    expect(purpose('PermitSingle', types, message, forwarder)).toMatchObject({
      kind: 'unknown',
      calls: unlimited,
    })
  })

  test('mail has no calls', () => {
    const types = { Mail: 'Person from,Person to,string contents', Person: 'string name,address wallet' }
    const person = { name: 'Bob', wallet: thief }
    expect(purpose('Mail', types, { from: person, to: person, contents: 'Hello' })).toEqual({
      kind: 'unknown',
    })
  })
})

describe('addresses that typed data names', () => {
  const plain = token.slice(2).toLowerCase()
  test.each<[string, string, unknown]>([
    ['address', 'address', token],
    ['a number', 'uint256', BigInt(token).toString()],
    ['a word', 'bytes32', `0x${plain.padStart(64, '0')}`],
    ['20 bytes', 'bytes20', `0x${plain}`],
    [
      'call data',
      'bytes',
      encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [BigInt(token)] }),
    ],
    ['arguments', 'bytes', `0x${'7'.padStart(64, '0')}${plain.padStart(64, '0')}`],
    ['text', 'string', `spend of ${token} now`],
  ])('as %s', (_, type, value) => {
    const named = addressesIn(parse(document('Any', { Any: `${type} it` }, { it: value }, forwarder)))
    expect(named.addresses).toEqual([forwarder.toLowerCase(), token.toLowerCase()])
    expect(named.text).toContain(plain)
  })

  test('packed among others, where the address is known', () => {
    const packed = `0x${'12'.repeat(7)}${plain}000bb8${'34'.repeat(9)}`
    expect(addressesIn(parse(document('Any', { Any: 'bytes it' }, { it: packed }))).text).toContain(plain)
  })
})

test('any typed data at all is read', () => {
  fc.assert(
    fc.property(arbitraryTypedData, (document) => {
      const data = parse(document)
      void purposeOf(data)
      void addressesIn(data)
    }),
  )
})

test('a permit is found however deep it is put, in whatever lists and under whatever names', () => {
  const name = fc.stringMatching(/^[A-Z][A-Za-z0-9_]{2,12}$/)
  const wrapped = fc.array(fc.record({ name, list: fc.constantFrom('', '[]', '[2]') }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(wrapped, name, (wraps, permit) => {
      const names = [...new Set([permit, ...wraps.map((wrap) => wrap.name)])]
      fc.pre(names.length === wraps.length + 1)
      const permitType = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
      const types: Record<string, string> = { [permit]: permitType }
      let inner = permit
      let message: object = { owner: address, spender: thief, value: '7', nonce: 0, deadline: 9 }
      for (const wrap of wraps) {
        types[wrap.name] = `string note,${inner}${wrap.list} inner`
        const held = wrap.list === '' ? message : wrap.list === '[]' ? [message] : [message, message]
        message = { note: 'Welcome', inner: held }
        inner = wrap.name
      }
      const found = purpose(inner, types, message)
      expect(found.kind === 'unknown' && found.calls?.[0]).toMatchObject({ spender: thief, amount: 7n })
    }),
  )
})
