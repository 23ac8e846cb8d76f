import { defineError } from '@latchkey/errors'
import type { Contract, Method } from '@latchkey/protocol/method'
import * as z from 'zod/mini'

/** Says that something happened, and that nobody knows what came of it. */
export const SampleDoubtError = /* @__PURE__ */ defineError({
  name: 'SampleDoubtError',
  code: 1098,
  message: 'Nobody knows.',
})
export const SampleError = /* @__PURE__ */ defineError({
  name: 'SampleError',
  code: 1099,
  message: 'The sample failed.',
})

function method<Params extends z.ZodMiniType, Result extends z.ZodMiniType>(
  params: Params,
  result: Result,
  rest: Partial<Pick<Method, 'policy' | 'timeout' | 'errorsAfterAbort'>> = {},
) {
  const policy = { access: 'open', ui: 'none' } as const
  return { name: 'sample', params, result, policy, timeout: 10_000, ...rest }
}

const nothing = z.strictObject({})

/** One method for each way a call can go. */
export const sampleContract = {
  methods: {
    add: method(z.strictObject({ a: z.number(), b: z.number() }), z.strictObject({ sum: z.number() })),
    echo: method(z.strictObject({ value: z.unknown() }), z.strictObject({ value: z.unknown() })),
    fail: method(
      z.strictObject({ how: z.enum(['typed', 'foreign', 'badResult']) }),
      z.strictObject({ ok: z.boolean() }),
    ),
    hang: method(nothing, nothing),
    approve: method(nothing, z.strictObject({ signature: z.string() }), {
      policy: { access: 'open', ui: 'approval' },
      timeout: null,
      errorsAfterAbort: [SampleDoubtError],
    }),
  },
  events: { ticked: { name: 'ticked', payload: z.strictObject({ count: z.int() }) } },
} satisfies Contract

export type SampleContract = typeof sampleContract
