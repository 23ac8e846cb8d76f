import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to the environment
 * @property {boolean} [quiet] collects the output instead of showing it
 * @property {number} [niceness] of the program and all that it starts; 0 to 19, and the higher, the longer it waits for a
 *   processor that others want. Default: as this process
 * @property {AbortSignal} [signal] ends the program and what it started
 * @property {number} [timeout] milliseconds
 */

/** How long what was printed is waited for once a program has ended, ms. */
const PIPES_CLOSE = 3_000

const isWindows = process.platform === 'win32'

/** Ends a program with all that it started, and settles nothing: the exit event does. */
function endGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (isWindows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}

function beNice(child, niceness) {
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness)
  } catch {
    // It has ended already, or this system lets nobody say so: it is as urgent as the others.
  }
}

/**
 * Runs a program to its end. Never rejects: a program that cannot be started has code 127.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(command, args, { cwd, env, niceness, quiet = false, signal, timeout } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // A group of its own: a time-out must also end browsers and workers.
      detached: !isWindows,
    })
    if (niceness !== undefined) beNice(child, niceness)
    let output = ''
    let timedOut = false
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)

    const end = () => {
      endGroup(child, 'SIGTERM')
      setTimeout(() => endGroup(child, 'SIGKILL'), 5_000).unref()
    }
    const late = () => {
      timedOut = true
      end()
    }
    const timer = timeout && setTimeout(late, timeout)
    const onExit = () => endGroup(child, 'SIGKILL')
    process.once('exit', onExit)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()

    const settle = (code, more = '') => {
      clearTimeout(timer)
      process.removeListener('exit', onExit)
      signal?.removeEventListener('abort', end)
      endGroup(child, 'SIGKILL')
      resolve({ code, output: output + more, timedOut })
    }
    child.once('error', (error) => settle(127, error.message))
    child.once('exit', (code) => {
      if (!quiet) settle(code ?? 1)
      // A program in a group of its own may keep the pipes open for as long as it runs.
      else setTimeout(() => settle(code ?? 1), PIPES_CLOSE).unref()
    })
    child.once('close', (code) => settle(code ?? 1))
  })
}

/** npm as this process was started by, or the one on PATH. */
export function npmCommand() {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return [process.execPath, script]
  return [isWindows ? 'npm.cmd' : 'npm']
}

/** A signal that aborts on Ctrl-C, SIGTERM and SIGHUP, and never twice. */
export function abortOnSignals() {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(name, () => controller.abort(new Error(name)))
  return controller.signal
}
