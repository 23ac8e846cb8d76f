import type { LogEntry } from '@latchkey/std/logLevel'
import { randomId } from '@latchkey/std/randomId'
import { isHeard, type Telling, tell } from '../log/tell.ts'
import { attemptStateOf, codeOf } from './attemptState.ts'

/**
 * Tells of a request of the page, and of what came of it: `safe` asks nobody, `approved` and `declined` are the person's
 * answer, `refused` is what ended with an error. The answer itself is not looked at.
 */
export function tellRequest(
  config: Telling,
  { method, asks }: { method: string; asks: boolean },
  answer: Promise<unknown>,
): void {
  if (!isHeard(config, 'error')) return
  const id = randomId()
  const began = performance.now()
  tell(config, 'info', { kind: 'request', name: method, id })
  const end = (outcome: LogEntry['outcome'], code?: number) => {
    const level = outcome === 'refused' ? 'error' : outcome === 'declined' ? 'warn' : 'info'
    const ms = performance.now() - began
    tell(config, level, { kind: 'decision', name: method, id, ms, code, outcome })
  }
  answer.then(
    () => end(asks ? 'approved' : 'safe'),
    (error: unknown) => end(attemptStateOf(error) === 'declined' ? 'declined' : 'refused', codeOf(error)),
  )
}
