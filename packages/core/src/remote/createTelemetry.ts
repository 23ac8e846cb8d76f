import { askService as ask } from '@latchkey/protocol/client'
import {
  type ErrorEvent,
  type EventBody,
  type EventProperties,
  type EventProps,
  eventProps,
  getAnalyticsConfig,
  OriginNotAllowedError,
  redactText,
  sendEvent,
  type TrackedEvent,
} from '@latchkey/protocol/http'
import { bytesToHex } from '@latchkey/std/hex'
import { activeAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { raiseAlert } from '../modal/raiseAlert.ts'
import { askService } from './askService.ts'
import { serviceOf } from './serviceUrl.ts'

/** Spec 7: error events at most, in so many ms. */
const MOST_ERRORS = 5
const ERROR_WINDOW = 60_000
/** Events that wait for the answer whether the project takes any. */
const MOST_WAITING = 50
/** ms that sending one may take. */
const SEND_TIMEOUT = 10_000

export type Telemetry = {
  /** Counts that something happened. */
  track(event: TrackedEvent, properties?: EventProperties): void
  /** Reports an error, redacted; at most 5 in 60 s. */
  reportError(event: ErrorEvent, error: unknown): void
  /** Settles when what was given so far is sent or dropped. Never rejects. */
  flush(): Promise<void>
}

export type TelemetryOptions = {
  /** The page has turned analytics on. */
  analytics: boolean
  /** Default: this document's address. */
  page?: () => { origin: string; pathname: string; hostname: string } | undefined
  /** ms since the epoch */
  now?: () => number
}

type Policy = { isOn: boolean; keepsAddress: boolean }
const OFF: Policy = { isOn: false, keepsAddress: false }
const SILENT: Telemetry = {
  track: () => undefined,
  reportError: () => undefined,
  flush: async () => undefined,
}

/** RFC 9562 version 4; `randomUUID` is missing where the page has no secure context. */
function eventId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytesToHex(bytes).slice(2)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function describe(error: unknown): { errorType: string; errorMessage: string; stackTrace: string } {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return {
    errorType: redactText(name, 64).replace(/[@?#]/g, ''),
    errorMessage: redactText(message, 500),
    stackTrace: redactText(stack ?? '', 4_000),
  }
}

const definedOnly = (properties: EventProperties): EventProperties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as EventProperties

/** A limiter over a sliding window. */
function slidingLimit(most: number, window: number, now: () => number): () => boolean {
  let times: number[] = []
  return () => {
    times = times.filter((time) => time > now() - window)
    if (times.length >= most) return false
    times.push(now())
    return true
  }
}

/**
 * Sends usage events to the operator's own service. Nothing at all is sent, not even the question whether the project
 * takes events, unless the page has turned analytics on. After a refusal nothing more is sent. Failures are silent.
 *
 * @example
 * const telemetry = createTelemetry(config, { analytics: true })
 * telemetry.track('MODAL_OPEN', { connected: false })
 */
export function createTelemetry(config: Config, options: TelemetryOptions): Telemetry {
  if (!options.analytics) return SILENT
  const { page = () => globalThis.location, now = Date.now } = options
  const mayReportError = slidingLimit(MOST_ERRORS, ERROR_WINDOW, now)
  const running = new Set<Promise<void>>()
  let policy: Promise<Policy> | undefined
  let isRefused = false

  async function fetchPolicy(): Promise<Policy> {
    const answer = await askService(config, getAnalyticsConfig)
    if (answer.kind !== 'reply') return OFF
    const { isAnalyticsEnabled, isAddressKept = false } = answer.reply
    return { isOn: isAnalyticsEnabled, keepsAddress: isAddressKept }
  }

  async function post(body: EventBody): Promise<void> {
    const answer = await ask(serviceOf(config), sendEvent, {
      ms: SEND_TIMEOUT,
      // A text body needs no preflight, which a page that is going away could not wait for.
      headers: { 'content-type': 'text/plain' },
      body,
      keepalive: true,
    })
    if (answer.kind !== 'refused' || answer.status !== 403 || isRefused) return
    isRefused = true
    const code = answer.error?.code
    await raiseAlert(
      config,
      code === OriginNotAllowedError.code ? 'originNotAllowed' : 'invalidConfiguration',
      code,
    )
  }

  async function deliver(
    event: Omit<EventBody, 'props'>,
    props: EventProps,
    address?: string,
  ): Promise<void> {
    policy ??= fetchPolicy()
    const { isOn, keepsAddress } = await policy
    if (!isOn || isRefused) return
    const whole = keepsAddress && address && props.type === 'track' ? { ...props, address } : props
    // What the contract does not know is not sent: it is the list of what may leave the page.
    if (eventProps().safeParse(whole).success) await post({ ...event, props: whole })
  }

  function give(props: EventProps): void {
    const place = page()
    if (isRefused || !place || running.size >= MOST_WAITING || config.runtime.signal.aborted) return
    const { origin, pathname, hostname } = place
    const { address } = activeAccount(config)
    const url = `${origin}${redactText(pathname, 256)}`
    const event = { eventId: eventId(), url, domain: hostname, timestamp: now() }
    const work = deliver(event, props, address)
      .catch(() => undefined)
      .finally(() => running.delete(work))
    running.add(work)
  }

  return {
    track: (event, properties = {}) => give({ type: 'track', event, properties: definedOnly(properties) }),
    reportError(event, error) {
      if (mayReportError()) give({ type: 'error', event, ...describe(error) })
    },
    flush: async () => void (await Promise.all(running)),
  }
}
