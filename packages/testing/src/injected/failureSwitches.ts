import type { MockWalletControls } from './MockInjectedWallet.ts'
import { providerRpcError } from './providerRpcError.ts'

type Failure =
  | { kind: 'fail'; once: boolean; error: Error }
  | { kind: 'hang'; waiting: (() => void)[] }
  | { kind: 'answer'; answer: unknown }

export type FailureSwitches = Pick<
  MockWalletControls,
  'rejectNext' | 'hang' | 'release' | 'pending' | 'failWith' | 'answerWith' | 'clear'
> & {
  /** Does to a request what is set for its method; an answer in a box is to be given as it is. */
  apply(method: string): Promise<{ answer: unknown } | undefined>
}

/** What goes wrong, by method. */
export function failureSwitches(): FailureSwitches {
  const failures = new Map<string, Failure>()
  const release = (method: string) => {
    const failure = failures.get(method)
    if (failure?.kind !== 'hang') return
    failures.delete(method)
    for (const goOn of failure.waiting) goOn()
  }
  const put = (method: string, failure: Failure) => {
    release(method)
    failures.set(method, failure)
  }
  const fail = (method: string, error: Error, once = false) => put(method, { kind: 'fail', once, error })
  return {
    release,
    rejectNext: (method) => fail(method, providerRpcError(4001), true),
    pending: (method) => fail(method, providerRpcError(-32002)),
    failWith: (method, { code, ...rest }) => fail(method, providerRpcError(code, rest)),
    hang: (method) => put(method, { kind: 'hang', waiting: [] }),
    answerWith: (method, answer) => put(method, { kind: 'answer', answer }),
    clear(method) {
      for (const name of method === undefined ? [...failures.keys()] : [method]) {
        release(name)
        failures.delete(name)
      }
    },
    async apply(method) {
      const failure = failures.get(method)
      if (failure?.kind === 'answer') return { answer: failure.answer }
      if (failure?.kind === 'hang') await new Promise<void>((goOn) => failure.waiting.push(goOn))
      if (failure?.kind !== 'fail') return undefined
      if (failure.once) failures.delete(method)
      throw failure.error
    },
  }
}
