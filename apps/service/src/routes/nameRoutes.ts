import {
  getName,
  getNameSuggestions,
  getNamesOf,
  getNameZones,
  InvalidRequestError,
  NAME_GATEWAY_PATH,
  NameInvalidError,
  NamesOffError,
  nameQuery,
  RateLimitedError,
  registerName,
  reverseNamesQuery,
  suggestionsQuery,
} from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import type { NameSettings } from '../config/nameSettings.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { retryAfterOf } from '../db/counters.ts'
import type { Caller } from '../http/Call.ts'
import { addressKeyOf } from '../http/clientAddress.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { answerGateway } from '../names/answerGateway.ts'
import { describeName, findName, namesOf, takenLabels } from '../names/nameRecords.ts'
import { isLabel, isReserved, labelsLike, readName } from '../names/nameRules.ts'
import { registerAccountName } from '../names/registerAccountName.ts'
import { readQuery } from '../query/readQuery.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'

const SUGGESTIONS = 5

/** @throws NamesOffError where this service gives no names */
function settingsOf({ config }: ServiceContext): NameSettings {
  if (!config.names) throw new NamesOffError()
  return config.names
}

const reading: Serving = { audience: 'page', count: 'data', requires: settingsOf }

/** @throws RateLimitedError */
async function limitNames(service: ServiceContext, { address }: Caller): Promise<void> {
  const place = addressKeyOf(service, address)
  const { siwxSignaturesPerMinute, namesPerDay } = service.limits
  for (const limit of [
    { key: `name:${place}`, limit: siwxSignaturesPerMinute, window: 60_000 },
    { key: `names:${place}`, limit: namesPerDay, window: 86_400_000 },
  ]) {
    const wait = await service.take(limit)
    if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  }
}

function addReading(routes: Routes): void {
  registerRoute(routes, getNameZones, { audience: 'page', count: 'data' }, async ({ config }) => ({
    zones: (config.names?.zones ?? []).flatMap((zone) => zone ?? []),
  }))
  const ofName = { ...reading, query: Object.keys(nameQuery().shape) }
  registerRoute(routes, getName, ofName, async (service, { params, query }) => {
    readQuery(nameQuery(), query)
    const parts = readName(params.name ?? '', settingsOf(service).zones)
    return describeName(parts && (await findName(service.db, parts)), service.chains.values())
  })
  const ofAccount = { ...reading, query: Object.keys(reverseNamesQuery().shape) }
  registerRoute(routes, getNamesOf, ofAccount, async (service, { params, query }) => {
    readQuery(reverseNamesQuery(), query)
    const { address = '' } = params
    // viem takes mixed case with its checksum alone (ERC-55).
    if (!isAddress(address)) throw new InvalidRequestError({ data: { field: 'address' } })
    const rows = await namesOf(service.db, address, settingsOf(service).zones)
    return rows.map((row) => describeName(row, service.chains.values()))
  })
}

function addSuggestions(routes: Routes): void {
  const serving = { ...reading, query: Object.keys(suggestionsQuery().shape) }
  registerRoute(routes, getNameSuggestions, serving, async (service, { params, query }) => {
    const settings = settingsOf(service)
    const { zone = settings.zones[0] } = readQuery(suggestionsQuery(), query)
    if (!settings.zones.includes(zone)) throw new InvalidRequestError({ data: { field: 'zone' } })
    const label = (params.name ?? '').toLowerCase()
    if (!isLabel(label)) throw new NameInvalidError()
    const labels = [label, ...labelsLike(label)]
    const taken = await takenLabels(service.db, labels)
    const told = labels.map((one) => ({
      name: `${one}.${zone}`,
      registered: taken.has(one) || isReserved(one, settings, service.config.walletName),
    }))
    const [asked, ...others] = told
    const free = others.filter(({ registered }) => !registered).slice(0, SUGGESTIONS)
    return { suggestions: asked ? [asked, ...free] : free }
  })
}

/** Any client of ENS, wherever it is, reads the answer; the contract checks it. */
function addGateway(routes: Routes): void {
  const route = { method: 'GET', path: `${NAME_GATEWAY_PATH}/:sender/:question` } as const
  const serving: Serving = { audience: 'anyone', count: 'data', requires: settingsOf }
  registerRoute(routes, route, serving, async (service, { params }) => {
    const { sender = '', question = '' } = params
    const data = await answerGateway(service, settingsOf(service), {
      sender,
      question: question.replace(/\.json$/, ''),
    })
    return Response.json(
      { data },
      { headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } },
    )
  })
}

/** Names of accounts: spec 7's four calls, which zones there are, and the gateway for clients of ENS. */
export function addNameRoutes(routes: Routes, clientOf: ChainClients): void {
  addReading(routes)
  addSuggestions(routes)
  addGateway(routes)
  const serving: Serving = {
    audience: 'project',
    allowedHeaders: 'content-type',
    contentTypes: ['application/json', 'text/plain'],
    requires: settingsOf,
    admit: limitNames,
  }
  registerRoute(routes, registerName, serving, async (service, { body }) => {
    await registerAccountName(service, settingsOf(service), clientOf, body)
    return { success: true as const }
  })
}
