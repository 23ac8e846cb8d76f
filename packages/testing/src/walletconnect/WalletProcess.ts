import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Something that the wallet saw. */
export type WalletEvent = { event: string; data: Record<string, unknown> }

export type WalletProcess = {
  readonly pid: number
  /** Everything that the wallet reported so far. */
  readonly events: readonly WalletEvent[]
  /**
   * Asks the process to do something.
   *
   * @param timeout ms
   * @throws Error with the wallet's reason, when it has ended, or when it does not answer in time
   */
  call: (command: string, params: unknown, timeout: number) => Promise<unknown>
  /** Resolves with the first event of that name that `from` and later ones hold. */
  waitFor: (event: string, timeout: number, from: number) => Promise<WalletEvent>
  /** SIGKILL. */
  kill: () => Promise<void>
}

const TAIL = 2_000

type Watch = { look: () => void; fail: (error: Error) => void }

function spawnWallet() {
  const child = fork(fileURLToPath(new URL('./walletProcess.mjs', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The parent may run under a loader or an inspector that the wallet must not have.
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', DISABLE_GLOBAL_CORE: 'true' },
  })
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-TAIL)
  })
  return { child, tail: () => tail.trim() }
}

/** A promise with a time-out that is also looked at on each message and fails when the process ends. */
function createWaits(child: ChildProcess, tail: () => string) {
  const watches = new Set<Watch>()
  let ended: string | undefined
  child.once('exit', (code, signal) => {
    ended = `The wallet process ended ${signal ? `by ${signal}` : `with code ${code}`}.`
    for (const { fail } of [...watches]) fail(new Error(`${ended}\n${tail()}`.trim()))
  })
  child.on('error', () => undefined)
  const wait = <T>(what: string, timeout: number, read: () => { value: T } | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const watch: Watch = {
        look() {
          const found = read()
          if (found) finish(() => resolve(found.value))
        },
        fail: (error) => finish(() => reject(error)),
      }
      const timer = setTimeout(
        () => watch.fail(new Error(`${what} did not happen within ${timeout} ms.\n${tail()}`.trim())),
        timeout,
      )
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        watches.delete(watch)
        settle()
      }
      watches.add(watch)
      if (ended) watch.fail(new Error(`${ended}\n${tail()}`.trim()))
      else watch.look()
    })
  return { wait, lookAgain: () => [...watches].forEach(({ look }) => void look()) }
}

/** Starts the wallet's process. It ends with this one. */
export function startWalletProcess(): WalletProcess {
  const { child, tail } = spawnWallet()
  const { wait, lookAgain } = createWaits(child, tail)
  const events: WalletEvent[] = []
  const answers = new Map<number, { result?: unknown; error?: string }>()
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.removeListener('exit', endWithUs))
  child.on('message', (message: { id: number; result?: unknown; error?: string } | WalletEvent) => {
    if ('event' in message) events.push(message)
    else answers.set(message.id, message)
    lookAgain()
  })
  let next = 1
  return {
    pid: child.pid ?? 0,
    events,
    async call(command, params, timeout) {
      const id = next++
      // What cannot be sent any more is reported by the end of the process.
      if (child.connected) child.send({ id, command, params }, () => undefined)
      const answer = await wait(`"${command}" of the wallet`, timeout, () => {
        const value = answers.get(id)
        answers.delete(id)
        return value && { value }
      })
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer.result
    },
    waitFor: (event, timeout, from) =>
      wait(`"${event}" of the wallet`, timeout, () => {
        const value = events.slice(from).find((candidate) => candidate.event === event)
        return value && { value }
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}
