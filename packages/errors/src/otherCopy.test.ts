import { expect, it } from 'vitest'
import * as own from './errors.ts'

// As in an app that has two versions of Latchkey in its tree: the same code, other classes.
const path = './errors.ts?other-copy'
const other: typeof own = await import(path)

const definition = { name: 'CodeExpiredError', code: 4103, message: 'This code has expired.' }
const Own = own.defineError(definition)
const Other = other.defineError({ ...definition, rpcCode: 4001 })

it('the second copy shares no class with the first', () => {
  expect(other.BaseError).not.toBe(own.BaseError)
})

it('an error of another copy is known by what it is, with its code and data', () => {
  const error = new Other({ data: { expiredAt: 1 } })
  expect(error instanceof own.BaseError).toBe(true)
  expect(own.hasCode(error, 4103)).toBe(true)
  expect(own.toWire(error)).toEqual({ code: 4103, message: 'This code has expired.', data: { expiredAt: 1 } })
})

it('a class of one error takes that code alone', () => {
  const Sooner = own.defineError({ name: 'TooSoonError', code: 4104, message: 'Wait a moment.' })
  expect(new Other() instanceof Own).toBe(true)
  expect(new Other() instanceof Sooner).toBe(false)
  expect(new Own() instanceof Sooner).toBe(false)
})

it.each([
  [undefined],
  [null],
  [{ rpcCode: 4001, code: 4103, shortMessage: 'secret' }],
  [Object.assign(new Error('secret'), { code: 4103, shortMessage: 'secret' })],
])('what is no error of ours stays foreign, whatever it carries: %s', (foreign) => {
  expect(foreign instanceof own.BaseError).toBe(false)
  expect(own.toWire(foreign).message).toBe('An error occurred')
})
