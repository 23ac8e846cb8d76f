import { expect, test } from 'vitest'
import { BaseError, defineError, fromWire, hasCode, loading, toWire } from './errors.ts'

const LateError = defineError({
  name: 'LateError',
  code: 4103,
  message: 'Too late.',
  rpcCode: -32002,
  httpStatus: 410,
})

test('R8-55 what nobody has defined leaves as 5000, without its own text', () => {
  for (const thrown of [new Error('secret'), new TypeError('secret'), 'secret', undefined, { code: 4001 }])
    expect(toWire(thrown)).toEqual({ code: 5000, message: 'An error occurred' })
  expect(toWire(new Error('secret'), 'It failed')).toEqual({ code: 5000, message: 'It failed' })
})

test('a defined error leaves with its code, its sentence and its facts, and nothing else', () => {
  const error = new LateError({ details: 'inner', cause: new Error('secret'), data: { retryAfter: 12 } })
  expect(toWire(error)).toEqual({ code: 4103, message: 'Too late.', data: { retryAfter: 12 } })
  expect(toWire(new LateError())).toEqual({ code: 4103, message: 'Too late.' })
  expect(fromWire(toWire(error))).toMatchObject({
    code: 4103,
    shortMessage: 'Too late.',
    data: { retryAfter: 12 },
  })
})

test('a definition says everything about its error once', () => {
  const { code, errorName, rpcCode, httpStatus } = LateError
  expect({ code, errorName, rpcCode, httpStatus }).toEqual({
    code: 4103,
    errorName: 'LateError',
    rpcCode: -32002,
    httpStatus: 410,
  })
  expect(new LateError()).toMatchObject({ name: 'LateError', rpcCode: -32002 })
  expect(fromWire({ code: 4103, message: 'x' }).rpcCode).toBeUndefined()
})

test('a code tells an error of ours, also one that came over a wire; a stranger’s code does not', () => {
  expect(hasCode(new LateError(), 1, 4103)).toBe(true)
  expect(hasCode(fromWire({ code: 4103, message: 'x' }), 4103)).toBe(true)
  expect(hasCode(new LateError(), 4104)).toBe(false)
  expect(hasCode({ code: 4103 }, 4103)).toBe(false)
})

test('the cause of an error is found as deep as sixteen, also in a circle', () => {
  const inner = new LateError()
  const outer = new BaseError(1, 'Outer.', { cause: new Error('between', { cause: inner }) })
  expect(outer.walk((error) => error instanceof LateError)).toBe(inner)
  const circle = new BaseError(1, 'Circle.')
  circle.cause = circle
  expect(circle.walk((error) => error instanceof LateError)).toBeUndefined()
})

test('code that cannot be loaded is told by a stable code, whatever the browser says of it', async () => {
  const cause = new TypeError('Importing a module script failed.')
  await expect(loading(Promise.reject(cause))).rejects.toMatchObject({ code: 5022, cause })
  await expect(loading(Promise.resolve('part'))).resolves.toBe('part')
})
