import { BaseError } from '@latchkey/errors'
import { ApprovalQueueFullError, RejectionCooldownError, UserRejectedError } from '@latchkey/protocol/frame'
import type { Approval, Prepared } from './Approval.ts'
import type { ApprovalPhase, ApprovalScreenContent } from './ApprovalScreenProps.ts'
import type { ApprovalView, Notice } from './ApprovalView.ts'
import { failureOf, isRepeatable } from './failureOf.ts'
import { hashPayload } from './hashPayload.ts'
import { type Effect, emptyQueue, type QueueEvent, type QueueState, stepQueue } from './queue.ts'

/** What the screen needs of a request; who asks is added where it is shown. */
export type ShownApproval = Omit<ApprovalScreenContent, 'site' | 'appName'>

export type RunnerOptions = {
  now(): number
  /** Shows the visible request, or nothing. */
  show(content: ShownApproval | null): void
}

export type ApprovalRunner = {
  /** Settles as `Approvals.request` does. */
  run(approval: Approval, signal: AbortSignal): Promise<unknown>
}

type Job = {
  id: string
  approval: Approval
  prepared: Prepared | null
  hash: string | null
  revision: number
  phase: ApprovalPhase
  failure: Notice | null
  /** Ends what runs for this job once it is gone. */
  abort: AbortController
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Runner = { options: RunnerOptions; jobs: Map<string, Job>; queue: QueueState }

const refusals = {
  full: () => new ApprovalQueueFullError(),
  paused: () => new RejectionCooldownError(),
  rejected: () => new UserRejectedError(),
  aborted: () => new UserRejectedError(),
}

const visibleJob = ({ jobs, queue }: Runner) => jobs.get(queue.entries[0]?.id ?? '')

/** Whether what was shown and what is known now come to the same. */
const looksTheSame = (a: ApprovalView, b: ApprovalView) => hashPayload(a) === hashPayload(b)

function render(runner: Runner): void {
  const job = visibleJob(runner)
  if (!job) {
    runner.options.show(null)
    return
  }
  runner.options.show({
    id: job.id,
    hash: job.hash,
    revision: job.revision,
    view: job.prepared?.view ?? job.approval.view,
    phase: job.phase,
    failure: job.failure,
    waiting: runner.queue.entries.length - 1,
    onApprove: (hash) => void approve(runner, job, hash),
    onReject: () => close(runner, job),
    onRetry: () => retry(runner, job),
  })
}

function dispatch(runner: Runner, event: QueueEvent): void {
  const step = stepQueue(runner.queue, event)
  runner.queue = step.state
  for (const effect of step.effects) carryOut(runner, effect)
  render(runner)
}

function carryOut(runner: Runner, effect: Effect): void {
  const job = runner.jobs.get(effect.id)
  if (!job) return
  if (effect.type === 'show') void prepare(runner, job)
  else if (effect.type === 'sign') void sign(runner, job, effect.hash)
  else finish(runner, job, () => job.reject(refusals[effect.why]()))
}

function finish({ jobs }: Runner, job: Job, settle: () => void): void {
  jobs.delete(job.id)
  job.abort.abort()
  settle()
}

async function prepare(runner: Runner, job: Job): Promise<void> {
  job.phase = 'preparing'
  try {
    ready(runner, job, await job.approval.prepare(job.abort.signal))
  } catch (error) {
    if (!runner.jobs.has(job.id)) return
    finish(runner, job, () => job.reject(error))
    dispatch(runner, { type: 'abort', id: job.id })
  }
}

/** Puts a complete payload on the screen. It can be approved unless its view says otherwise. */
function ready(runner: Runner, job: Job, prepared: Prepared): void {
  if (!runner.jobs.has(job.id)) return
  job.prepared = prepared
  job.hash = prepared.view.stop ? null : hashPayload(prepared.payload)
  job.revision += 1
  job.phase = 'ready'
  if (job.hash !== null) dispatch(runner, { type: 'prepared', id: job.id, hash: job.hash })
  else render(runner)
}

/** Looks once more at what may have changed since it was shown; true when it still holds. */
async function stillHolds(runner: Runner, job: Job, prepared: Prepared): Promise<boolean> {
  if (!job.approval.confirm) return true
  job.phase = 'confirming'
  render(runner)
  const current = await job.approval.confirm(prepared, job.abort.signal).catch(() => prepared)
  if (!runner.jobs.has(job.id)) return false
  job.phase = 'ready'
  if (looksTheSame(prepared.view, current.view)) return true
  dispatch(runner, { type: 'changed', id: job.id })
  ready(runner, job, current)
  return false
}

async function approve(runner: Runner, job: Job, hash: string): Promise<void> {
  const { prepared } = job
  if (!prepared || job.phase !== 'ready' || visibleJob(runner) !== job) return
  job.failure = null
  if (await stillHolds(runner, job, prepared)) dispatch(runner, { type: 'approve', id: job.id, hash })
}

async function sign(runner: Runner, job: Job, hash: string): Promise<void> {
  const payload = job.prepared?.payload
  job.phase = 'signing'
  let signed = false
  const onSigned = () => {
    signed = true
    job.phase = 'sending'
    render(runner)
  }
  try {
    // Belt and braces: the object is frozen, and it must still be the one that was approved.
    if (hashPayload(payload) !== hash) throw new UserRejectedError()
    const result = await job.approval.sign(payload, onSigned)
    finish(runner, job, () => job.resolve(result))
    dispatch(runner, { type: 'settled', id: job.id })
  } catch (error) {
    failed(runner, job, error, signed)
  }
}

/** Before there is a signature the person can try again; afterwards the error goes to the host. */
function failed(runner: Runner, job: Job, error: unknown, signed: boolean): void {
  if (!signed && isRepeatable(error)) {
    job.phase = 'ready'
    job.failure = failureOf(error)
    job.revision += 1
    dispatch(runner, { type: 'failed', id: job.id })
    return
  }
  finish(runner, job, () => job.reject(error))
  dispatch(runner, { type: 'settled', id: job.id })
}

function close(runner: Runner, job: Job): void {
  const refusal = job.prepared?.view.stop ? job.prepared.refusal : undefined
  if (refusal) {
    // The person did not decline: it could not be done.
    finish(runner, job, () => job.reject(refusal))
    dispatch(runner, { type: 'abort', id: job.id })
  } else dispatch(runner, { type: 'reject', id: job.id, now: runner.options.now() })
}

function retry(runner: Runner, job: Job): void {
  if (!job.prepared?.view.stop?.retry || job.phase !== 'ready') return
  job.prepared = null
  void prepare(runner, job)
  render(runner)
}

function enqueue(runner: Runner, id: string, approval: Approval, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UserRejectedError())
    const onAbort = () => dispatch(runner, { type: 'abort', id })
    const settle = (run: () => void) => {
      signal.removeEventListener('abort', onAbort)
      run()
    }
    signal.addEventListener('abort', onAbort)
    runner.jobs.set(id, {
      id,
      approval,
      prepared: null,
      hash: null,
      revision: 0,
      phase: 'preparing',
      failure: null,
      abort: new AbortController(),
      resolve: (result) => settle(() => resolve(result)),
      reject: (error) => settle(() => reject(toBaseError(error))),
    })
    dispatch(runner, { type: 'request', id, now: runner.options.now() })
  })
}

const toBaseError = (error: unknown) =>
  error instanceof BaseError ? error : new UserRejectedError({ cause: error })

/**
 * Runs approvals: one on the screen, the others behind it. The queue's state machine decides what may be signed; this
 * carries out its effects. What is signed is the very object that was shown, checked against its hash once more.
 */
export function createApprovalRunner(options: RunnerOptions): ApprovalRunner {
  const runner: Runner = { options, jobs: new Map(), queue: emptyQueue }
  let count = 0
  return { run: (approval, signal) => enqueue(runner, `request-${++count}`, approval, signal) }
}
