import type { DefinedError } from '@latchkey/errors'
import type * as z from 'zod/mini'
import { madeOnDemand } from './defineRoute.ts'

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

/** A method as it is written down: its schemas are made when a call first needs them. */
type MethodText<Name extends string, Params extends z.ZodMiniType, Result extends z.ZodMiniType> = Omit<
  Method<Name, Params, Result>,
  'params' | 'result'
> & { params: () => Params; result: () => Result }

/**
 * Describes one call. Shaped so that inference keeps the literal name and both schemas, which are made when they are first
 * asked for.
 *
 * @example
 * export const getChainId = defineMethod({ name: 'getChainId', params: () => z.strictObject({}), result: () => …, policy: { access: 'open', ui: 'none' }, timeout: 10_000 })
 */
export function defineMethod<
  const Name extends string,
  Params extends z.ZodMiniType,
  Result extends z.ZodMiniType,
>({ params, result, ...method }: MethodText<Name, Params, Result>): Method<Name, Params, Result> {
  return madeOnDemand(method, { params, result })
}

/** Something the callee tells without being asked. */
type EventContract<Name extends string = string, Payload extends z.ZodMiniType = z.ZodMiniType> = {
  name: Name
  payload: Payload
}

/** Describes one event; its schema is made when it is first told. */
export function defineEvent<const Name extends string, Payload extends z.ZodMiniType>({
  name,
  payload,
}: {
  name: Name
  payload: () => Payload
}): EventContract<Name, Payload> {
  return madeOnDemand({ name }, { payload })
}

/** Every method and event that one side offers the other. */
export type Contract = {
  methods: Record<string, Method>
  events: Record<string, EventContract>
}

export type ParamsOf<M extends Method> = z.output<M['params']>
export type ResultOf<M extends Method> = z.output<M['result']>
export type PayloadOf<E extends EventContract> = z.output<E['payload']>
