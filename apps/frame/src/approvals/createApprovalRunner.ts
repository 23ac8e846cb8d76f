import { BaseError } from '@latchkey/errors'
import { ApprovalQueueFullError, RejectionCooldownError, UserRejectedError } from '@latchkey/protocol/frame'
import { canonicalText } from '@latchkey/std/canonicalText'
import { keccak256 } from 'viem'
import type {
  Approval,
  ApprovalPhase,
  ApprovalView,
  Detour,
  Edit,
  FollowSent,
  Notice,
  Prepared,
  ShownApproval,
} from './ApprovalView.ts'
import { createReceipts, type Receipts, type ReceiptTimes } from './createReceipts.ts'
import { failureOf, isRepeatable } from './phrases.ts'
import { type Effect, emptyQueue, type QueueEvent, type QueueState, stepQueue } from './queue.ts'

type RunnerOptions = {
  now(): number
  /** Shows the visible request, or nothing. */
  show(content: ShownApproval | null): void
  /** How long receipts stay; left out: there are none. */
  receipts?: ReceiptTimes
  /** A receipt says how something ended. */
  onTold?(): void
}

export type ApprovalRunner = {
  /** Settles as `Approvals.request` does, at once: the receipt is shown while the site goes on. */
  run(approval: Approval, signal: AbortSignal, follow?: FollowSent): Promise<unknown>
  /** Shows what the person asked for, unless something is shown already. Resolves once it is over, whatever came of it. */
  runOwn(approval: Approval, signal: AbortSignal): Promise<void>
  /** ms since the epoch until which the site's requests are refused; in the past: they are not. */
  pausedUntil(): number
  /** The person ends the pause. */
  liftPause(): void
}

