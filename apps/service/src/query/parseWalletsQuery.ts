import { type WalletsQuery, walletsQuery } from '@latchkey/protocol/http'
import { readQuery } from './readQuery.ts'

const NUMBERS = new Set(['page', 'entries'])
const LISTS = new Set(['include', 'exclude', 'chains'])
const ENTRIES = 40

function readValue(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : text
  return LISTS.has(name) ? text.split(',') : text
}

/**
 * Reads the parameters of `GET /getWallets`. An empty parameter counts as absent; `page` is 1 and `entries` 40 unless told.
 *
 * @throws InvalidRequestError naming the first parameter that is unknown, repeated or wrong
 */
export const parseWalletsQuery = (parameters: URLSearchParams): WalletsQuery =>
  readQuery(walletsQuery(), parameters, { readValue, defaults: { page: 1, entries: ENTRIES } })
