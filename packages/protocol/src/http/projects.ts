import * as z from 'zod/mini'
import { nothing, timestamp } from '../primitives.ts'
import { defineRoute } from './defineRoute.ts'

/** Spec 7, wallet directory: which sites may use the embedded wallet of a project (query `projectId`). */
export const getOrigins = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/projects/v1/origins',
  body: nothing,
  reply: z.strictObject({ allowedOrigins: z.array(z.string().check(z.maxLength(255))) }),
  auth: 'none',
})
export const health = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/health',
  body: nothing,
  reply: z.strictObject({ status: z.enum(['ok', 'degraded']), time: timestamp }),
  auth: 'none',
})

/** Chain RPC (spec 7): `POST /v1?chainId=<caip2>&projectId=<id>` with a JSON-RPC call or a batch. */
export const CHAIN_RPC_PATH = '/v1'