type Job = {
  id: string
  approval: Approval
  prepared: Prepared | null
  /** What the payload said when it was shown, and its name; null: it cannot be approved. */
  text: string | null
  hash: string | null
  revision: number
  phase: ApprovalPhase
  failure: Notice | null
  /** Ends what runs for this job once it is gone. */
  abort: AbortController
  /** Asked for by the person, not by a site: no site gets its result. */
  own: boolean
  follow: FollowSent | undefined
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Runner = {
  options: RunnerOptions
  jobs: Map<string, Job>
  queue: QueueState
  receipts: Receipts | undefined
}

/** What a site is told while it is paused: in how many seconds it may ask again. */
export function cooldown(until: number, now: number): BaseError {
  const retryAfter = Math.max(0, Math.ceil((until - now) / 1_000))
  return new RejectionCooldownError({ data: { retryAfter } })
}

function refusalOf({ queue, options }: Runner, why: Extract<Effect, { type: 'refuse' }>['why']): BaseError {
  if (why === 'paused') return cooldown(queue.pausedUntil, options.now())
  return why === 'full' ? new ApprovalQueueFullError() : new UserRejectedError()
}

const detourFailure: Notice = {
  title: { key: 'pending.failed' },
  body: { key: 'pending.failed.body' },
}

const nothing = () => undefined

const visibleJob = ({ jobs, queue }: Runner) => jobs.get(queue.entries[0]?.id ?? '')

/** Whether two views show the same. */
const looksTheSame = (a: ApprovalView, b: ApprovalView) => canonicalText(a) === canonicalText(b)

function render(runner: Runner): void {
  const job = visibleJob(runner)
  if (!job) {
    runner.options.show(runner.receipts?.current() ?? null)
    return
  }
  runner.receipts?.drop()
  runner.options.show({
    id: job.id,
    hash: job.hash,
    revision: job.revision,
    view: job.prepared?.view ?? job.approval.view,
    phase: job.phase,
    failure: job.failure,
    own: job.own,
    waiting: runner.queue.entries.length - 1,
    onApprove: (hash) => void approve(runner, job, hash),
    onReject: () => close(runner, job),
    onRetry: () => retry(runner, job),
    onEdit: (change) => void edit(runner, job, change),
    onDetour: (way) => detour(runner, job, way),
  })
}

function dispatch(runner: Runner, event: QueueEvent): void {
  const step = stepQueue(runner.queue, event)
  runner.queue = step.state
  for (const effect of step.effects) carryOut(runner, effect)
  // To draw takes longer than to sign, and what signs would wait for it.
  if (event.type !== 'approve') render(runner)
}

function carryOut(runner: Runner, effect: Effect): void {
  const job = runner.jobs.get(effect.id)
  if (!job) return
  if (effect.type === 'show') void prepare(runner, job)
  else if (effect.type === 'sign') void sign(runner, job, effect.hash)
  else finish(runner, job, () => job.reject(refusalOf(runner, effect.why)))
}

function finish({ jobs }: Runner, job: Job, settle: () => void): void {
  jobs.delete(job.id)
  job.abort.abort()
  settle()
}

async function prepare(runner: Runner, job: Job): Promise<void> {
  job.phase = 'preparing'
  job.hash = null
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
  job.text = prepared.view.stop || prepared.payload === null ? null : canonicalText(prepared.payload)
  job.hash = job.text === null ? null : hashText(job.text)
  job.revision += 1
  job.phase = 'ready'
  if (job.hash !== null) dispatch(runner, { type: 'prepared', id: job.id, hash: job.hash })
  else render(runner)
}

/** Looks once more at what may have changed since it was shown; true when it still holds. */
async function stillHolds(
  runner: Runner,
  job: Job,
  prepared: Prepared,
  confirm: NonNullable<Approval['confirm']>,
): Promise<boolean> {
  setBusy(runner, job, 'confirming')
  let current: Prepared
  try {
    current = await confirm(prepared, job.abort.signal)
  } catch (error) {
    // Nobody knows whether it still holds: it is said, and can be approved again.
    if (!runner.jobs.has(job.id)) return false
    job.failure = failureOf(error)
    ready(runner, job, prepared)
    return false
  }
  if (!runner.jobs.has(job.id)) return false
  job.phase = 'ready'
  if (current === prepared || (looksTheSame(prepared.view, current.view) && isSamePayload(job, current)))
    return true
  dispatch(runner, { type: 'changed', id: job.id })
  ready(runner, job, current)
  return false
}

/** Two screens that look the same must not stand for two payloads. */
const isSamePayload = (job: Job, { payload }: Prepared): boolean =>
  (payload === null ? null : canonicalText(payload)) === job.text

/** From here on nothing that was shown can be approved, until something complete is shown again. */
function withdraw(runner: Runner, job: Job): void {
  job.phase = 'preparing'
  job.failure = null
  if (job.hash === null) return
  job.hash = null
  dispatch(runner, { type: 'changed', id: job.id })
}

/** Prepares the request anew with the person's edit. On an error the old one stays, and the screen says so. */
async function edit(runner: Runner, job: Job, change: Edit): Promise<void> {
  const { prepared, phase } = job
  if (!prepared || phase !== 'ready' || visibleJob(runner) !== job) return
  const { signal } = job.abort
  try {
    const next = job.approval.edit?.(prepared, change, signal)
    if (next === undefined) return
    withdraw(runner, job)
    if (!(next instanceof Promise)) return ready(runner, job, next)
    render(runner)
    ready(runner, job, await next)
  } catch (error) {
    job.failure = failureOf(error)
    ready(runner, job, prepared)
  }
}

/** Puts a request of the person's own before the visible one. */
function detour(runner: Runner, job: Job, way: Detour): void {
  if (job.own || job.phase !== 'ready' || visibleJob(runner) !== job) return
  const approval = job.approval.detour?.(way)
  if (!approval) return
  job.prepared = null
  job.hash = null
  job.phase = 'preparing'
  job.failure = null
  const id = `${job.id}/${way}/${job.revision}`
  const reject = (error: unknown) => {
    // Closing it is no failure; what went wrong is told on the request that comes back.
    if (!(error instanceof UserRejectedError)) job.failure = detourFailure
  }
  putFirst(runner, id, approval, job.abort.signal, nothing, reject)
}

/** Shows a request of the person's own, until it is done or what it belongs to is taken away. */
function putFirst(
  runner: Runner,
  id: string,
  approval: Approval,
  signal: AbortSignal,
  resolve: Job['resolve'],
  reject: Job['reject'],
): void {
  const own = newJob(id, approval, { own: true, resolve, reject })
  runner.jobs.set(id, own)
  const onAbort = () => dispatch(runner, { type: 'abort', id })
  signal.addEventListener('abort', onAbort, { signal: own.abort.signal })
  dispatch(runner, { type: 'detour', id })
}

async function approve(runner: Runner, job: Job, hash: string): Promise<void> {
  const { prepared } = job
  if (!prepared || job.phase !== 'ready' || visibleJob(runner) !== job) return
  job.failure = null
  const { confirm } = job.approval
  if (!confirm || (await stillHolds(runner, job, prepared, confirm)))
    dispatch(runner, { type: 'approve', id: job.id, hash })
}

/** ms. What is over sooner would only flash. */
const BUSY_SHOWN = 50

/** Nothing can be pressed from here on. It is drawn where it lasts. */
function setBusy(runner: Runner, job: Job, phase: ApprovalPhase): void {
  job.phase = phase
  setTimeout(() => {
    if (job.phase === phase && visibleJob(runner) === job) render(runner)
  }, BUSY_SHOWN)
}

async function sign(runner: Runner, job: Job, hash: string): Promise<void> {
  const payload = job.prepared?.payload
  setBusy(runner, job, 'signing')
  let signed = false
  const onSigned = () => {
    signed = true
    setBusy(runner, job, 'sending')
  }
  try {
    // Belt and braces: the object is frozen, and it must still be the one that was approved.
    if (job.hash !== hash || canonicalText(payload) !== job.text) throw new UserRejectedError()
    const result = await job.approval.sign(payload, onSigned)
    finish(runner, job, () => job.resolve(result))
    runner.receipts?.begin(job, result)
    // The answer is on its way before the screen is drawn anew.
    setTimeout(() => dispatch(runner, { type: 'settled', id: job.id }), 0)
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
  // Closing the person's own request rejects no request of the site.
  if (job.own) dispatch(runner, { type: 'abort', id: job.id })
  else if (refusal) {
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

type Answers = Pick<Job, 'own' | 'resolve' | 'reject'> & { follow?: FollowSent | undefined }

const newJob = (id: string, approval: Approval, answers: Answers): Job => ({
  id,
  approval,
  prepared: null,
  text: null,
  hash: null,
  revision: 0,
  phase: 'preparing',
  failure: null,
  abort: new AbortController(),
  follow: undefined,
  ...answers,
})

function enqueue(
  runner: Runner,
  id: string,
  approval: Approval,
  signal: AbortSignal,
  follow: FollowSent | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UserRejectedError())
    const onAbort = () => dispatch(runner, { type: 'abort', id })
    const settle = (run: () => void) => {
      signal.removeEventListener('abort', onAbort)
      run()
    }
    signal.addEventListener('abort', onAbort)
    const answers: Answers = {
      own: false,
      follow,
      resolve: (result) => settle(() => resolve(result)),
      reject: (error) => settle(() => reject(toBaseError(error))),
    }
    runner.jobs.set(id, newJob(id, approval, answers))
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
  const redraw = () => {
    if (!visibleJob(runner)) render(runner)
  }
  const receipts = options.receipts && createReceipts(options.receipts, redraw, options.onTold)
  const runner: Runner = { options, jobs: new Map(), queue: emptyQueue, receipts }
  let count = 0
  return {
    run: (approval, signal, follow) => enqueue(runner, `request-${++count}`, approval, signal, follow),
    runOwn: (approval, signal) => {
      if (visibleJob(runner)) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => resolve()
        putFirst(runner, `own-${++count}`, approval, signal, done, done)
      })
    },
    pausedUntil: () => runner.queue.pausedUntil,
    liftPause: () => dispatch(runner, { type: 'lift' }),
  }
}

/** Names a payload by its text: what the screen shows and what gets signed must have the same name. */
const hashText = (text: string): string => keccak256(new TextEncoder().encode(text))
