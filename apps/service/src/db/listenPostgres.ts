import { Socket } from 'node:net'
import type { Client } from 'pg'

const FIRST_RETRY = 500
const LAST_RETRY = 10_000
/** How often the connection is tried: a half-open one says nothing by itself. */
const CHECK = 30_000
/** How long the server's answer to a goodbye is waited for. */
const GOODBYE = 1_000

type Listening = {
  url: string
  /** Lower-case letters and underscores. */
  channel: string
  onPayload: (payload: string) => void
  /** It was not heard for a while, and is again. */
  onGap: () => void
}

type Connected = { client: Client; socket: Socket }

async function connect({ url, channel, onPayload }: Listening, onEnd: () => void): Promise<Connected> {
  const pg = (await import('pg')).default
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  // The end follows; without a listener the error would end the process.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onPayload(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    // A standby refuses to listen and keeps the connection: each try would leave one more there.
    socket.destroy()
    throw error
  }
  client.once('end', onEnd)
  return { client, socket }
}

/** A frozen server answers no goodbye. */
async function disconnect({ client, socket }: Connected): Promise<void> {
  const late = setTimeout(() => socket.destroy(), GOODBYE)
  await client.end()
  clearTimeout(late)
}

/**
 * Listens on a connection of its own (PostgreSQL, LISTEN), and opens it again whenever it is lost.
 *
 * @returns ends it
 */
export async function listenPostgres(listening: Listening): Promise<() => Promise<void>> {
  if (!/^[a-z_]+$/.test(listening.channel)) throw new TypeError('A channel has lower-case letters only.')
  let current: Connected | undefined
  let stopped = false
  let missed = false
  let delay = FIRST_RETRY
  let retry: NodeJS.Timeout | undefined

  const later = () => {
    current = undefined
    missed = true
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(open, delay)
    retry.unref()
    delay = Math.min(delay * 2, LAST_RETRY)
  }
  async function open(): Promise<void> {
    try {
      const opened = await connect(listening, later)
      if (stopped) return await disconnect(opened)
      current = opened
      delay = FIRST_RETRY
      if (missed) listening.onGap()
    } catch {
      later()
    }
  }
  await open()
  const check = setInterval(() => {
    const checked = current
    checked?.client.query('select 1').catch(() => checked.socket.destroy())
  }, CHECK)
  check.unref()
  return async () => {
    stopped = true
    clearInterval(check)
    clearTimeout(retry)
    if (current) await disconnect(current)
  }
}
