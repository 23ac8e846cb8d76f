/**
 * Counts an amount against what a caller may use in a minute of all processes together.
 *
 * @param key names the caller and what is counted
 * @param most in a minute
 * @returns false when that would be more
 */
export type CountAll = (key: string, amount: number, most: number) => Promise<boolean>

/** What a token bucket lets through in a minute that begins with a full one. */
export const inAMinute = (burst: number, perSecond: number): number => burst + perSecond * 60

/** What one caller may use. Durations in milliseconds, sizes in bytes. */
export type RelayLimits = {
  /** One frame of a client, and so one message. */
  frameBytes: number
  /** Topics that one socket is subscribed to. */
  subscriptionsPerSocket: number
  /** Topics or messages in one batch. */
  batchSize: number
  /** Messages of one topic that wait for their receiver. */
  messagesPerTopic: number
  /** Messages that one client may publish at once, and how many come back a second. */
  publishBurst: number
  publishPerSecond: number
  /** Bytes of messages from one address at once, and how many come back a second: a client costs nothing, an address does. */
  publishBytesBurst: number
  publishBytesPerSecond: number
  /** Calls that one socket may make at once, and how many come back a second. */
  callBurst: number
  callsPerSecond: number
  /** Calls of one socket that wait for their turn. */
  queuedCalls: number
  /** Bytes of those; a socket that has more waiting is not read until they are done. */
  queuedBytes: number
  /** Messages on their way to one socket that it has not acknowledged; of more, the oldest are forgotten. */
  awaited: number
  sockets: number
  socketsPerAddress: number
  /** Of a project's own pages and programs, and of all its guests. */
  socketsPerProject: number
  socketsOfGuests: number
  /** Sockets that one address may ask for at once, and how many come back a second. */
  upgradeBurst: number
  upgradesPerSecond: number
  /** What may wait in a socket's send buffer before it counts as broken. */
  bufferedBytes: number
  /** What may wait in the send buffers of all sockets together; of more, the socket that holds most is cut. */
  bufferedBytesTotal: number
  /** How often a socket is pinged; one that has not answered by the next ping is cut. */
  pingInterval: number
  /** How long a socket without a subscription may stay silent. */
  idle: number
  /** How long the check of a project may take. */
  admission: number
}

/** Clients on Node cut a socket after 35 s without a ping, so it is pinged every 25 s. */
export const DEFAULT_RELAY_LIMITS: RelayLimits = {
  frameBytes: 1_048_576,
  subscriptionsPerSocket: 5_000,
  batchSize: 500,
  messagesPerTopic: 200,
  publishBurst: 200,
  publishPerSecond: 20,
  publishBytesBurst: 33_554_432,
  publishBytesPerSecond: 524_288,
  callBurst: 1_000,
  callsPerSecond: 50,
  queuedCalls: 500,
  queuedBytes: 4_194_304,
  awaited: 10_000,
  sockets: 20_000,
  socketsPerAddress: 200,
  socketsPerProject: 10_000,
  socketsOfGuests: 1_000,
  upgradeBurst: 60,
  upgradesPerSecond: 5,
  bufferedBytes: 8_388_608,
  bufferedBytesTotal: 134_217_728,
  pingInterval: 25_000,
  idle: 600_000,
  admission: 5_000,
}
