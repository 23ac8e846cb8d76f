import fc from 'fast-check'
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import { describe, expect, it } from 'vitest'
import { asConnectorError, isUnknownChain, switchFailed, userRejected } from './connectorErrors.ts'

const cause = Object.assign(new Error('why'), { code: -32002 })

it.each([
  [userRejected(cause), new UserRejectedRequestError(cause)],
  [switchFailed(cause), new SwitchChainError(cause)],
  [asConnectorError(cause), new ResourceUnavailableRpcError(cause)],
])('%s reads as viem’s own', (ours, theirs) => {
  const { name, code, details } = theirs
  expect(ours).toBeInstanceOf(Error)
  expect(ours).toMatchObject({ name, code, details, cause })
})

/** Anything, and often something with the members that an error has. */
const thrown = fc.oneof(
  fc.anything(),
  fc.record({
    code: fc.oneof(fc.constantFrom(4902, Symbol(), 1n, null)),
    data: fc.anything(),
    message: fc.anything(),
  }),
)

describe('asConnectorError', () => {
  it('leaves what has no name in wagmi as it is', () => {
    fc.assert(
      fc.property(thrown, (each) => {
        const code = typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined
        fc.pre(!['4001', '-32002'].includes(String(code)))
        expect(asConnectorError(each)).toBe(each)
      }),
    )
  })
})

describe('isUnknownChain', () => {
  it('never throws, whatever was thrown', () => {
    fc.assert(fc.property(thrown, (each) => void expect(typeof isUnknownChain(each)).toBe('boolean')))
  })
  it.each([null, undefined, 4902, '4902', {}, { data: null }, { code: 4901 }, { message: 4902 }])(
    'is not seen in %j',
    (thrown) => expect(isUnknownChain(thrown)).toBe(false),
  )
})
