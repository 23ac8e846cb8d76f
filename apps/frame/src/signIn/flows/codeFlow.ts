import { BaseError } from '@latchkey/errors'
import { NoPendingCodeError } from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import { type Challenge, RoundTripError } from '@latchkey/protocol/keys'
import { createStore } from 'zustand/vanilla'
import type { CodeFlow, CodeProblem, CodePurpose, CodeState } from '../../context/Frame.ts'

export type CodeFlowOptions = {
  challenge: Challenge
  /** Default: `signIn`. */
  purpose?: CodePurpose
  /** Resolves once the code was taken. */
  submitCode(code: string): Promise<unknown>
  resendCode(): Promise<Challenge>
  onChangeEmail(): void
  now(): number
}

type ProblemKind = Exclude<CodeProblem['kind'], 'wrong' | 'throttled'>
const problems = new Map<number, ProblemKind>([
  [http.CodeLockedError.code, 'locked'],
  [http.TooManyFailuresError.code, 'tooMany'],
  [http.CodeExpiredError.code, 'expired'],
  [http.ChallengeGoneError.code, 'gone'],
  [NoPendingCodeError.code, 'gone'],
  [http.ServiceUnreachableError.code, 'unreachable'],
  [http.RateLimitedError.code, 'unreachable'],
  [http.TooManyCodesError.code, 'tooMany'],
  [http.MailUnavailableError.code, 'mail'],
  [RoundTripError.code, 'discarded'],
])

/** What a browser knows for sure: that there is no network at all. */
const isOffline = () => globalThis.navigator?.onLine === false

/**
 * What an error of submitting or resending means to the person.
 *
 * @param now ms since the epoch
 * @param offline default: what the browser says
 */
export function codeProblemOf(error: unknown, now = 0, offline = isOffline()): CodeProblem {
  if (!(error instanceof BaseError)) return { kind: 'failed' }
  if (error.code === http.WrongCodeError.code) {
    const left = error.data?.triesLeft
    return { kind: 'wrong', left: typeof left === 'number' ? left : null }
  }
  const wait = retryAfterOf(error)
  if (error.code === http.RateLimitedError.code && wait !== undefined)
    return { kind: 'throttled', until: now + wait * 1_000 }
  const kind = problems.get(error.code) ?? 'failed'
  return { kind: kind === 'unreachable' && offline ? 'offline' : kind }
}

/** The code can be tried again as it is; for the others a new code is needed. */
export const keepsCode = ({ kind }: CodeProblem): boolean =>
  kind === 'unreachable' ||
  kind === 'failed' ||
  kind === 'discarded' ||
  kind === 'throttled' ||
  kind === 'offline'

/** Seconds that an error asks to wait, if it does. */
function retryAfterOf(error: unknown): number | undefined {
  const seconds = error instanceof BaseError ? error.data?.retryAfter : undefined
  return typeof seconds === 'number' ? seconds : undefined
}

/**
 * Runs the code screen. What the person typed survives every failure of the service.
 *
 * @example
 * const flow = createCodeFlow({ challenge, submitCode, resendCode, onChangeEmail, now: Date.now })
 * flow.type('123456'); await flow.submit()
 */
export function createCodeFlow(options: CodeFlowOptions): CodeFlow {
  const store = createStore<CodeState>(() => ({
    challenge: options.challenge,
    code: '',
    phase: 'entry',
    problem: null,
    resent: false,
  }))
  const fail = (error: unknown) =>
    store.setState({ phase: 'entry', problem: codeProblemOf(error, options.now()) })

  return {
    purpose: options.purpose ?? 'signIn',
    store,
    now: options.now,
    type(code) {
      const { phase, problem } = store.getState()
      if (phase === 'checking' || phase === 'accepted') return
      // A wrong code's message goes with the first key; a lasting problem stays until it is solved.
      store.setState({ code, problem: problem?.kind === 'wrong' ? null : problem })
    },
    async submit() {
      const { code, phase, challenge } = store.getState()
      if (phase !== 'entry' || code.length !== challenge.codeLength) return
      store.setState({ phase: 'checking', problem: null, resent: false })
      try {
        await options.submitCode(code)
        store.setState({ phase: 'accepted' })
      } catch (error) {
        fail(error)
      }
    },
    async resend() {
      const { phase, challenge } = store.getState()
      if (phase !== 'entry' || options.now() < challenge.resendAt) return
      store.setState({ phase: 'resending', problem: null, resent: false })
      try {
        const next = await options.resendCode()
        store.setState({ challenge: next, code: '', phase: 'entry', problem: null, resent: true })
      } catch (error) {
        const wait = retryAfterOf(error)
        if (wait === undefined) return fail(error)
        const resendAt = options.now() + wait * 1_000
        const tooSoon = error instanceof BaseError && error.code === http.TooSoonError.code
        store.setState({
          phase: 'entry',
          challenge: { ...challenge, resendAt },
          problem: tooSoon ? null : codeProblemOf(error, options.now()),
        })
      }
    },
    changeEmail: options.onChangeEmail,
  }
}
