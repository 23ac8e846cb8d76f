import { expect, it } from 'vitest'
import { isSameSite } from './isSameSite.ts'

it.each([
  ['https://example.com', 'https://wallet.example.com'],
  ['https://a.example.com', 'https://b.example.com'],
  ['http://example.com', 'https://example.com'],
  ['https://example.com:1', 'https://example.com:2'],
  ['https://example.com.', 'https://wallet.example.com'],
  ['https://app.example.co.uk', 'https://wallet.example.co.uk'],
  ['https://app.t.co', 'https://wallet.t.co'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2'],
  ['http://[::1]:1', 'http://[::1]:2'],
  ['https://a.dapp.vercel.app', 'https://b.dapp.vercel.app'],
  ['not an origin', 'https://example.com'],
  ['null', 'https://example.com'],
])('%s and %s are one site, or could be', (a, b) => expect(isSameSite(a, b)).toBe(true))

it.each([
  ['http://app.localhost:5173', 'http://wallet.localhost:8787'],
  ['http://localhost:5173', 'http://wallet.localhost:8787'],
  ['https://example.com', 'https://example.org'],
  ['https://dapp.co.uk', 'https://wallet.co.uk'],
  ['https://dapp.vercel.app', 'https://wallet.vercel.app'],
  ['http://127.0.0.1', 'http://10.0.0.1'],
])('%s and %s are two sites', (a, b) => expect(isSameSite(a, b)).toBe(false))
