import { decodeCall } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TransactionRequest } from '@latchkey/chain-evm/decode/model'

export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Starts and ends like `friend`. */
export const lookalike = '0x7099000000000000000000000000000000000000'.replace(/.{4}$/, '79c8')
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const spender = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')

export const transferData = `0xa9059cbb${word(friend)}${word(125_500_000n.toString(16))}`
export const approveData = (amount: bigint) => `0x095ea7b3${word(spender)}${word(amount.toString(16))}`
export const approveAllData = `0xa22cb465${word(spender)}${word('1')}`

/** `multicall(bytes[])` with the approval above as its one step. */
export const batchData = `0xac9650d8${word('20')}${word('1')}${word('20')}${word('44')}${approveData(5_000_000n).slice(2).padEnd(192, '0')}`

export const wanted: TransactionRequest = {
  from: account,
  to: friend,
  value: 500_000_000_000_000_000n,
  data: '0x',
  gas: undefined,
  nonce: undefined,
  maxFeePerGas: undefined,
  maxPriorityFeePerGas: undefined,
  accessList: [],
}

export const decode = (request: TransactionRequest): DecodedCall => decodeCall(request)

export const signIn = `http://app.localhost:5173 wants you to sign in with your Ethereum account:
${account}

Sign in to see your orders.

URI: http://app.localhost:5173/login
Version: 1
Chain ID: 31337
Nonce: 8fJ3kd92LmQ
Issued At: 2026-01-15T12:00:00Z
Expiration Time: 2026-01-15T13:00:00Z
Resources:
- http://app.localhost:5173/terms`

const domain = (name: string, verifyingContract: string) => ({
  name,
  version: '1',
  chainId: 31337,
  verifyingContract,
})

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

export const permit = (value: string) => ({
  domain: domain('USD Coin', token),
  primaryType: 'Permit',
  types: {
    EIP712Domain: domainType,
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  message: { owner: account, spender, value, nonce: '0', deadline: '1768500000' },
})

export const permit2Batch = {
  domain: {
    name: 'Permit2',
    chainId: 31337,
    verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  },
  primaryType: 'PermitBatch',
  types: {
    EIP712Domain: domainType.filter(({ name }) => name !== 'version'),
    PermitBatch: [
      { name: 'details', type: 'PermitDetails[]' },
      { name: 'spender', type: 'address' },
      { name: 'sigDeadline', type: 'uint256' },
    ],
    PermitDetails: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint160' },
      { name: 'expiration', type: 'uint48' },
      { name: 'nonce', type: 'uint48' },
    ],
  },
  message: {
    details: [
      { token, amount: '50000000', expiration: '1768500000', nonce: '0' },
      { token: friend, amount: String(2n ** 160n - 1n), expiration: '281474976710655', nonce: '0' },
    ],
    spender,
    sigDeadline: '1768500000',
  },
}

export const permit2Witness = {
  domain: permit2Batch.domain,
  primaryType: 'PermitWitnessTransferFrom',
  types: {
    EIP712Domain: permit2Batch.types.EIP712Domain,
    TokenPermissions: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    Order: [
      { name: 'reactor', type: 'address' },
      { name: 'note', type: 'string' },
    ],
    PermitWitnessTransferFrom: [
      { name: 'permitted', type: 'TokenPermissions' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
      { name: 'witness', type: 'Order' },
    ],
  },
  message: {
    permitted: { token, amount: '50000000' },
    spender,
    nonce: '0',
    deadline: '1768500000',
    witness: { reactor: friend, note: 'sell\u200b all' },
  },
}

/** The example of EIP-712, on the local network. */
export const mail = {
  domain: domain('Ether Mail', '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'),
  primaryType: 'Mail',
  types: {
    EIP712Domain: domainType,
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

const members = (text: string) =>
  text.split(',').map((part) => {
    const [type = '', name = ''] = part.split(' ')
    return { name, type }
  })

/** EIP-3009: whoever has the signature moves the tokens. */
export const authorization = {
  domain: domain('USD Coin', token),
  primaryType: 'TransferWithAuthorization',
  types: {
    EIP712Domain: domainType,
    TransferWithAuthorization: members(
      'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
    ),
  },
  message: {
    from: account,
    to: friend,
    value: '125500000',
    validAfter: '0',
    validBefore: '1768500000',
    nonce: `0x${'ab'.repeat(32)}`,
  },
}

/** A call that anybody can hand in for the account. */
export const metaTransaction = {
  domain: domain('USD Coin', token),
  primaryType: 'MetaTransaction',
  types: {
    EIP712Domain: domainType,
    MetaTransaction: members('uint256 nonce,address from,bytes functionSignature'),
  },
  message: { nonce: '0', from: account, functionSignature: approveData(2n ** 256n - 1n) },
}
