import { expect, it } from 'vitest'
import { SILENT } from './OutsideWallet.ts'
import { pagePolicy } from './pagePolicy.ts'

const { api, wallet } = SILENT.origins
const STRICT = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: ${api}; connect-src 'self' ${api}; frame-src ${wallet}; base-uri 'none'`

it('allows the page itself and the wallet', () => {
  expect(pagePolicy('<!doctype html>', SILENT)).toBe(STRICT)
})

it('allows what another library needs besides, and nothing more', () => {
  const allows = { 'style-src': ["'unsafe-inline'"], 'font-src': ['https://vendor.example'] }
  expect(pagePolicy('<!doctype html>', SILENT, allows)).toBe(
    `${STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; font-src https://vendor.example`,
  )
})

it('names an import map by its hash', () => {
  const html = '<script type="importmap">{}</script>'
  expect(pagePolicy(html, SILENT)).toContain(
    "script-src 'self' 'sha256-RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o='",
  )
})
