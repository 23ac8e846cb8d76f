import * as names from '../../account/names.ts'
import { getAccountNfts } from '../../account/nfts.ts'
import { getAccountHistory, getIdentity, listSmartSessions, revokeSmartSession } from '../chainData.ts'
import { convertCases } from './convertCases.ts'
import { onrampCases } from './onrampCases.ts'

const named = {
  coin_type: 2_147_515_005,
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  message: '{"name":"alice.wallet.example","attributes":{},"timestamp":1900000000}',
  signature: `0x${'ab'.repeat(65)}`,
}

/** What the routes of an account's names, history and swaps take and refuse. */
export const nameCases = [
  ...convertCases,
  ...onrampCases,
  { route: getAccountNfts, line: 'GET /v1/account/:address/nfts none' },
  { route: getIdentity, line: 'GET /v1/identity/:address none' },
  { route: getAccountHistory, line: 'GET /v1/account/:account/history none' },
  { route: names.getNameZones, line: 'GET /v1/profile/zones none' },
  { route: names.getName, line: 'GET /v1/profile/account/:name none' },
  { route: names.getNamesOf, line: 'GET /v1/profile/reverse/:address none' },
  { route: names.getNameSuggestions, line: 'GET /v1/profile/suggestions/:name none' },
  {
    route: names.registerName,
    line: 'POST /v1/profile/account none',
    good: [named],
    bad: [
      { ...named, coin_type: -1 },
      { ...named, coin_type: 2 ** 32 },
      { ...named, address: '0x12' },
      { ...named, signature: '0xz' },
      { ...named, message: 'x'.repeat(1_025) },
    ],
  },
  { route: listSmartSessions, line: 'GET /v1/sessions/:address none' },
  {
    route: revokeSmartSession,
    line: 'POST /v1/sessions/:address/revoke none',
    good: [{ pci: 'one', signature: '0x01' }],
    bad: [{ pci: 'one' }, { pci: '', signature: '0x01' }, { pci: 'one', signature: 'not hex' }],
  },
]
