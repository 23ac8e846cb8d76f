import { withDeadline } from '@latchkey/std/deadline'
import type * as z from 'zod'
import { AnswerTooLongError, boundedFetch, UnreadableAnswerError } from '../boundedFetch.ts'
import { cleanLabel } from '../cleanLabel.ts'
import { createBreaker } from '../createBreaker.ts'
import { createGate, type GateLimits } from '../createGate.ts'
import { type BitcoinSource, NotTakenError, TooManyError, UnknownToSourceError } from './BitcoinSource.ts'
import {
  addressAnswer,
  estimatesAnswer,
  hexAnswer,
  historyAnswer,
  recommendedAnswer,
  transactionAnswer,
  utxoAnswer,
} from './esploraSchema.ts'
import { transactionId } from './transactionId.ts'

/** A page of 25 transactions, some of them large; a block has 4 MB. */
const MOST_BYTES = 12 * 1_048_576
/** An upstream that has failed so often in a row is left alone for so long, ms. */
const BREAKER = { failures: 5, rest: 10_000 }
/** Of a page: those that wait, so that the page ends in a block and the next one has a place to begin. */
const MOST_WAITING = 10
const PAGE = 25
const MOST_REASON = 160

export type EsploraOptions = {
  /** Of the API, best first, such as `https://mempool.space/api`; what a query holds, such as a key, goes with every request. */
  rpcUrls: readonly string[]
  /** Nothing may wait there for a fee: without estimates the least one will do. */
  testnet: boolean
  /** Of one request, ms. */
  timeout: number
  gate: GateLimits
  now: () => number
}

type Asked = { path: string; body?: string }
/** `null`: longer than is read. That is no failure of the upstream, and the next one would say the same. */
type Reply = { status: number; text: string } | null

/** What the operator wrote decides the host, and the beginning of the path. */
function addressOf(base: string, path: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  return url
}

/** One upstream. @throws what stands for none that answers */
function openNode(base: string, { timeout, gate: limits, now }: EsploraOptions) {
  const gate = createGate(limits)
  const breaker = createBreaker({ ...BREAKER, now })
  const ask = async ({ path, body }: Asked, signal: AbortSignal): Promise<Reply> => {
    const post = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } }
    const response = await boundedFetch(addressOf(base, path), { ...post, signal }, MOST_BYTES).catch(
      (error: unknown) => {
        if (error instanceof AnswerTooLongError) return null
        throw error
      },
    )
    if (!response) return null
    const { status } = response
    // Refused for a time, or to this client: that is no answer to the question.
    if (status >= 500 || [401, 403, 408, 429].includes(status) || (status >= 300 && status < 400))
      throw new UnreadableAnswerError(`status ${status}`)
    return { status, text: await response.text() }
  }
  return (asked: Asked) =>
    withDeadline({ ms: timeout + limits.patience }, (signal) =>
      gate.run(signal, () =>
        breaker.run(() => withDeadline({ ms: timeout, signal }, (ended) => ask(asked, ended))),
      ),
    )
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let json: unknown = text
  try {
    json = JSON.parse(text)
  } catch {
    // Plain text is an answer, too; where JSON is needed, the schema refuses it.
  }
  const answer = schema.safeParse(typeof json === 'number' ? text : json)
  if (!answer.success) throw new UnreadableAnswerError('The answer has another form.')
  return answer.data
}

/** Bitcoin Core's words inside of what Esplora answers. */
function reasonOf(text: string): string {
  const [, message] = /"message":\s*"([^"]{1,400})"/.exec(text) ?? []
  return cleanLabel((message ?? text).replace(/[<>]/g, '').slice(0, MOST_REASON)) ?? 'no reason was given'
}

const isKnownAlready = (reason: string) =>
  /already[ -]in|already[ -]known|already have transaction|outputs already in utxo set/i.test(reason)

/**
 * A network of Bitcoin through an API of Esplora's shape (github.com/Blockstream/esplora, API.md): that of an operator's own, or
 * mempool.space. What does not answer is passed over, and one that keeps failing is left alone. Answers are read strictly.
 */
export function createEsplora(options: EsploraOptions): BitcoinSource {
  const nodes = options.rpcUrls.map((url) => openNode(url, options))

  /** @throws TooManyError for an answer that is too long; what stands for no answer */
  async function ask(asked: Asked): Promise<NonNullable<Reply>> {
    let failure: unknown
    for (const node of nodes) {
      const reply = await node(asked).catch((error: unknown) => {
        failure = error
      })
      if (reply) return reply
      if (reply === null) throw new TooManyError()
    }
    throw failure
  }

  async function read<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const { status, text } = await ask({ path })
    if (status === 200) return parse(schema, text)
    if (status === 400 && /too many/i.test(text)) throw new TooManyError()
    if (status === 400 || status === 404) throw new UnknownToSourceError()
    throw new UnreadableAnswerError(`status ${status}`)
  }

  async function readFees() {
    const { status, text } = await ask({ path: 'fee-estimates' })
    if (status !== 200) return read('v1/fees/recommended', recommendedAnswer)
    const rates = parse(estimatesAnswer, text)
    if (rates) return rates
    if (options.testnet) return { slow: 1, normal: 1, fast: 1 }
    throw new UnreadableAnswerError('There are no estimates.')
  }

  return {
    balance: (address) => read(`address/${address}`, addressAnswer),
    utxos: (address) => read(`address/${address}/utxo`, utxoAnswer),
    async transaction(txid) {
      const [{ fee, status, ...told }, hex] = await Promise.all([
        read(`tx/${txid}`, transactionAnswer),
        read(`tx/${txid}/hex`, hexAnswer),
      ])
      // Amounts are proven by these bytes: they must be those of the id.
      if (told.txid !== txid || transactionId(hex) !== txid)
        throw new UnreadableAnswerError('The answer is another transaction.')
      return { hex, fee: `${fee}`, height: status.confirmed ? status.block_height : null }
    },
    async history(address, after) {
      const place = after === undefined ? '' : `/chain/${after}`
      const entries = await read(`address/${address}/txs${place}`, historyAnswer)
      const waiting = entries.filter(({ height }) => height === null).slice(0, MOST_WAITING)
      const mined = entries.filter(({ height }) => height !== null)
      return [...(after === undefined ? waiting : []), ...mined].slice(0, PAGE)
    },
    feeRates: readFees,
    async send(hex) {
      const txid = transactionId(hex)
      if (txid === null) throw new NotTakenError('These bytes are no transaction.')
      const { status, text } = await ask({ path: 'tx', body: hex })
      if (status === 200 && text.trim() === txid) return txid
      if (status === 200) throw new UnreadableAnswerError('The answer is another transaction.')
      const reason = reasonOf(text)
      if (isKnownAlready(reason)) return txid
      throw new NotTakenError(reason)
    },
  }
}
