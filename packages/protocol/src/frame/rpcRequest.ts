import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { caip2 } from '../schema/primitives.ts'
import * as errors from './errors.ts'

/** JSON as a value: what a JSON-RPC param or result may be. */
const json: z.ZodMiniType<unknown> = z.unknown()

/**
 * One JSON-RPC call for the embedded wallet. Unsafe methods wait for a person: no time-out, but abortable.
 * Safe ones are bounded by the callee (10 s a try, see the service's chain transport).
 *
 * @throws NotAvailableError, NotConnectedError, UserRejectedError, RpcNotAllowedError, ApprovalQueueFullError,
 *   RejectionCooldownError, RequestBlockedError, UnknownChainError, ChainUnreachableError, ChainRefusedError,
 *   RpcParamsError, SessionExpiredError, UncertainBroadcastError, UnsupportedCapabilityError,
 *   UnsupportedCallsChainError, DuplicateCallsIdError, UnknownCallsIdError, CallsTooLargeError, UpgradeRejectedError,
 *   AtomicityUnsupportedError, SponsorRefusedError, BundlerUnreachableError, OperationRefusedError,
 *   OperationFailedError, UncertainOperationError, TooManyPendingError, UnknownPermissionError, SignInDomainError,
 *   SignInUriError, SignInAddressError, SmartAccountCreationError
 */
export const rpcRequest = /* @__PURE__ */ defineMethod({
  name: 'rpcRequest',
  params: () =>
    z.strictObject({
      /** With a prefix, or in Bitcoin's way, such as `signPsbt`. */
      method: z
        .string()
        .check(z.regex(/^[a-z][a-zA-Z0-9]*_[a-zA-Z0-9_]{1,64}$|^[a-z]{3,16}(?:[A-Z][a-z]{1,24}){1,3}$/)),
      params: z.optional(
        z.union([z.array(json).check(z.maxLength(100)), z.record(z.string().check(z.maxLength(64)), json)]),
      ),
      /** The network it is meant for; the frame's active network when left out. */
      chainId: z.optional(caip2()),
    }),
  result: () => json,
  errorsAfterAbort: [
    errors.UncertainBroadcastError,
    errors.UncertainOperationError,
    errors.OperationFailedError,
  ],
  policy: { access: 'open', ui: 'approval' },
  timeout: null,
})
