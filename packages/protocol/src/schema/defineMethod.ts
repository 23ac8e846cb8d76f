import type { DefinedError } from '@latchkey/errors'
import type * as z from 'zod/mini'

type MethodPolicy = {
  /** `open`: before sign-in too. `granted`: only for an origin that the user connected. */
  access: 'open' | 'granted'
  /** What the callee may show: nothing, a prompt of its own, or an approval that a person must answer. */
  ui: 'none' | 'prompt' | 'approval'
}

/**
 * The contract of one call across a boundary. Client, server and policy table are derived from a list of these. What the
 * callee may answer with, beyond the errors of the bridge itself, its `@throws` says.
 */
export type Method<
  Name extends string = string,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> = {
  name: Name
  params: Params
  result: Result
  /** Those that are told even after the caller has aborted, because they say that something may have happened. */
  errorsAfterAbort?: readonly DefinedError[]
  policy: MethodPolicy
  /** How long the caller waits, in ms. `null`: until answered, aborted or closed (a person decides). */
  timeout: number | null
}

/**
 * Describes one call. Shaped so that inference keeps the literal name and both schemas.
 *
 * @example
 * export const getChainId = defineMethod({ name: 'getChainId', params: z.strictObject({}), result: …, policy: { access: 'open', ui: 'none' }, timeout: 10_000 })
 */
export function defineMethod<
  const Name extends string,
  Params extends z.ZodMiniType,
  Result extends z.ZodMiniType,
>(method: Method<Name, Params, Result>): Method<Name, Params, Result> {
  return method
}

/** Something the callee tells without being asked. */
type EventContract<Name extends string = string, Payload extends z.ZodMiniType = z.ZodMiniType> = {
  name: Name
  payload: Payload
}

/** Describes one event. */
export function defineEvent<const Name extends string, Payload extends z.ZodMiniType>(
  event: EventContract<Name, Payload>,
): EventContract<Name, Payload> {
  return event
}

/** Every method and event that one side offers the other. */
export type Contract = {
  methods: Record<string, Method>
  events: Record<string, EventContract>
}

export type ParamsOf<M extends Method> = z.output<M['params']>
export type ResultOf<M extends Method> = z.output<M['result']>
export type PayloadOf<E extends EventContract> = z.output<E['payload']>
