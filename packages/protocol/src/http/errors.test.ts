import { BaseError } from '@latchkey/errors'
import { expect, test } from 'vitest'
import * as http from './index.ts'

test('the errors of the service have codes of their own, from 4000 to 4999', () => {
  const errors = Object.values(http).flatMap((value) =>
    typeof value === 'function' && 'code' in value ? [value] : [],
  )
  const codes = errors.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(20)
  for (const define of errors) {
    expect(define.code >= 4_000 && define.code < 5_000).toBe(true)
    expect(new define()).toBeInstanceOf(BaseError)
  }
})
