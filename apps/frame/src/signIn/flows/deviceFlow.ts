import { BaseError } from '@latchkey/errors'
import * as http from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { createStore } from 'zustand/vanilla'
import type { Device, DeviceFlow, DeviceProblem, DeviceState } from '../../context/Frame.ts'
import { isOneOf } from './isOneOf.ts'

/** ms until the link can be sent again; the service is the authority. */
const RESEND_WAIT = 30_000
/** ms until a service that did not answer is asked for the mailbox's answer again. */
export const DEVICE_RETRY = 3_000

export type DeviceFlowOptions = {
  device: Device
  /** Sends the mail again; the number may be another one then. */
  resendDevice(): Promise<KeysState>
  onChangeEmail(): void
  now(): number
}

function retryAfterOf(error: unknown): number | null {
  const seconds = error instanceof BaseError ? error.data?.retryAfter : undefined
  return typeof seconds === 'number' ? seconds : null
}

/** What an error of sending the link again means to the person; null: only that it is too soon. */
function resendProblem(error: unknown): DeviceProblem | null {
  if (isOneOf(error, http.TooSoonError)) return null
  if (isOneOf(error, http.DevicePendingLimitError, http.TooManyCodesError)) return 'tooMany'
  return isOneOf(error, http.ServiceUnreachableError, http.RateLimitedError) ? 'unreachable' : 'notSent'
}

/** What a failure of waiting for the mailbox's answer says to the person while it passes; null: it does not pass by itself. */
export function passingProblem(error: unknown): 'mail' | 'unreachable' | null {
  if (isOneOf(error, http.MailUnavailableError)) return 'mail'
  return isOneOf(error, http.ServiceUnreachableError, http.RateLimitedError) ? 'unreachable' : null
}

/**
 * Runs the device screen.
 *
 * @example
 * const flow = createDeviceFlow({ device, resendDevice, onChangeEmail, now: Date.now })
 * await flow.resend()
 */
export function createDeviceFlow(options: DeviceFlowOptions): DeviceFlow {
  const { now } = options
  const store = createStore<DeviceState>(() => ({
    device: options.device,
    phase: 'waiting',
    problem: null,
    resending: false,
    resent: false,
    resendAt: now() + RESEND_WAIT,
  }))
  return {
    store,
    now,
    changeEmail: options.onChangeEmail,
    async resend() {
      const { phase, resending, resendAt } = store.getState()
      if (phase !== 'waiting' || resending || now() < resendAt) return
      store.setState({ resending: true, resent: false, problem: null })
      try {
        const { device } = await options.resendDevice()
        const next = device ? { device } : {}
        store.setState({ ...next, resending: false, resent: true, resendAt: now() + RESEND_WAIT })
      } catch (error) {
        const wait = retryAfterOf(error)
        const resendAt = now() + (wait === null ? 0 : wait * 1_000)
        store.setState({ resending: false, problem: resendProblem(error), resendAt })
      }
    },
  }
}
