import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caipAddressOf, parseCaipAddress, parseCaipNetworkId } from './parseCaip.ts'

describe('parseCaipAddress', () => {
  it('R3-17 R5-41 takes three parts with a known namespace', () => {
    expect(parseCaipAddress('eip155:1:0xab')).toEqual({
      namespace: 'eip155',
      reference: '1',
      address: '0xab',
    })
    expect(parseCaipAddress('solana:5eykt:abc').namespace).toBe('solana')
  })
  it.each([
    '',
    'eip155',
    'eip155:1',
    'eip155:1:',
    ':1:0xab',
    'eip155::0xab',
    'eip155:1:0xab:',
    'eip155:1:0xab:x',
  ])('R5-41 R8-23 refuses %j', (text) => expect(() => parseCaipAddress(text)).toThrow('Invalid CAIP Address'))
  it.each(['cosmos:1:x', 'EIP155:1:x', 'constructor:1:x', '__proto__:1:x'])(
    'R5-42 refuses the namespace of %s',
    (text) => expect(() => parseCaipAddress(text)).toThrow('Invalid CAIP Address'),
  )
  it('R5-41 gives back what was joined, and never throws anything else', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[-a-zA-Z0-9]{1,32}$/),
        fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/),
        (reference, address) => {
          expect(parseCaipAddress(caipAddressOf(`eip155:${reference}`, address))).toEqual({
            namespace: 'eip155',
            reference,
            address,
          })
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseCaipAddress(text)
        } catch (error) {
          expect(error).toMatchObject({ code: 5001 })
        }
      }),
    )
  })
})

describe('parseCaipNetworkId', () => {
  it('R5-43 takes exactly two parts', () =>
    expect(parseCaipNetworkId('eip155:8453')).toEqual({ namespace: 'eip155', reference: '8453' }))
  it.each(['', 'eip155', 'eip155:', ':1', 'eip155:1:2', 'unknown:1'])('R5-43 refuses %j', (text) =>
    expect(() => parseCaipNetworkId(text)).toThrow('Invalid CAIP-2 network id'),
  )
})
