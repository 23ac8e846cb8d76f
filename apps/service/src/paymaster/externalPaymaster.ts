import {
  PaymasterNotRegisteredError,
  PaymasterUnreachableError,
  SponsorshipRefusedError,
} from '@latchkey/protocol/http'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import * as z from 'zod'
import { isEntryPoint } from '../config/chains.ts'
import type { Limits } from '../config/Limits.ts'
import type { Project } from '../config/projects.ts'
import { cleanLabel } from '../upstreams/cleanLabel.ts'
import { createGate, type Gate } from '../upstreams/createGate.ts'
import { guardedPost } from '../upstreams/guardedRequest.ts'
import { hexAddress, hexData, hexQuantity } from '../userOperations/userOperation.ts'
import type { PaymasterCall } from './paymasterCall.ts'

/** Gas that a paymaster may ask for its own code. */
const MOST_GAS = 5_000_000n
/** 4 KiB in hex, as the wallet takes it. */
const LONGEST_DATA = 8_194

const gasLimit = hexQuantity.refine((value) => BigInt(value) <= MOST_GAS)
const data = hexData.refine((value) => value.length <= LONGEST_DATA)
/** Fields of EntryPoint 0.7; what else an answer holds goes no further. */
const fields = { paymaster: hexAddress, paymasterData: data }

const resultSchemas = {
  pm_getPaymasterStubData: z.object({
    ...fields,
    paymasterVerificationGasLimit: gasLimit.optional(),
    paymasterPostOpGasLimit: gasLimit,
    isFinal: z.boolean().optional(),
    sponsor: z
      .object({ name: z.string().max(256).transform(cleanLabel) })
      .transform(({ name }) => (name === null ? undefined : { name }))
      .optional(),
  }),
  pm_getPaymasterData: z.object({
    ...fields,
    paymasterVerificationGasLimit: gasLimit.optional(),
    paymasterPostOpGasLimit: gasLimit.optional(),
  }),
} satisfies Record<PaymasterCall['method'], z.ZodType>

/** Where the entry point finds the zero address, the account itself pays; neither of the others is a paymaster. */
const isNobody = (paymaster: Address, sender: Address): boolean =>
  isAddressEqual(paymaster, zeroAddress) || isAddressEqual(paymaster, sender) || isEntryPoint(paymaster)

const errorReply = z.object({ error: z.object({ code: z.int() }) })
const resultReply = z.object({ result: z.unknown() })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PaymasterUnreachableError()
  }
}

/** The gate of a project's call to a paymaster service. */
export type ExternalGates = (projectId: string, service: string) => Gate

/**
 * A project and a host have a part of the places each, whatever their addresses are. No gate is shared by all, so that
 * nobody can fill it: all together are bounded by the number of projects alone.
 */
export function createExternalGates({
  rpcAtOnce,
  rpcWaiting: waiting,
  rpcPatience: patience,
}: Limits): ExternalGates {
  const limits = { atOnce: Math.ceil(rpcAtOnce / 4), waiting, patience }
  // Only projects and registered addresses come here, so the maps do not grow with what callers say.
  const projects = new Map<string, Gate>()
  const hosts = new Map<string, Gate>()
  const gateIn = (gates: Map<string, Gate>, key: string): Gate => {
    const gate = gates.get(key) ?? createGate(limits)
    gates.set(key, gate)
    return gate
  }
  return (projectId, service) => {
    const ofProject = gateIn(projects, projectId)
    const ofHost = gateIn(hosts, new URL(service).hostname)
    return { run: (signal, work) => ofProject.run(signal, () => ofHost.run(signal, work)) }
  }
}

/**
 * Asks a paymaster service of the project (ERC-7677), by its registered address letter for letter.
 *
 * @throws PaymasterNotRegisteredError, PaymasterUnreachableError, SponsorshipRefusedError with the service's own `serviceCode`
 */
export async function askExternal(
  project: Project,
  service: string,
  call: PaymasterCall,
  signal: AbortSignal,
  gates: ExternalGates,
): Promise<unknown> {
  if (!project.paymasters.includes(service)) throw new PaymasterNotRegisteredError()
  const { method, params } = call
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const allowsLoopback = project.mode === 'development'
  const gate = gates(project.id, service)
  const text = await guardedPost(service, body, { allowsLoopback, signal, gate }).catch((error: unknown) => {
    throw new PaymasterUnreachableError({ cause: error })
  })
  const answer = parse(text)
  const refused = errorReply.safeParse(answer)
  if (refused.success)
    throw new SponsorshipRefusedError({ data: { reason: 'service', serviceCode: refused.data.error.code } })
  const reply = resultReply.safeParse(answer)
  const result = resultSchemas[method].safeParse(reply.success ? reply.data.result : undefined)
  if (!result.success || isNobody(result.data.paymaster, params[0].sender))
    throw new PaymasterUnreachableError()
  return result.data
}
