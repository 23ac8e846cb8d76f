import { BaseError } from '@latchkey/errors'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ConnectionDeclinedError,
  InvalidRequestError,
  NetworkNotAddableError,
  NotConnectedError,
  TooManyReadsError,
} from './connectionErrors.ts'
import { toProviderError } from './toProviderError.ts'

describe('toProviderError', () => {
  it.each([
    ['R8-69', 2004, 4001],
    ['R8-70', 2003, 4100],
    ['R8-71', 2005, 4200],
    ['R8-73', 2015, 4901],
    ['R8-54', 2014, 4902],
    ['R8-60', 2018, -32602],
    ['R8-61', 9999, -32603],
    ['R8-62', 2010, -32000],
    ['R8-64', 2006, -32002],
    ['R8-65', 2017, -32003],
    ['R8-67', 2008, -32005],
    ['R8-75', 2027, 5700],
    ['R8-76', 2028, 5710],
    ['R8-77', 2029, 5720],
    ['R8-78', 2030, 5730],
    ['R8-79', 2031, 5740],
    ['R8-80', 2032, 5750],
    ['R8-81', 2033, 5760],
    ['R8-63', 2040, -32001],
    ['R8-65', 2034, -32003],
    ['R8-65', 2036, -32003],
    ['R8-65', 2037, -32003],
    ['R8-65', 2038, -32003],
    ['R8-67', 2039, -32005],
    ['R8-73', 2035, 4901],
    ['R8-71', 4402, 4200],
  ])('%s turns the code %i, which came over a wire, into %i', (_id, ours, theirs) => {
    const error = toProviderError(new BaseError(ours, 'A sentence.'))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code: theirs, message: 'A sentence.', data: { latchkeyCode: ours } })
  })
  it.each([
    ['R8-69', ConnectionDeclinedError, 4001],
    ['R8-70', NotConnectedError, 4100],
    ['R8-58', InvalidRequestError, -32600],
    ['R8-74', NetworkNotAddableError, 4902],
    ['R8-67', TooManyReadsError, -32005],
  ])('%s an error of the page says its own code: %o', (_id, Own, theirs) => {
    expect(toProviderError(new Own())).toMatchObject({ code: theirs, data: { latchkeyCode: Own.code } })
  })
  it.each([-32700, -32601, -32001, -32004, 3])(
    'R8-57 R8-59 R8-63 R8-66 keeps a node’s own code %i',
    (rpcCode) =>
      expect(toProviderError(new BaseError(2017, 'Refused', { data: { rpcCode } })).code).toBe(rpcCode),
  )
  it('R8-88 what a node said is the error’s own, and stands where libraries look for it', () => {
    const data = { rpcCode: 3, rpcMessage: 'execution reverted: no', rpcData: '0x08c379a0', reason: 'x' }
    expect(toProviderError(new BaseError(2017, 'Refused', { data }))).toMatchObject({
      code: 3,
      message: 'execution reverted: no',
      data: {
        code: 3,
        message: 'execution reverted: no',
        data: '0x08c379a0',
        reason: 'x',
        latchkeyCode: 2017,
      },
    })
  })
  it('keeps what tells which operation is in doubt', () => {
    const userOpHash = `0x${'ab'.repeat(32)}`
    expect(toProviderError(new BaseError(2038, 'Unknown', { data: { userOpHash } })).data).toEqual({
      userOpHash,
      latchkeyCode: 2038,
    })
  })
  it('passes on what is a provider error already', () => {
    const error = Object.assign(new Error('x'), { code: 4001 })
    expect(toProviderError(error)).toBe(error)
  })
  it('R8-30 R8-61 anything else is an internal error that tells nothing', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        const error = toProviderError(thrown)
        expect(error).toBeInstanceOf(Error)
        expect(error).toMatchObject({ code: -32603, message: 'Something went wrong' })
      }),
    )
  })
})
