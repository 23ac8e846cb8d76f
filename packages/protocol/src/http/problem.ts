import * as z from 'zod/mini'

/** Body of every answer that is not 2xx. */
export const problem = z.strictObject({
  error: z.strictObject({
    code: z.int(),
    message: z.string().check(z.maxLength(500)),
    data: z.optional(
      z.record(z.string().check(z.maxLength(64)), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    ),
  }),
})
export type Problem = z.output<typeof problem>
