import { spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './freePort.ts'
import { poll } from './poll.ts'
import { type PostgresBinaries, postgresBinaries } from './postgresBinaries.ts'
import { type RunningService, spawnService } from './spawnService.ts'
import { isReachableByAll, type UnixUser, unprivilegedUser } from './unprivilegedUser.ts'

export type PostgresOptions = {
  /** Default: DATABASE_URL, else installed programs, else those of npm. */
  from?: 'any' | PostgresBinaries['source']
  /** Milliseconds until it must answer. Default 120 000. */
  timeout?: number
  signal?: AbortSignal
}

export type Postgres = {
  /** Connection URL of a database that may be written to. */
  readonly url: string
  readonly source: 'DATABASE_URL' | PostgresBinaries['source']
  /** Ends the server and removes its data; does nothing to a server of DATABASE_URL. */
  stop: () => Promise<void>
  /** Sends a signal to the server and to each of its processes: SIGKILL, SIGSTOP, SIGCONT. Linux alone. */
  kill: (signal: NodeJS.Signals) => void
  /** Starts a killed server again, at the same address and with the same data. */
  restart: () => Promise<void>
}

function run(
  command: string,
  args: readonly string[],
  user: UnixUser | undefined,
  cwd: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      ...user,
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    })
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(-2_000)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with code ${code}: ${complaint.trim()}`)),
    )
  })
}

/** StartupMessage of protocol 3.0: a server that still starts answers it with an error, a ready one with "R". */
function startupMessage(): Buffer {
  const body = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

function answers(port: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', signal })
    socket.once('connect', () => socket.write(startupMessage()))
    socket.once('data', (reply) => {
      socket.destroy()
      if (reply.subarray(0, 1).toString() === 'R') resolve()
      else reject(new Error('the server is still starting'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })
}

/** A folder that `user` owns and may reach. */
function dataRoot(user: UnixUser | undefined): string {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-pg-'))
  if (user) {
    chmodSync(root, 0o755)
    chownSync(root, user.uid, user.gid)
  }
  return root
}

/** The programs as they are, or a copy where `user` can reach them. */
function reachable(bin: string, user: UnixUser | undefined, root: string): string {
  if (!user || isReachableByAll(bin)) return bin
  const copy = join(root, 'server')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

type Cluster = { root: string; bin: string; data: string; port: number; user: UnixUser | undefined }

async function initialise(root: string, found: PostgresBinaries): Promise<Cluster> {
  const user = unprivilegedUser()
  const bin = reachable(found.bin, user, root)
  const data = join(root, 'data')
  mkdirSync(data, { mode: 0o700 })
  if (user) chownSync(data, user.uid, user.gid)
  const options = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-locale', '--no-sync']
  await run(join(bin, 'initdb'), options, user, root)
  return { root, bin, data, port: await freePort(), user }
}

async function launch(
  { root, bin, data, port, user }: Cluster,
  options: PostgresOptions,
): Promise<RunningService> {
  // No fsync: what was committed outlives a killed server, not a machine that loses power.
  const settings = ['fsync=off', 'full_page_writes=off', 'listen_addresses=127.0.0.1']
  const service = await spawnService({
    name: 'PostgreSQL',
    command: join(bin, 'postgres'),
    args: ['-D', data, '-p', `${port}`, '-k', root, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: root,
    logFile: join(root, 'postgres.log'),
    // "Fast shutdown": ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    ...user,
  })
  const dead = new AbortController()
  service.exited.then(({ reason }) => dead.abort(new Error(`${reason}\n${service.tail()}`)))
  const signal = options.signal ? AbortSignal.any([dead.signal, options.signal]) : dead.signal
  try {
    await poll((attempt) => answers(port, attempt), {
      name: 'PostgreSQL',
      timeout: options.timeout ?? 120_000,
      signal,
    })
  } catch (error) {
    await service.stop()
    throw error
  }
  return service
}

/** The server's processes are in groups of their own: each is told, the one that would replace them first. */
function signalAll(pid: number, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  for (const each of [pid, ...children.map(Number)]) {
    try {
      process.kill(each, signal)
    } catch {
      // It has ended already.
    }
  }
}

/**
 * Gives a PostgreSQL server for tests: the one of DATABASE_URL, else installed programs on a free port (as an
 * unprivileged user when root), else the programs that npm distributes. It does not outlive a loss of power.
 *
 * @throws Error when there is none, or it does not start
 * @example
 * const { url, stop } = await startPostgres()
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { from = 'any' } = options
  const given = process.env.DATABASE_URL
  if (given && from === 'any') {
    const refuse = () => {
      throw new Error('The server of DATABASE_URL is not ours to end.')
    }
    const stop = async () => undefined
    return { url: given, source: 'DATABASE_URL', stop, kill: refuse, restart: async () => refuse() }
  }
  const root = dataRoot(unprivilegedUser())
  const clean = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  try {
    const found = postgresBinaries(from)
    const cluster = await initialise(root, found)
    let service = await launch(cluster, options)
    return {
      url: `postgresql://postgres@127.0.0.1:${cluster.port}/postgres`,
      source: found.source,
      kill: (signal) => signalAll(service.pid, signal),
      async stop() {
        if (service.isRunning()) signalAll(service.pid, 'SIGCONT')
        await service.stop(10_000)
        clean()
      },
      async restart() {
        await service.exited
        service = await launch(cluster, options)
      },
    }
  } catch (error) {
    clean()
    throw error
  }
}
