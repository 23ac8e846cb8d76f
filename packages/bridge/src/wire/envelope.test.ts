import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readCall, readResult } from './envelope.ts'

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/))
const name = z.string().check(z.minLength(1), z.maxLength(64))
/** What the functions stand for. */
const call = z.strictObject({ t: z.literal('call'), id, method: name, params: z.unknown() })
const result = z.strictObject({ t: z.literal('result'), id, result: z.unknown() })

const someId = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z0-9_-]{22}$/) },
  fc.stringMatching(/^[A-Za-z0-9_-]{21,23}$/),
  fc.stringMatching(/^[A-Za-z0-9_-]{22}\n$/),
  fc.anything(),
)
const someName = fc.oneof(
  { weight: 4, arbitrary: fc.string({ minLength: 1, maxLength: 64 }) },
  fc.string({ maxLength: 70, size: 'max' }),
  fc.anything(),
)
const more = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, fc.dictionary(fc.string(), fc.anything()))

/** Objects that are envelopes or nearly so, each as a port delivers it. */
const nearly = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(fc.record(fields, { requiredKeys: ['t'] }), more).map(([own, others]) => ({ ...others, ...own }))

describe.each([
  [
    'call',
    call,
    readCall,
    nearly({ t: fc.constant('call'), id: someId, method: someName, params: fc.anything() }),
  ],
  ['result', result, readResult, nearly({ t: fc.constant('result'), id: someId, result: fc.anything() })],
] as const)('the envelope of a %s', (_, schema, read, envelopes) => {
  test('is read as its schema says, and nothing else is', () => {
    let accepted = 0
    fc.assert(
      fc.property(envelopes, (data) => {
        const parsed = schema.safeParse(data)
        const given = read(data)
        expect(given !== undefined).toBe(parsed.success)
        if (!parsed.success || !given) return
        accepted += 1
        for (const [key, value] of Object.entries(given))
          expect(value).toBe((data as Record<string, unknown>)[key])
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(50)
  })
})
