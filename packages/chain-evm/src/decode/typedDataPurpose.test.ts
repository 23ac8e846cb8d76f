import { describe, expect, test } from 'vitest'
import { parseTypedDataRequest } from './typedData.ts'
import { purposeOf } from './typedDataPurpose.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const parse = (document: unknown) => parseTypedDataRequest([address, document], { chainId: 1, address })

describe('purposes', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const spender = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const domain = { name: 'USD Coin', version: '1', chainId: 1, verifyingContract: token }
  const fields = (text: string) =>
    text.split(',').map((part) => {
      const [type = '', name = ''] = part.split(' ')
      return { name, type }
    })
  const permitType = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  const permit = (value: string, type = permitType) => ({
    domain,
    types: { Permit: fields(type) },
    primaryType: 'Permit',
    message: { owner: address, spender, value, nonce: 0, deadline: 1 },
  })

  test('ERC-2612', () => {
    expect(purposeOf(parse(permit('5')))).toEqual({
      kind: 'permit',
      standard: 'erc2612',
      owner: address,
      allowances: [{ token, spender, amount: 5n, unlimited: false, expiresAt: null }],
    })
    expect(purposeOf(parse(permit(String(2n ** 256n - 1n))))).toMatchObject({
      allowances: [{ unlimited: true }],
    })
    expect(purposeOf(parse(permit('0'))).kind).toBe('revoke')
  })

  test('a struct that differs is not taken for a permit', () => {
    const swapped = permitType.replace('address owner,address spender', 'address spender,address owner')
    expect(purposeOf(parse(permit('5', swapped))).kind).toBe('unknown')
  })

  test('DAI', () => {
    const document = {
      domain,
      types: { Permit: fields('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed') },
      primaryType: 'Permit',
      message: { holder: address, spender, nonce: 0, expiry: 0, allowed: true },
    }
    expect(purposeOf(parse(document))).toMatchObject({ standard: 'dai', allowances: [{ unlimited: true }] })
  })

  const permit2 = {
    name: 'Permit2',
    chainId: 1,
    verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  }
  const details = fields('address token,uint160 amount,uint48 expiration,uint48 nonce')
  const single = {
    domain: permit2,
    types: {
      PermitSingle: fields('PermitDetails details,address spender,uint256 sigDeadline'),
      PermitDetails: details,
    },
    primaryType: 'PermitSingle',
    message: {
      details: { token, amount: String(2n ** 160n - 1n), expiration: 1_800_000_000, nonce: 0 },
      spender,
      sigDeadline: 1,
    },
  }

  test('Permit2 allowances, one and several', () => {
    expect(purposeOf(parse(single))).toMatchObject({
      kind: 'permit',
      standard: 'permit2',
      allowances: [{ token, unlimited: true, expiresAt: 1_800_000_000n }],
    })
    const batch = {
      ...single,
      types: {
        PermitBatch: fields('PermitDetails[] details,address spender,uint256 sigDeadline'),
        PermitDetails: details,
      },
      primaryType: 'PermitBatch',
      message: {
        ...single.message,
        details: [single.message.details, { ...single.message.details, amount: '1' }],
      },
    }
    expect(purposeOf(parse(batch))).toMatchObject({ allowances: [{ unlimited: true }, { unlimited: false }] })
    const amount = String(2n ** 159n)
    const half = { ...single, message: { ...single.message, details: { ...single.message.details, amount } } }
    expect(purposeOf(parse(half))).toMatchObject({ allowances: [{ unlimited: true }] })
  })

  test('Permit2 transfers, also with a witness', () => {
    const base = 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline'
    const make = (primaryType: string, type: string, extra: object) => ({
      domain: permit2,
      types: {
        [primaryType]: fields(type),
        TokenPermissions: fields('address token,uint256 amount'),
      },
      primaryType,
      message: { permitted: { token, amount: '5' }, spender, nonce: 0, deadline: 9, ...extra },
    })
    const plain = make('PermitTransferFrom', base, {})
    const witness = make('PermitWitnessTransferFrom', `${base},bytes32 witness`, {
      witness: `0x${'00'.repeat(32)}`,
    })
    for (const document of [plain, witness])
      expect(purposeOf(parse(document))).toMatchObject({
        kind: 'transfer',
        allowances: [{ amount: 5n, expiresAt: 9n }],
      })
    expect(purposeOf(parse(plain))).not.toHaveProperty('witness')
    expect(purposeOf(parse(witness))).toHaveProperty('witness', true)
  })

  test.each([
    'address token,uint48 expiration,uint160 amount,uint48 nonce',
    'address token,uint256 amount,uint48 expiration,uint48 nonce',
    'address token,string amount,uint48 expiration,uint48 nonce',
  ])('a struct whose own structs differ is not taken for a permit: %s', (members) => {
    const differs = { ...single, types: { ...single.types, PermitDetails: fields(members) } }
    expect(purposeOf(parse(differs)).kind).toBe('unknown')
  })

  test('the same structs on another contract are unknown', () => {
    const elsewhere = { ...single, domain: { ...permit2, verifyingContract: token } }
    expect(purposeOf(parse(elsewhere)).kind).toBe('unknown')
  })
})
