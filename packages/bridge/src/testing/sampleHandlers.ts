import type { CallContext, Handlers } from '../createServer.ts'
import { type SampleContract, SampleError } from './sampleContract.ts'

/** Text that no reply may hold. */
export const SECRET = 'secret-of-the-callee'

/** Handlers whose calls a test can watch: `hanging` and `approvals` hold the contexts of calls that wait. */
export function createSampleHandlers() {
  const hanging: CallContext[] = []
  const approvals: {
    context: CallContext
    sign: (signature: string) => void
    decline: (error: Error) => void
  }[] = []
  const frozen: boolean[] = []
  const foreignErrors: unknown[] = []

  const handlers: Handlers<SampleContract> = {
    add: ({ a, b }) => ({ sum: a + b }),
    echo: async (params) => {
      frozen.push(Object.isFrozen(params) && Object.isFrozen(params.value))
      return { value: params.value }
    },
    fail: ({ how }) => {
      if (how === 'typed') throw new SampleError({ details: SECRET, data: { retryAfter: 3 } })
      if (how === 'foreign') throw new Error(SECRET)
      return { ok: SECRET } as unknown as { ok: boolean }
    },
    hang: (_params, context) => {
      hanging.push(context)
      return new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason))
      })
    },
    approve: (_params, context) =>
      new Promise((resolve, reject) => {
        approvals.push({ context, sign: (signature) => resolve({ signature }), decline: reject })
      }),
  }
  return {
    handlers,
    hanging,
    approvals,
    frozen,
    foreignErrors,
    onError: (error: unknown) => foreignErrors.push(error),
  }
}
