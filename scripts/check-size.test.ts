import { describe, expect, test } from 'vitest'
import {
  documentFiles,
  dynamicTargets,
  eagerOnes,
  evmDecodersIn,
  mixedOnes,
  reachable,
  report,
  staticGraph,
} from './check-size.ts'

const files: Record<string, string> = {
  'dist/assets/a.js': 'import{x}from"./b.js";const later=()=>import("./c.js");',
  'dist/assets/b.js': 'import"./d.js";export const x=1',
  'dist/assets/c.js': 'import{x}from"./b.js"',
  'dist/assets/d.js': '',
}
const read = (path: string) => files[path]

describe('the load graph', () => {
  test('follows static imports and leaves dynamic ones for later', () => {
    expect([...staticGraph(read, ['dist/assets/a.js'])].sort()).toEqual([
      'dist/assets/a.js',
      'dist/assets/b.js',
      'dist/assets/d.js',
    ])
    expect(dynamicTargets(read, ['dist/assets/a.js'])).toEqual(['dist/assets/c.js'])
  })
  test('starts at the scripts and sheets of a document', () => {
    const html =
      '<link rel="icon" href="data:,"><script type="module" crossorigin src="/assets/a.js"></script><link rel="stylesheet" href="/assets/a.css">'
    expect(documentFiles(html, 'dist')).toEqual(['dist/assets/a.js', 'dist/assets/a.css'])
  })
})

describe('the report', () => {
  test('fails over the budget', () => {
    expect(report([{ name: 'entry', bytes: 12_001, budget: 12_000 }])).toMatchObject({ ok: false })
    expect(report([{ name: 'entry', bytes: 12_000, budget: 12_000 }])).toMatchObject({ ok: true })
  })
  test('fails when nothing was measured', () => {
    expect(report([{ name: 'entry', bytes: 0, budget: 12_000 }])).toMatchObject({ ok: false })
  })
})

test('code of a namespace that a site may never use is found where it is loaded at once', () => {
  const files: Record<string, string> = { 'a.js': 'const x = "ed25519 seed"', 'b.js': 'import("./a.js")' }
  expect(eagerOnes((path) => files[path], ['b.js'])).toEqual([])
  expect(eagerOnes((path) => files[path], ['a.js', 'b.js'])).toEqual(['a.js'])
})

test('code of one namespace that brings that of another is found', () => {
  const files: Record<string, string> = {
    'a.js': 'import"./c.js";const x = "ed25519 seed"',
    'b.js': 'import"./a.js";const y = "BIP0322-signed-message"',
    'c.js': 'export const z = 1',
    'd.js': 'import"./a.js";import("./b.js")',
    'e.js': 'const x = "ed25519 seed", y = "https://mempool.space"',
  }
  const read = (path: string) => files[path]
  expect(mixedOnes(read, ['a.js', 'c.js', 'd.js'])).toEqual([])
  expect(mixedOnes(read, Object.keys(files))).toEqual(['b.js', 'e.js'])
})

test('a decoder of Ethereum is found wherever others would load it at once, and nowhere else', () => {
  const files: Record<string, string> = {
    'shared.js': 'import"./hash.js"',
    'hash.js': 'const later = () => import("./evm.js")',
    'evm.js': 'import"./typed.js"',
    'typed.js': 'const type = "EIP712Domain"',
    'stray.js': 'import"./evm.js"',
  }
  const read = (path: string) => files[path]
  expect(reachable(read, ['shared.js']).sort()).toEqual(['evm.js', 'hash.js', 'shared.js', 'typed.js'])
  expect(evmDecodersIn(read, ['shared.js'])).toEqual([])
  expect(evmDecodersIn(read, ['shared.js', 'stray.js'])).toEqual(['typed.js'])
})
